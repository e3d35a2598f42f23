/**
 * Finalising: seal first, then one strict transaction puts the operation into the outbox, deletes the draft and bumps the
 * lane (G2). Doing it twice, from two tabs or after a transaction that hung, gives the same operation.
 */

import { MAX_BLOBS_PER_OPERATION } from '../../protocol/base/blobs.ts';
import type { OperationModule, Submission } from '../../protocol/operations/operation.ts';
import { operationOf } from '../../protocol/operations/registry.ts';
import { fromUtf8, utf8 } from '../base/bytes.ts';
import type { SealedBox } from '../base/sealed-box.ts';
import { StorageError } from '../base/storage-error.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { type DraftHead, type DraftHold, mayReplace } from '../drafts/drafts.ts';
import { copyBinding } from '../keys/bindings.ts';
import { forgetUnusedKey, type Sealer, type SubjectKeys, sealedTables } from '../keys/subject-keys.ts';
import type { DeviceOwner, OutboxRow } from '../store/rows.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';
import {
  type Enqueue,
  enqueueTables,
  type NewOperation,
  type PreparedOperation,
  untilChained,
} from './enqueue.ts';
import { createSendOnce } from './send-once.ts';

export interface Outbox {
  /**
   * @throws StorageError `absent`, `mismatch`, `taken-over`, `unsealable`, `blob-missing`, `too-many-blobs`, and what the store throws: the
   * draft is then as it was.
   */
  submit(draftId: string, submission: Submission): Promise<OutboxRow>;
  /**
   * Without a draft: one of each, or one until it is acknowledged where {@link Submission.once} says so. A kind of which a copy is kept has one on the
   * patient's own device, and is then refused with `locked` where the patient's lock is on and closed.
   */
  send(submission: Submission, owner: DeviceOwner): Promise<OutboxRow>;
  /** The readable copy of an operation of that kind, as the newest version has it. */
  copy<Payload extends object>(
    operation: OperationModule<string, Payload>,
    opId: string,
  ): Promise<Payload | undefined>;
}

/** What became of a draft: one that was only paused may be back, and isn't handed in by that. */
async function submissionOf(transaction: ReadTransaction, draftId: string): Promise<OutboxRow | undefined> {
  const operations = await transaction.by('outbox', 'draftId', draftId);
  return operations.find(({ kind }) => operationOf(kind)?.retention.endsDraft === true);
}

type PreparedSubmission = PreparedOperation & { readonly copy?: SealedBox };

/** Operations with what the patient can read of them, on a device of their own. */
const createCopies = (vendor: string, enqueue: Enqueue) => ({
  async prepare(operation: NewOperation, sealer: Sealer): Promise<PreparedSubmission> {
    const prepared = await enqueue.prepare(operation);
    const box = await sealer.seal(utf8(JSON.stringify(operation.payload)), copyBinding(vendor, prepared.row));
    return { ...prepared, copy: box };
  },
  async put(transaction: WriteTransaction, prepared: PreparedSubmission): Promise<OutboxRow> {
    const row = await enqueue.put(transaction, prepared);
    const { opId, subjectId } = row;
    // They may have signed out in another tab, and somebody else in, since this was begun.
    const isTheirs = row.person === (prepared.person ?? row.person);
    if (prepared.copy !== undefined && isTheirs)
      await transaction.put('copies', { opId, subjectId, box: prepared.copy });
    return row;
  },
});

