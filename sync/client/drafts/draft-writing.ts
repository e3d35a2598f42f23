/** One save of a draft: of two, the newer wins, whichever ends last. */
import { utf8 } from '../base/bytes.ts';
import type { Locks, Signals } from '../base/ports.ts';
import { StorageError, toStorageError } from '../base/storage-error.ts';
import { draftBinding } from '../keys/bindings.ts';
import type { SubjectKeys } from '../keys/subject-keys.ts';
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
/** What this run of the page knows of a draft. */
export interface DraftHold {
  /** The revision it opened or last wrote; 0 where it has neither. */
  readonly rev: number;
  readonly writer: string;
  readonly head: DraftHead | undefined;
}

/** A draft in this run of the page. */
export interface DraftSession<Content> {
  rev: number;
  issued: number;
  ended: boolean;
  head: DraftHead | undefined;
  release: (() => void) | undefined;
  running: Promise<void>;
  queued: { content: Content; readonly done: Promise<void> } | undefined;
}

/** Without anything that the patient wrote. */
export function headOf({
  draftId,
  session,
  subjectId,
  questionnaire,
  owner,
  updatedAt,
}: DraftHead): DraftHead {
  const { slug, formHash } = questionnaire;
  return { draftId, session, subjectId, questionnaire: { slug, formHash }, owner, updatedAt };
}

/** Whether this run of the page may replace that row. */
export function mayReplace(row: DraftRow, hold: Pick<DraftHold, 'rev' | 'writer'>): boolean {
  return row.writer === hold.writer || row.rev === hold.rev;
}

export interface DraftDependencies {
  readonly vendor: string;
  /** Names this run of the page. */
  readonly writer: string;
  readonly store: Store;
  readonly keys: SubjectKeys;
  readonly locks: Locks;
  readonly signals: Signals;
  readonly onChange: () => void;
}

export function newSession<Content>(): DraftSession<Content> {
  return {
    rev: 0,
    issued: 0,
    ended: false,
    head: undefined,
    release: undefined,
    running: Promise.resolve(),
    queued: undefined,
  };
}

export function letGo(session: DraftSession<unknown>): void {
  session.release?.();
  session.release = undefined;
}

export function createDraftWriting(dependencies: DraftDependencies) {
  const { vendor, writer, store, keys, locks, signals, onChange } = dependencies;
  return async <Content extends DraftHead>(
    session: DraftSession<Content>,
    content: Content,
  ): Promise<void> => {
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
          // In memory there is no other tab: the draft was read early, from a database that the store then couldn't use.
          if (row === undefined && session.rev > 0 && store.mode === 'durable')
            throw new StorageError('taken-over');
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
  };
}
