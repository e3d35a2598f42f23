/**
 * Finalising: seal first, then one strict transaction puts the operation into the outbox, deletes the draft and bumps the
 * lane (G2). Doing it twice, from two tabs or after a transaction that hung, gives the same operation.
 */
import {
  blobName,
  type IntakeAnswers,
  type IntakeSubmit,
  type SafetyAlert,
} from '../protocol/operations/parts.ts';
import { MAX_BLOBS_PER_OPERATION } from '../protocol/wire.ts';
import { copyBinding, ruleBinding } from './bindings.ts';
import type { Blobs } from './blobs.ts';
import { fromUtf8, utf8 } from './bytes.ts';
import { type DraftHead, type DraftHold, mayReplace } from './drafts.ts';
import {
  type Enqueue,
  enqueueTables,
  type NewOperation,
  type PreparedOperation,
  untilChained,
} from './enqueue.ts';
import type { ReadTransaction, Store, WriteTransaction } from './ports.ts';
import type { SealedBox } from './sealed-box.ts';
import { StorageError } from './storage-error.ts';
import type { DeviceOwner, OutboxRow } from './store/rows.ts';
import { forgetUnusedKey, type Sealer, type SubjectKeys, sealedTables } from './subject-keys.ts';

export interface Outbox {
  /**
   * @throws StorageError `absent`, `mismatch`, `taken-over`, `unsealable`, `blob-missing`, `too-many-blobs`, and what the store throws: the
   * draft is then as it was.
   */
  submit(draftId: string, payload: IntakeAnswers): Promise<OutboxRow>;
  alert(payload: SafetyAlert, owner: DeviceOwner): Promise<OutboxRow>;
  copy(opId: string): Promise<IntakeSubmit | undefined>;
}

/** The blobs that the answers of a response name, at any depth, each once. */
export function blobsOf(response: unknown): readonly string[] {
  const names = new Set<string>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [field, inner] of Object.entries(value)) {
      const name = field === 'url' && typeof inner === 'string' ? blobName(inner) : undefined;
      if (name === undefined) visit(inner);
      else names.add(name);
    }
  };
  visit(response);
  return [...names];
}

