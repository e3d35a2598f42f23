/**
 * An unfinished intake on its way to the clinic, as `intake.paused@1`: the draft's row as it lies on the disk, with the key that was sealed to the clinic
 * when it was made. The kiosk needs to open neither, so that this works as well after a crash, when it can't.
 *
 * One transaction queues the operation and deletes the draft: a kill at any point leaves one of the two.
 */
import { base64url } from '../../sync/client/base/bytes.ts';
import type { SealedBox } from '../../sync/client/base/sealed-box.ts';
import { StorageError } from '../../sync/client/base/storage-error.ts';
import type { DraftHead, Drafts } from '../../sync/client/drafts/drafts.ts';
import { forgetUnusedKey, sealedTables } from '../../sync/client/keys/subject-keys.ts';
import { type Enqueue, enqueueTables, untilChained } from '../../sync/client/outbox/enqueue.ts';
import type { BlobRow, DraftRow, OutboxRow } from '../../sync/client/store/rows.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../../sync/client/store/store.ts';
import { MAX_BLOBS_PER_OPERATION } from '../../sync/protocol/base/blobs.ts';
import { aboutForm } from '../../sync/protocol/operations/about.ts';
import { intakePaused } from '../../sync/protocol/operations/intake-paused.ts';
import type { IntakePaused } from '../../sync/protocol/operations/payloads/intake-paused.ts';
import { isSealedKey, sealedKeyId, subjectKeyId } from './forgetful-store.ts';

type Reason = IntakePaused['reason'];
/** With what opens each photo: its key, type and title, sealed under the draft's key and bound as `blobBinding` says. */
export type SealedAttachment = IntakePaused['attachments'][number] & { readonly box: IntakePaused['box'] };

export interface Pauses {
  /**
   * @returns the operation; undefined where there is no such draft, and none that was paused
   * @throws StorageError `unsealable`; `unreadable` where the key that was sealed to the clinic is gone, and then the draft stays
   */
  pause(draftId: string, reason: Reason): Promise<OutboxRow | undefined>;
  /** Takes away sealed keys that no draft needs, and no key in memory either. */
  clear(): Promise<void>;
  /**
   * Pauses every draft that this process holds no key for, and clears up.
   * @returns drafts that are still here, because something failed: to be tried again
   */
  recover(): Promise<number>;
}

interface Found {
  readonly draft: DraftRow;
  readonly sealedKey: Uint8Array<ArrayBuffer>;
  /** Names of everything that was picked in the draft. */
  readonly names: readonly string[];
  /** Those that are here in full. */
  readonly whole: readonly BlobRow[];
}

const paused = (row: OutboxRow) => row.kind === intakePaused.kind;
const toBox = ({ keyId, iv, bytes }: SealedBox): IntakePaused['box'] => ({
  keyId,
  iv: base64url(iv),
  sealed: base64url(bytes),
});

async function namesOf(transaction: ReadTransaction, draftId: string): Promise<readonly string[]> {
  return (await transaction.by('blobs', 'draftId', draftId)).map((row) => row.sha256).toSorted();
}

async function find(transaction: ReadTransaction, draft: DraftRow): Promise<Found> {
  const sealedKey = (await transaction.get('keys', sealedKeyId(draft.box.keyId)))?.sealedKey;
  if (sealedKey === undefined) throw new StorageError('unreadable');
  const whole: BlobRow[] = [];
  for (const row of await transaction.by('blobs', 'draftId', draft.draftId)) {
    // A photo that the disk has lost must not keep the rest from the clinic.
    const body = await transaction.get('blobBodies', row.sha256);
    if (body?.bytes.length === row.size) whole.push(row);
  }
  return { draft, sealedKey, names: await namesOf(transaction, draft.draftId), whole };
}

/** Sealed keys of drafts that are gone open nothing that is needed. */
async function forgetSealedKey(transaction: WriteTransaction, { subjectId, box }: DraftRow): Promise<void> {
  const others = await transaction.by('drafts', 'subjectId', subjectId);
  if (others.some((other) => other.box.keyId === box.keyId)) return;
  await transaction.delete('keys', sealedKeyId(box.keyId));
}

