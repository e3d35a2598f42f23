/**
 * Finalising: seal first, then one strict transaction puts the operation into the outbox, deletes the draft and bumps the
 * lane (G2). Doing it twice, from two tabs or after a transaction that hung, gives the same operation.
 */
import type { IntakeSubmit, SafetyAlert } from '../protocol/payloads.ts';
import { clearEnvelope } from '../seal/envelope.ts';
import { type Bytes, bindingOf, fromUtf8, hex, utf8 } from './bytes.ts';
import { captureTime, wallTime } from './captured-at.ts';
import { type DraftHead, type DraftHold, mayReplace } from './drafts.ts';
import { uuidV7 } from './ids.ts';
import type { Clock, DeviceCrypto, Random, Store, WriteTransaction } from './ports.ts';
import type { SealedBox } from './sealed-box.ts';
import { StorageError } from './storage-error.ts';
import type { DeviceOwner, OutboxRow } from './store/rows.ts';
import type { Sealer, SubjectKeys } from './subject-keys.ts';

export interface Outbox {
  submit(draftId: string, payload: IntakeSubmit): Promise<OutboxRow>;
  alert(payload: SafetyAlert, owner: DeviceOwner): Promise<OutboxRow>;
  /** The envelope's bytes; undefined where it is gone or its key is. */
  envelope(row: Pick<OutboxRow, 'opId' | 'subjectId'>): Promise<Bytes | undefined>;
  copy(opId: string): Promise<IntakeSubmit | undefined>;
}

interface Prepared {
  readonly row: Omit<OutboxRow, 'laneNo'>;
  readonly envelope: SealedBox;
  readonly copy?: SealedBox;
}

async function nextInLane(transaction: WriteTransaction, lane: string): Promise<number> {
  const found = (await transaction.get('meta', `lane:${lane}`))?.value;
  const laneNo = (typeof found === 'number' ? found : 0) + 1;
  await transaction.put('meta', { key: `lane:${lane}`, value: laneNo });
  return laneNo;
}

