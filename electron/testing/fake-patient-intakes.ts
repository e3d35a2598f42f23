/** A typed fake of one patient's intakes, in memory. The keeper's state tells it what fails, and is told what became of each. */
import type {
  Connection,
  Delivery,
  DraftContent,
  KeptFile,
} from '../../renderer/platform/contract/contract.ts';
import { StorageError } from '../../sync/client/base/storage-error.ts';
import type { IntakePaused } from '../../sync/protocol/operations/payloads/intake-paused.ts';
import type { PatientIntakes } from '../intake/contract.ts';

export interface FakeIntakeRecord {
  /** Drafts that were sealed to the clinic unfinished. */
  readonly paused: { readonly draftId: string; readonly reason: IntakePaused['reason'] }[];
  readonly discarded: string[];
  readonly submitted: string[];
  readonly alerts: string[];
  /** How each session of intakes ended, in order. */
  readonly ends: ('discard' | IntakePaused['reason'])[];
}

/** What every patient of one fake keeper has in common. */
export interface FakeKeeperState {
  readonly record: FakeIntakeRecord;
  readonly definitions: Map<string, unknown>;
  connection: Connection;
  /** An alert is met and isn't sealed and queued yet. */
  alertPending: boolean;
  failing: 'quota' | 'disk' | undefined;
  /** Sessions that are open. */
  open: number;
  chained: number;
  /** Listeners to deliveries. */
  watching: number;
}

export function checkDisk({ failing }: Pick<FakeKeeperState, 'failing'>): void {
  if (failing !== undefined) throw new StorageError(failing);
}

function createFakeDrafts(
  drafts: Map<string, DraftContent>,
  { record, definitions }: FakeKeeperState,
  check: () => void,
): PatientIntakes['drafts'] {
  return {
    async list() {
      check();
      return [...drafts.values()].map(({ questionnaire, draftId, session, subjectId, owner, updatedAt }) => ({
        draftId,
        session,
        subjectId,
        questionnaireSlug: questionnaire.slug,
        formHash: questionnaire.formHash,
        owner,
        updatedAt,
      }));
    },
    async open(draftId) {
      check();
      const content = drafts.get(draftId);
      return content === undefined ? { status: 'absent' } : { status: 'open', content };
    },
    async save(content) {
      check();
      drafts.set(content.draftId, content);
    },
    async discard(draftId) {
      check();
      drafts.delete(draftId);
      record.discarded.push(draftId);
    },
    async keepDefinition(formHash, definition) {
      check();
      definitions.set(formHash, definition);
    },
    async definition(formHash) {
      check();
      return definitions.get(formHash);
    },
  };
}

function createFakeBlobs(check: () => void): PatientIntakes['blobs'] {
  const files = new Map<string, KeptFile>();
  return {
    async keep({ bytes, contentType, title }) {
      check();
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      const sha256 = Buffer.from(digest).toString('hex');
      const size = bytes.length;
      files.set(sha256, { bytes, contentType, size, ...(title === undefined ? {} : { title }) });
      return { sha256, size };
    },
    async adopt({ sha256, sealed, contentType, size }) {
      check();
      files.set(sha256, { bytes: sealed, contentType, size });
      return true;
    },
    async read(sha256) {
      check();
      return files.get(sha256);
    },
    async drop(sha256) {
      check();
      files.delete(sha256);
    },
  };
}

/** Deliveries of one patient: queued, and never on their way. */
function createFakeDeliveries(state: FakeKeeperState) {
  const deliveries: Delivery[] = [];
  const listeners = new Set<(deliveries: readonly Delivery[]) => void>();
  return {
    list: (): readonly Delivery[] => deliveries,
    queue(session: string, subjectId: string, kind: 'intake.submit' | 'safety.alert', slug: string) {
      state.chained += 1;
      const delivery: Delivery = {
        opId: crypto.randomUUID(),
        session,
        subjectId,
        kind,
        about: { questionnaireSlug: slug },
        owner: 'shared',
        code: 'K7-42QF',
        queuedAt: '2026-11-20T09:00:00.000Z',
        state: 'queued',
      };
      deliveries.push(delivery);
      for (const listener of listeners) listener([...deliveries]);
      return delivery;
    },
    watch(listener: (deliveries: readonly Delivery[]) => void) {
      listeners.add(listener);
      state.watching += 1;
      listener([]);
      return () => {
        if (listeners.delete(listener)) state.watching -= 1;
      };
    },
  };
}

export function createFakePatientIntakes(state: FakeKeeperState): PatientIntakes {
  const { record } = state;
  const drafts = new Map<string, DraftContent>();
  const deliveries = createFakeDeliveries(state);
  let over = false;

  function check(): void {
    if (over) throw new StorageError('closed');
    checkDisk(state);
  }

  return {
    drafts: createFakeDrafts(drafts, state, check),
    blobs: createFakeBlobs(check),
    async submit(draftId, { session, patient, questionnaire }) {
      check();
      drafts.delete(draftId);
      record.submitted.push(draftId);
      return deliveries.queue(session, patient.id, 'intake.submit', questionnaire.slug);
    },
    async alert({ session, patient, questionnaire, hit }) {
      check();
      state.alertPending = false;
      record.alerts.push(hit.rule);
      return deliveries.queue(session, patient.id, 'safety.alert', questionnaire.slug);
    },
    async list() {
      check();
      return deliveries.list();
    },
    watch: (listener) => deliveries.watch(listener),
    async pause(draftId, reason) {
      check();
      if (!drafts.delete(draftId)) throw new StorageError('absent');
      state.chained += 1;
      record.paused.push({ draftId, reason });
      return { code: 'K7-42QF', sent: state.connection.state === 'online' };
    },
    async adopt(content) {
      check();
      drafts.set(content.draftId, content);
    },
    alertPending: () => state.alertPending,
    async end(by) {
      checkDisk(state);
      if (over) return;
      over = true;
      state.open -= 1;
      state.alertPending = false;
      record.ends.push(by);
      for (const draftId of drafts.keys())
        if (by === 'discard') record.discarded.push(draftId);
        else record.paused.push({ draftId, reason: by });
      drafts.clear();
    },
  };
}
