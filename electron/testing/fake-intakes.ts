/** A typed fake of what keeps intakes: in memory, with a record of what became of each. The network is a `FakeClinic`, or whoever answers. */
import type {
  Connection,
  Delivery,
  DraftContent,
  KeptFile,
  StorageReport,
} from '../../renderer/platform/contract/contract.ts';
import type { PublicJwk } from '../../sync/client/base/crypto-ports.ts';
import { StorageError } from '../../sync/client/base/storage-error.ts';
import type { IntakePaused } from '../../sync/protocol/operations/intake-paused.ts';
import type { IntakeKeeper, PatientIntakes } from '../intake/contract.ts';

export interface Answerer {
  answer(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body: unknown,
  ): Promise<{ readonly status: number; readonly json: unknown } | undefined>;
}

export interface FakeIntakes extends IntakeKeeper {
  /** Drafts that were sealed to the clinic unfinished. */
  readonly paused: { readonly draftId: string; readonly reason: IntakePaused['reason'] }[];
  readonly discarded: string[];
  readonly submitted: string[];
  readonly alerts: string[];
  /** How each session of intakes ended, in order. */
  readonly ends: ('discard' | IntakePaused['reason'])[];
  /** Sessions that are open. */
  open(): number;
  /** There is, or isn't, a key of the vendor's to seal to. */
  setKey(valid: boolean): void;
  /** An alert is met and isn't sealed and queued yet. */
  setAlertPending(pending: boolean): void;
  setConnection(connection: Connection): void;
  setQueued(count: number): void;
  /** The disk refuses from now on. */
  fail(code: 'quota' | 'disk' | undefined): void;
  sends(): number;
  stopped(): boolean;
  listeners(): number;
}

export async function createFakeIntakes(clinic: Answerer): Promise<FakeIntakes> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const { x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  if (x === undefined || y === undefined) throw new Error('no point');
  const publicJwk: PublicJwk = { kty: 'EC', crv: 'P-256', x, y };
  const record: Pick<FakeIntakes, 'paused' | 'discarded' | 'submitted' | 'alerts' | 'ends'> = {
    paused: [],
    discarded: [],
    submitted: [],
    alerts: [],
    ends: [],
  };
  const watchers = new Set<(connection: Connection) => void>();
  const definitions = new Map<string, unknown>();
  let connection: Connection = { state: 'online', clockSkewMs: 0 };
  let key = true;
  let pending = false;
  let failing: 'quota' | 'disk' | undefined;
  let open = 0;
  let chained = 0;
  let queued = 0;
  let sends = 0;
  let stopped = false;
  let watching = 0;

  function check(): void {
    if (failing !== undefined) throw new StorageError(failing);
  }

  function patient(): PatientIntakes {
    const drafts = new Map<string, DraftContent>();
    const files = new Map<string, KeptFile>();
    const deliveries: Delivery[] = [];
    const listeners = new Set<(deliveries: readonly Delivery[]) => void>();
    let over = false;

    function here(): void {
      if (over) throw new StorageError('closed');
      check();
    }
    function deliver(
      session: string,
      subjectId: string,
      kind: 'intake.submit' | 'safety.alert',
      slug: string,
    ) {
      chained += 1;
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
    }

    return {
      drafts: {
        async list() {
          here();
          return [...drafts.values()].map(
            ({ questionnaire, draftId, session, subjectId, owner, updatedAt }) => ({
              draftId,
              session,
              subjectId,
              questionnaireSlug: questionnaire.slug,
              formHash: questionnaire.formHash,
              owner,
              updatedAt,
            }),
          );
        },
        async open(draftId) {
          here();
          const content = drafts.get(draftId);
          return content === undefined ? { status: 'absent' } : { status: 'open', content };
        },
        async save(content) {
          here();
          drafts.set(content.draftId, content);
        },
        async discard(draftId) {
          here();
          drafts.delete(draftId);
          record.discarded.push(draftId);
        },
        async keepDefinition(formHash, definition) {
          here();
          definitions.set(formHash, definition);
        },
        async definition(formHash) {
          here();
          return definitions.get(formHash);
        },
      },
      blobs: {
        async keep({ bytes, contentType, title }) {
          here();
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
          const sha256 = Buffer.from(digest).toString('hex');
          const size = bytes.length;
          files.set(sha256, { bytes, contentType, size, ...(title === undefined ? {} : { title }) });
          return { sha256, size };
        },
        async adopt({ sha256, sealed, contentType, size }) {
          here();
          files.set(sha256, { bytes: sealed, contentType, size });
          return true;
        },
        async read(sha256) {
          here();
          return files.get(sha256);
        },
        async drop(sha256) {
          here();
          files.delete(sha256);
        },
      },
      async submit(draftId, payload) {
        here();
        drafts.delete(draftId);
        record.submitted.push(draftId);
        return deliver(payload.session, payload.patient.id, 'intake.submit', payload.questionnaire.slug);
      },
      async alert(payload) {
        here();
        pending = false;
        record.alerts.push(payload.hit.rule);
        return deliver(payload.session, payload.patient.id, 'safety.alert', payload.questionnaire.slug);
      },
      async list() {
        here();
        return deliveries;
      },
      watch(listener) {
        listeners.add(listener);
        watching += 1;
        listener([]);
        return () => {
          if (listeners.delete(listener)) watching -= 1;
        };
      },
      async pause(draftId, reason) {
        here();
        if (!drafts.delete(draftId)) throw new StorageError('absent');
        chained += 1;
        record.paused.push({ draftId, reason });
        return { code: 'K7-42QF', sent: connection.state === 'online' };
      },
      async adopt(content) {
        here();
        drafts.set(content.draftId, content);
      },
      alertPending: () => pending,
      async end(by) {
        check();
        if (over) return;
        over = true;
        open -= 1;
        pending = false;
        record.ends.push(by);
        for (const draftId of drafts.keys())
          if (by === 'discard') record.discarded.push(draftId);
          else record.paused.push({ draftId, reason: by });
        drafts.clear();
      },
    };
  }

  return {
    ...record,
    async start(): Promise<StorageReport> {
      check();
      return { mode: 'durable', persisted: true, evicted: false };
    },
    async begin() {
      if (!key) return undefined;
      open += 1;
      return patient();
    },
    canBegin: async () => ({ ok: key, ...(key ? { validUntil: '2027-02-01T00:00:00.000Z' } : {}) }),
    connection: () => connection,
    watchConnection(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    queued: async () => queued,
    chained: async () => chained,
    lastContact: () => '2026-11-20T08:59:00.000Z',
    async sendNow() {
      sends += 1;
    },
    device: async () => ({ deviceId: '5b7c7f5e-3a2b-4b0e-9d3f-6c0a2e5d8f41', publicJwk }),
    request: async (method, path, body) =>
      connection.state === 'offline' ? undefined : clinic.answer(method, path, body),
    async close() {},
    async stop() {
      stopped = true;
    },

    open: () => open,
    setKey(valid) {
      key = valid;
    },
    setAlertPending(to) {
      pending = to;
    },
    setConnection(to) {
      connection = to;
      for (const watcher of [...watchers]) watcher(to);
    },
    setQueued(count) {
      queued = count;
    },
    fail(code) {
      failing = code;
    },
    sends: () => sends,
    stopped: () => stopped,
    listeners: () => watchers.size + watching,
  };
}