export function createPauses<Content extends DraftHead>(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly enqueue: Enqueue;
  readonly drafts: Pick<Drafts<Content>, 'settle' | 'end' | 'forget'>;
  readonly queued: () => void;
}): Pauses {
  const { vendor, store, enqueue, drafts, queued } = dependencies;

  function prepare({ draft, sealedKey, whole }: Found, reason: Reason) {
    const { draftId, subjectId, session, questionnaireSlug, formHash, updatedAt } = draft;
    // More could not have been handed in either; the newest are those that the answers name.
    const taken = whole.toSorted((one, other) => other.at - one.at).slice(0, MAX_BLOBS_PER_OPERATION);
    const attachments: SealedAttachment[] = taken.map(({ sha256, box }) => ({ sha256, box: toBox(box) }));
    const payload: IntakePaused = {
      session,
      vendor,
      draftId,
      subjectId,
      questionnaire: { slug: questionnaireSlug, formHash },
      reason,
      savedAt: updatedAt,
      sealedKey: base64url(sealedKey),
      box: toBox(draft.box),
      attachments,
    };
    return enqueue.prepare({
      operation: intakePaused,
      session,
      subjectId,
      about: aboutForm({ slug: questionnaireSlug }),
      owner: 'shared',
      draftId,
      blobs: taken.map(({ sha256 }) => sha256),
      payload,
    });
  }

  /** @returns undefined where the draft has changed since it was read. */
  async function queue(found: Found, reason: Reason): Promise<OutboxRow | undefined> {
    const prepared = await prepare(found, reason);
    const { draftId, subjectId, rev, writer } = found.draft;
    return await store.write([...enqueueTables, ...sealedTables], async (transaction) => {
      const now = await transaction.get('drafts', draftId);
      const names = await namesOf(transaction, draftId);
      if (now?.rev !== rev || now.writer !== writer || names.join() !== found.names.join()) return undefined;
      await transaction.delete('drafts', draftId);
      await forgetSealedKey(transaction, found.draft);
      await forgetUnusedKey(transaction, subjectId);
      return await enqueue.put(transaction, prepared);
    });
  }

  async function pause(draftId: string, reason: Reason): Promise<OutboxRow | undefined> {
    for (;;) {
      await drafts.settle(draftId);
      const read = await store.read(
        ['drafts', 'keys', 'blobs', 'blobBodies', 'outbox'],
        async (transaction) => {
          const draft = await transaction.get('drafts', draftId);
          if (draft !== undefined) return { found: await find(transaction, draft) };
          const operations = await transaction.by('outbox', 'draftId', draftId);
          return { before: operations.filter(paused).at(-1) };
        },
      );
      if (read.found === undefined) return read.before;
      const { found } = read;
      const row = await untilChained(() => queue(found, reason));
      if (row === undefined) continue;
      drafts.end(draftId);
      drafts.forget(draftId);
      queued();
      return row;
    }
  }

  async function clear(): Promise<void> {
    await store.write(['drafts', 'keys'], async (transaction) => {
      const keys = await transaction.all('keys');
      const needed = new Set([
        ...(await transaction.all('drafts')).map(({ box }) => box.keyId),
        ...keys.filter((key) => !isSealedKey(key)).map(({ keyId }) => keyId),
      ]);
      for (const key of keys)
        if (isSealedKey(key) && !needed.has(key.keyId)) await transaction.delete('keys', key.id);
    });
  }

  return {
    pause,
    clear,
    async recover() {
      const left = await store.read(['drafts', 'keys'], async (transaction) => {
        const orphans: string[] = [];
        for (const { draftId, subjectId, box } of await transaction.all('drafts')) {
          const key = await transaction.get('keys', subjectKeyId(subjectId));
          if (key?.keyId !== box.keyId) orphans.push(draftId);
        }
        return orphans;
      });
      let failed = 0;
      for (const draftId of left)
        await pause(draftId, 'crash').catch(() => {
          failed += 1;
        });
      await clear();
      return failed;
    },
  };
}