/** What became of a draft. At a kiosk one that was paused may be back, and isn't handed in by that. */
async function submissionOf(transaction: ReadTransaction, draftId: string): Promise<OutboxRow | undefined> {
  const operations = await transaction.by('outbox', 'draftId', draftId);
  return operations.find(({ kind }) => kind === 'intake.submit');
}

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

  /** Rules of the first version are under the key that the patient's lock may close: then the alert is told once more. */
  async function openRule(row: OutboxRow, rule: SealedBox) {
    const boundTo = ruleBinding(vendor, row);
    const sealed = await keys.neverLocked.open(row.subjectId, rule, boundTo);
    return sealed ?? (await keys.open(row.subjectId, rule, boundTo).catch(() => undefined));
  }

  /**
   * The alert that tells of this hit already, where there is one, and how many alerts there are: the hit's own after a restart, or
   * one of the same rule that nobody has acknowledged yet. Met again after that, the rule is told again.
   */
  async function findAlert(payload: SafetyAlert, lane: string) {
    const rows = await store.read(['outbox'], (transaction) => transaction.by('outbox', 'lane', lane));
    for (const row of rows) {
      if (row.rule === undefined) continue;
      const sealed = await openRule(row, row.rule);
      if (sealed === undefined) continue;
      const [rule, at] = fromUtf8(sealed).split('@');
      if (rule === payload.hit.rule && (at === payload.hit.at || row.acknowledgedAt === undefined))
        return { found: row, count: rows.length };
    }
    return { found: undefined, count: rows.length };
  }

  type PreparedIntake = PreparedOperation & { readonly copy?: SealedBox };

  return {
    async submit(draftId, payload) {
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
        source.subjectId !== payload.patient.id ||
        source.session !== payload.session ||
        source.questionnaire.formHash !== payload.questionnaire.formHash
      )
        throw new StorageError('mismatch');
      const { subjectId, session, owner } = source;
      const names = blobsOf(payload.response);
      if (names.length > MAX_BLOBS_PER_OPERATION) throw new StorageError('too-many-blobs');

      const write = async (transaction: WriteTransaction, prepared: PreparedIntake): Promise<OutboxRow> => {
        const sent = await submissionOf(transaction, draftId);
        if (sent !== undefined) return sent;
        const draft = await transaction.get('drafts', draftId);
        if (draft === undefined && before.draft !== undefined) throw new StorageError('taken-over');
        if (draft !== undefined && hold.rev > 0 && !mayReplace(draft, hold))
          throw new StorageError('taken-over');
        await transaction.delete('drafts', draftId);
        const row = await enqueue.put(transaction, prepared);
        if (prepared.copy !== undefined)
          await transaction.put('copies', { opId: row.opId, subjectId, box: prepared.copy });
        // What is on its way needs no key of the patient's: whoever has the device next finds nothing that opens.
        if (owner === 'shared') await forgetUnusedKey(transaction, subjectId);
        return row;
      };
      const tables = [...enqueueTables, ...sealedTables];

      let row: OutboxRow;
      try {
        const content: IntakeSubmit = {
          ...payload,
          attachments: [...(await blobs.attachments(subjectId, names))],
        };
        const operation: NewOperation = {
          lane: `intake:${session}`,
          kind: 'intake.submit',
          v: 2,
          session,
          subjectId,
          questionnaireSlug: source.questionnaire.slug,
          owner,
          draftId,
          blobs: names,
          payload: content,
        };
        if (owner === 'shared') {
          row = await untilChained(async () => {
            const prepared = await enqueue.prepare(operation);
            return await store.write(tables, (transaction) => write(transaction, prepared));
          });
        } else {
          const prepare = async (sealer: Sealer): Promise<PreparedIntake> => {
            const prepared = await enqueue.prepare(operation);
            const box = await sealer.seal(utf8(JSON.stringify(content)), copyBinding(vendor, prepared.row));
            return { ...prepared, copy: box };
          };
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

    async alert(payload, owner) {
      const lane = `safety:${payload.session}`;
      const operation: NewOperation = {
        lane,
        kind: 'safety.alert',
        v: 1,
        session: payload.session,
        subjectId: payload.patient.id,
        questionnaireSlug: payload.questionnaire.slug,
        owner,
        payload,
      };
      for (;;) {
        const { found, count } = await findAlert(payload, lane);
        if (found !== undefined) return found;
        const written = await untilChained(() =>
          keys.neverLocked.sealThenWrite(
            operation.subjectId,
            async (sealer) => {
              // Never lost for want of a key: it is then queued all the same, and sealed once there is one.
              const prepared = await enqueue.prepare(operation, sealer);
              const met = utf8(`${payload.hit.rule}@${payload.hit.at}`);
              return { ...prepared, rule: await sealer.seal(met, ruleBinding(vendor, prepared.row)) };
            },
            enqueueTables,
            async (transaction, { rule, ...prepared }) => {
              const { row } = prepared;
              // Another tab has queued an alert meanwhile: it may be this one.
              const present = await transaction.by('outbox', 'lane', lane);
              const own = present.find((each) => each.opId === row.opId);
              if (own !== undefined) return own;
              if (present.length !== count) return undefined;
              return await enqueue.put(transaction, { ...prepared, row: { ...row, rule } });
            },
          ),
        );
        if (written !== undefined) return written;
      }
    },

    async copy(opId) {
      const found = await store.read(['copies'], (transaction) => transaction.get('copies', opId));
      if (found === undefined) return undefined;
      const plain = await keys.open(found.subjectId, found.box, copyBinding(vendor, found));
      if (plain === undefined) return undefined;
      const answers: IntakeAnswers & Partial<IntakeSubmit> = JSON.parse(fromUtf8(plain));
      // The first version had no attachments.
      return { attachments: [], ...answers };
    },
  };
}