export function createOutbox(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly keys: SubjectKeys;
  readonly enqueue: Enqueue;
  readonly blobs: Pick<Blobs, 'attachments'>;
  readonly drafts: {
    settle(draftId: string): Promise<DraftHold>;
    end(draftId: string): void;
  };
}): Outbox {
  const { vendor, store, keys, enqueue, blobs, drafts } = dependencies;

  const sendOnce = createSendOnce({ vendor, store, keys, enqueue });

  const copies = createCopies(vendor, enqueue);

  return {
    async submit(draftId, submission) {
      const hold = await drafts.settle(draftId);
      const before = await store.read(['drafts', 'outbox'], async (transaction) => ({
        draft: await transaction.get('drafts', draftId),
        sent: await submissionOf(transaction, draftId),
      }));
      if (before.sent !== undefined) return before.sent;
      // A draft that could never be stored (no room, no connection) may still be submitted by the page that holds it.
      const source: DraftHead | undefined = before.draft
        ? {
            ...before.draft,
            questionnaire: { slug: before.draft.questionnaireSlug, formHash: before.draft.formHash },
          }
        : hold.head;
      if (source === undefined) throw new StorageError('absent');
      if (
        source.subjectId !== submission.subjectId ||
        source.session !== submission.session ||
        source.questionnaire.formHash !== submission.formHash
      )
        throw new StorageError('mismatch');
      const { subjectId, session, owner } = source;
      const { blobs: names = [] } = submission;
      if (names.length > MAX_BLOBS_PER_OPERATION) throw new StorageError('too-many-blobs');

      const write = async (
        transaction: WriteTransaction,
        prepared: PreparedSubmission,
      ): Promise<OutboxRow> => {
        const sent = await submissionOf(transaction, draftId);
        if (sent !== undefined) return sent;
        const draft = await transaction.get('drafts', draftId);
        if (draft === undefined && before.draft !== undefined) throw new StorageError('taken-over');
        if (draft !== undefined && hold.rev > 0 && !mayReplace(draft, hold))
          throw new StorageError('taken-over');
        await transaction.delete('drafts', draftId);
        const row = await copies.put(transaction, prepared);
        // What is on its way needs no key of the patient's, so the next person with the device finds nothing that opens.
        if (owner === 'shared') await forgetUnusedKey(transaction, subjectId);
        return row;
      };
      const tables = [...enqueueTables, ...sealedTables];

      let row: OutboxRow;
      try {
        const content = submission.payload(await blobs.attachments(subjectId, names));
        const { operation: kind, about } = submission;
        const operation: NewOperation = {
          ...{ operation: kind, about, session, subjectId, owner, draftId },
          blobs: names,
          payload: content,
        };
        if (owner === 'shared' || !kind.retention.copy) {
          row = await untilChained(async () => {
            const prepared = await enqueue.prepare(operation);
            return await store.write(tables, (transaction) => write(transaction, prepared));
          });
        } else {
          const prepare = (sealer: Sealer) => copies.prepare(operation, sealer);
          row = await untilChained(() => keys.sealThenWrite(subjectId, prepare, tables, write));
        }
      } catch (error) {
        // Another tab has handed it in meanwhile, and what this one looked for is gone with it.
        const sent = await store
          .read(['outbox'], (transaction) => submissionOf(transaction, draftId))
          .catch(() => undefined);
        if (sent === undefined) throw error;
        row = sent;
      }
      drafts.end(draftId);
      return row;
    },

    async send(submission, owner) {
      const { operation: kind, session, subjectId, person, about, once, blobs: names = [] } = submission;
      const payload = submission.payload(await blobs.attachments(subjectId, names));
      const operation: NewOperation = {
        ...{ operation: kind, about, session, subjectId, person, owner },
        blobs: names,
        payload,
      };
      const untilSealed = kind.sealed === 'before-sending';
      const prepare = (sealer: Sealer) => enqueue.prepare(operation, untilSealed ? sealer : undefined);
      if (once !== undefined) return await sendOnce(submission, once, prepare);
      const put = (transaction: WriteTransaction, prepared: PreparedOperation) =>
        enqueue.put(transaction, prepared);
      if (untilSealed)
        return await untilChained(() =>
          keys.neverLocked.sealThenWrite(subjectId, prepare, enqueueTables, put),
        );
      if (owner === 'own' && kind.retention.copy)
        return await untilChained(() =>
          keys.sealThenWrite(
            subjectId,
            (sealer) => copies.prepare(operation, sealer),
            [...enqueueTables, 'copies'],
            copies.put,
          ),
        );
      return await untilChained(async () => {
        const prepared = await enqueue.prepare(operation);
        return await store.write(enqueueTables, (transaction) => put(transaction, prepared));
      });
    },

    async copy(operation, opId) {
      const found = await store.read(['copies', 'outbox'], async (transaction) => ({
        copy: await transaction.get('copies', opId),
        row: await transaction.get('outbox', opId),
      }));
      const { copy, row } = found;
      if (copy === undefined || row?.kind !== operation.kind) return undefined;
      const plain = await keys.open(copy.subjectId, copy.box, copyBinding(vendor, copy));
      if (plain === undefined) return undefined;
      const sealed: object = JSON.parse(fromUtf8(plain));
      return operation.upcast(row.v, sealed);
    },
  };
}