export function createOutbox(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly keys: SubjectKeys;
  readonly crypto: DeviceCrypto;
  readonly random: Random;
  readonly clock: Clock;
  readonly drafts: {
    settle(draftId: string): Promise<DraftHold>;
    end(draftId: string): void;
  };
}): Outbox {
  const { vendor, store, keys, crypto, random, clock, drafts } = dependencies;
  const envelopeBinding = (row: Pick<OutboxRow, 'opId' | 'subjectId'>) =>
    bindingOf('envelope', vendor, row.subjectId, row.opId);
  const copyBinding = (row: Pick<OutboxRow, 'opId' | 'subjectId'>) =>
    bindingOf('copy', vendor, row.subjectId, row.opId);
  const ruleBinding = (row: Pick<OutboxRow, 'opId' | 'subjectId'>) =>
    bindingOf('rule', vendor, row.subjectId, row.opId);

  type Fixed = Pick<OutboxRow, 'lane' | 'kind' | 'session' | 'subjectId' | 'questionnaireSlug' | 'owner'> &
    Pick<Partial<OutboxRow>, 'draftId'>;

  async function prepare(
    sealer: Sealer,
    fixed: Fixed,
    payload: IntakeSubmit | SafetyAlert,
  ): Promise<Prepared> {
    const opId = uuidV7(random, clock);
    const bytes = clearEnvelope(payload);
    const row: Prepared['row'] = {
      ...fixed,
      opId,
      v: 1,
      capturedAt: captureTime(clock),
      sha256: hex(await crypto.sha256(bytes)),
      size: bytes.length,
      blobs: [],
      code: await crypto.humanCode(opId),
      queuedAt: wallTime(clock),
      state: 'queued',
      attempts: 0,
      nextAt: 0,
      kept: true,
    };
    const envelope = await sealer.seal(bytes, envelopeBinding(row));
    if (fixed.kind !== 'intake.submit' || fixed.owner !== 'own') return { row, envelope };
    return { row, envelope, copy: await sealer.seal(utf8(JSON.stringify(payload)), copyBinding(row)) };
  }

  async function put(transaction: WriteTransaction, prepared: Prepared): Promise<OutboxRow> {
    const { opId, subjectId, lane } = prepared.row;
    const row: OutboxRow = { ...prepared.row, laneNo: await nextInLane(transaction, lane) };
    await transaction.put('outbox', row);
    await transaction.put('envelopes', { opId, subjectId, box: prepared.envelope });
    if (prepared.copy !== undefined) await transaction.put('copies', { opId, subjectId, box: prepared.copy });
    return row;
  }

  /**
   * The alert that tells of this hit already, where there is one, and how many alerts there are: the hit's own after a restart, or
   * one of the same rule that nobody has acknowledged yet. Met again after that, the rule is told again.
   */
  async function findAlert(payload: SafetyAlert, lane: string) {
    const rows = await store.read(['outbox'], (transaction) => transaction.by('outbox', 'lane', lane));
    for (const row of rows) {
      if (row.rule === undefined) continue;
      const sealed = await keys.open(row.subjectId, row.rule, ruleBinding(row));
      if (sealed === undefined) continue;
      const [rule, at] = fromUtf8(sealed).split('@');
      if (rule === payload.hit.rule && (at === payload.hit.at || row.acknowledgedAt === undefined))
        return { found: row, count: rows.length };
    }
    return { found: undefined, count: rows.length };
  }

  return {
    async submit(draftId, payload) {
      const hold = await drafts.settle(draftId);
      const before = await store.read(['drafts', 'outbox'], async (transaction) => ({
        draft: await transaction.get('drafts', draftId),
        sent: (await transaction.by('outbox', 'draftId', draftId))[0],
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
      const fixed: Fixed = {
        lane: `intake:${payload.session}`,
        kind: 'intake.submit',
        session: payload.session,
        subjectId: source.subjectId,
        questionnaireSlug: source.questionnaire.slug,
        owner: source.owner,
        draftId,
      };
      const row = await keys.sealThenWrite(
        source.subjectId,
        (sealer) => prepare(sealer, fixed, payload),
        ['drafts', 'outbox', 'envelopes', 'copies', 'meta'],
        async (transaction, prepared) => {
          const sent = (await transaction.by('outbox', 'draftId', draftId))[0];
          if (sent !== undefined) return sent;
          const draft = await transaction.get('drafts', draftId);
          if (draft === undefined && before.draft !== undefined) throw new StorageError('taken-over');
          if (draft !== undefined && hold.rev > 0 && !mayReplace(draft, hold))
            throw new StorageError('taken-over');
          await transaction.delete('drafts', draftId);
          return await put(transaction, prepared);
        },
      );
      drafts.end(draftId);
      return row;
    },

    async alert(payload, owner) {
      const lane = `safety:${payload.session}`;
      const subjectId = payload.patient.id;
      const { session } = payload;
      const fixed: Fixed = {
        lane,
        kind: 'safety.alert',
        session,
        subjectId,
        questionnaireSlug: payload.questionnaire.slug,
        owner,
      };
      for (;;) {
        const { found, count } = await findAlert(payload, lane);
        if (found !== undefined) return found;
        const written = await keys.sealThenWrite(
          subjectId,
          async (sealer) => {
            const prepared = await prepare(sealer, fixed, payload);
            return {
              ...prepared,
              rule: await sealer.seal(
                utf8(`${payload.hit.rule}@${payload.hit.at}`),
                ruleBinding(prepared.row),
              ),
            };
          },
          ['outbox', 'envelopes', 'copies', 'meta'],
          async (transaction, { rule, ...prepared }) => {
            // Another tab has queued an alert meanwhile: it may be this one.
            const present = await transaction.by('outbox', 'lane', lane);
            const own = present.find((row) => row.opId === prepared.row.opId);
            if (own !== undefined) return own;
            if (present.length !== count) return undefined;
            return await put(transaction, { ...prepared, row: { ...prepared.row, rule } });
          },
        );
        if (written !== undefined) return written;
      }
    },

    async envelope(row) {
      const found = await store.read(['envelopes'], (transaction) => transaction.get('envelopes', row.opId));
      return found === undefined
        ? undefined
        : await keys.open(found.subjectId, found.box, envelopeBinding(row));
    },

    async copy(opId) {
      const found = await store.read(['copies'], (transaction) => transaction.get('copies', opId));
      if (found === undefined) return undefined;
      const plain = await keys.open(found.subjectId, found.box, copyBinding(found));
      return plain === undefined ? undefined : (JSON.parse(fromUtf8(plain)) as IntakeSubmit);
    },
  };
}
