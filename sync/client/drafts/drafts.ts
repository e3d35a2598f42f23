/**
 * Drafts: sealed per subject and bound to vendor, person, draft and form, so that a row can't be read as another's (G7).
 *
 * Of two saves the newer wins, whichever ends last: a row holds the run of the page that wrote it and a counter. A tab that
 * finds a row which it neither wrote nor opened in that state is told `taken-over`, and writes nothing.
 */

import { type Bytes, fromUtf8 } from '../base/bytes.ts';
import type { Unsubscribe } from '../base/ports.ts';
import { toStorageError } from '../base/storage-error.ts';
import { blobTables, deleteBlobsOfDraft } from '../blobs/blob-rows.ts';
import { draftBinding } from '../keys/bindings.ts';
import { forgetUnusedKey, sealedTables } from '../keys/subject-keys.ts';
import {
  createDraftWriting,
  type DraftDependencies,
  type DraftHead,
  type DraftHold,
  type DraftSession,
  type DraftSummary,
  headOf,
  letGo,
  newSession,
} from './draft-writing.ts';

export type { DraftHead, DraftHold, DraftSummary } from './draft-writing.ts';
export { mayReplace } from './draft-writing.ts';

export type DraftReading<Content> =
  | { readonly status: 'open'; readonly content: Content }
  | { readonly status: 'absent' | 'unreadable' | 'locked' };

export interface Drafts<Content extends DraftHead> {
  list(): Promise<readonly DraftSummary[]>;
  open(draftId: string): Promise<DraftReading<Content>>;
  save(content: Content): Promise<void>;
  discard(draftId: string): Promise<void>;
  keepDefinition(formHash: string, definition: unknown): Promise<void>;
  definition(formHash: string): Promise<unknown>;
  /** Waits for saves under way, then says what is known here: for finalising. */
  settle(draftId: string): Promise<DraftHold>;
  /** No save of this draft is accepted any more, late ones included. */
  end(draftId: string): void;
  /** Nothing of it stays in the memory of this run: saving it afterwards begins a new one. */
  forget(draftId: string): void;
  stop(): void;
}

export function createDrafts<Content extends DraftHead>(dependencies: DraftDependencies): Drafts<Content> {
  const { vendor, writer, store, keys, locks, signals, onChange } = dependencies;
  const sessions = new Map<string, DraftSession<Content>>();

  function sessionOf(draftId: string): DraftSession<Content> {
    const found = sessions.get(draftId);
    if (found !== undefined) return found;
    const session = newSession<Content>();
    sessions.set(draftId, session);
    return session;
  }

  const write = createDraftWriting({ vendor, writer, store, keys, locks, signals, onChange });

  const stopListening: Unsubscribe = signals.listen((signal) => {
    if (signal !== 'hidden') return;
    for (const session of sessions.values())
      void session.running.then(
        () => {
          if (!signals.visible()) letGo(session);
        },
        () => letGo(session),
      );
  });

  async function quiet(session: DraftSession<Content>): Promise<void> {
    while (session.queued !== undefined) await session.queued.done.catch(() => undefined);
    await session.running.catch(() => undefined);
  }

  return {
    list: () =>
      store.read(['drafts'], async (transaction) =>
        (await transaction.all('drafts')).map(
          ({ rev: _rev, writer: _writer, box: _box, ...summary }) => summary,
        ),
      ),

    async open(draftId) {
      const session = sessionOf(draftId);
      await quiet(session);
      const row = await store.read(['drafts'], (transaction) => transaction.get('drafts', draftId));
      if (row === undefined) return { status: 'absent' };
      let plain: Bytes | undefined;
      try {
        plain = await keys.open(row.subjectId, row.box, draftBinding(vendor, row));
      } catch (error) {
        if (toStorageError(error).code === 'locked') return { status: 'locked' };
        throw error;
      }
      if (plain === undefined) return { status: 'unreadable' };
      session.rev = row.rev;
      session.issued = Math.max(session.issued, row.rev);
      const content: Content = JSON.parse(fromUtf8(plain));
      session.head = headOf(content);
      return { status: 'open', content };
    },

    save(content) {
      const session = sessionOf(content.draftId);
      if (session.queued !== undefined) {
        // Not begun yet: the newer content has all of the older.
        session.queued.content = content;
        return session.queued.done;
      }
      const before = session.running.catch(() => undefined);
      const queued: { content: Content; done: Promise<void> } = { content, done: Promise.resolve() };
      queued.done = before.then(() => {
        session.queued = undefined;
        session.running = write(session, queued.content);
        return session.running;
      });
      session.queued = queued;
      return queued.done;
    },

    async discard(draftId) {
      const session = sessionOf(draftId);
      session.ended = true;
      await quiet(session);
      await store.write([...sealedTables, ...blobTables, 'outbox'], async (transaction) => {
        const operations = await transaction.by('outbox', 'draftId', draftId);
        const needed = operations.flatMap((operation) => operation.blobs);
        await deleteBlobsOfDraft(transaction, draftId, needed);
        const row = await transaction.get('drafts', draftId);
        if (row === undefined) return;
        await transaction.delete('drafts', draftId);
        await forgetUnusedKey(transaction, row.subjectId);
      });
      letGo(session);
      onChange();
    },

    keepDefinition: (formHash, definition) =>
      store.write(['definitions'], (transaction) => transaction.put('definitions', { formHash, definition })),
    definition: async (formHash) =>
      (await store.read(['definitions'], (transaction) => transaction.get('definitions', formHash)))
        ?.definition,

    async settle(draftId) {
      const session = sessionOf(draftId);
      await quiet(session);
      return { rev: session.rev, writer, head: session.head };
    },
    end(draftId) {
      const session = sessionOf(draftId);
      session.ended = true;
      letGo(session);
    },
    forget(draftId) {
      const session = sessions.get(draftId);
      if (session !== undefined) letGo(session);
      sessions.delete(draftId);
    },
    stop() {
      stopListening();
      for (const session of sessions.values()) letGo(session);
    },
  };
}
