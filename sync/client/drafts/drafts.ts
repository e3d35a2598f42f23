/**
 * Drafts: sealed per subject and bound to vendor, person, draft and form, so that a row can't be read as another's (G7).
 *
 * Of two saves the newer wins, whichever ends last: a row holds the run of the page that wrote it and a counter. A tab that
 * finds a row which it neither wrote nor opened in that state is told `taken-over`, and writes nothing.
 */

import { type Bytes, bindingOf, fromUtf8, utf8 } from '../base/bytes.ts';
import type { Locks, Signals, Unsubscribe } from '../base/ports.ts';
import { StorageError, toStorageError } from '../base/storage-error.ts';
import { blobTables, deleteBlobsOfDraft } from '../blobs/blobs.ts';
import { forgetUnusedKey, type SubjectKeys, sealedTables } from '../keys/subject-keys.ts';
import type { DeviceOwner, DraftRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';

/** What the store must know of a draft; the rest of the content is the renderer's. */
export interface DraftHead {
  readonly draftId: string;
  readonly session: string;
  readonly subjectId: string;
  readonly questionnaire: { readonly slug: string; readonly formHash: string };
  readonly owner: DeviceOwner;
  readonly updatedAt: string;
}
export type DraftSummary = Omit<DraftRow, 'rev' | 'writer' | 'box'>;
export type DraftReading<Content> =
  | { readonly status: 'open'; readonly content: Content }
  | { readonly status: 'absent' | 'unreadable' | 'locked' };

/** What this run of the page knows of a draft. */
export interface DraftHold {
  /** The revision it opened or last wrote; 0 where it has neither. */
  readonly rev: number;
  readonly writer: string;
  readonly head: DraftHead | undefined;
}

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
  /** Nothing of it stays in the memory of this run: whoever still saves it begins anew. */
  forget(draftId: string): void;
  stop(): void;
}

interface Session<Content> {
  rev: number;
  issued: number;
  ended: boolean;
  head: DraftHead | undefined;
  release: (() => void) | undefined;
  running: Promise<void>;
  queued: { content: Content; readonly done: Promise<void> } | undefined;
}

export function draftBinding(vendor: string, row: Pick<DraftRow, 'subjectId' | 'draftId' | 'formHash'>) {
  return bindingOf('draft', vendor, row.subjectId, row.draftId, row.formHash);
}

/** Without anything that the patient wrote. */
function headOf({ draftId, session, subjectId, questionnaire, owner, updatedAt }: DraftHead): DraftHead {
  const { slug, formHash } = questionnaire;
  return { draftId, session, subjectId, questionnaire: { slug, formHash }, owner, updatedAt };
}

/** Whether this run of the page may replace that row. */
export function mayReplace(row: DraftRow, hold: Pick<DraftHold, 'rev' | 'writer'>): boolean {
  return row.writer === hold.writer || row.rev === hold.rev;
}

export function createDrafts<Content extends DraftHead>(dependencies: {
  readonly vendor: string;
  /** Names this run of the page. */
  readonly writer: string;
  readonly store: Store;
  readonly keys: SubjectKeys;
  readonly locks: Locks;
  readonly signals: Signals;
  readonly onChange: () => void;
}): Drafts<Content> {
  const { vendor, writer, store, keys, locks, signals, onChange } = dependencies;
  const sessions = new Map<string, Session<Content>>();

  function sessionOf(draftId: string): Session<Content> {
    const found = sessions.get(draftId);
    if (found !== undefined) return found;
    const session: Session<Content> = {
      rev: 0,
      issued: 0,
      ended: false,
      head: undefined,
      release: undefined,
      running: Promise.resolve(),
      queued: undefined,
    };
    sessions.set(draftId, session);
    return session;
  }

  const letGo = (session: Session<Content>) => {
    session.release?.();
    session.release = undefined;
  };

  async function write(session: Session<Content>, content: Content): Promise<void> {
    if (session.ended) throw new StorageError('taken-over');
    session.release ??= await locks.tryHold(`v:${vendor}:draft:${content.draftId}`);
    if (session.release === undefined) throw new StorageError('taken-over');
    session.issued += 1;
    const rev = session.issued;
    const { draftId, subjectId, session: intake, owner, updatedAt } = content;
    const { slug: questionnaireSlug, formHash } = content.questionnaire;
    const summary: DraftSummary = {
      draftId,
      subjectId,
      session: intake,
      questionnaireSlug,
      formHash,
      owner,
      updatedAt,
    };
    session.head = headOf(content);
    try {
      const created = await keys.sealThenWrite(
        subjectId,
        (sealer) => sealer.seal(utf8(JSON.stringify(content)), draftBinding(vendor, summary)),
        ['drafts'],
        async (transaction, box) => {
          const row = await transaction.get('drafts', draftId);
          if (row === undefined && session.rev > 0) throw new StorageError('taken-over');
          if (row !== undefined) {
            if (row.subjectId !== subjectId || row.formHash !== formHash) throw new StorageError('mismatch');
            if (!mayReplace(row, { rev: session.rev, writer })) throw new StorageError('taken-over');
            // A save of ours that had hung has ended after this one began, or this one is being run again.
            if (row.writer === writer && row.rev >= rev) return false;
          }
          await transaction.put('drafts', { ...summary, rev, writer, box });
          return row === undefined;
        },
      );
      session.rev = Math.max(session.rev, rev);
      if (created) onChange();
    } catch (error) {
      throw toStorageError(error);
    } finally {
      // A hidden page may be frozen for days: it must not keep a visible one from the draft.
      if (!signals.visible()) letGo(session);
    }
    if (store.mode === 'memory') throw new StorageError('memory-only');
  }

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

  async function quiet(session: Session<Content>): Promise<void> {
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
