/** A typed fake of what keeps intakes: in memory, with a record of what became of each. The network is a `FakeClinic`, or any `Answerer`. */
import type { Connection, StorageReport } from '../../renderer/platform/contract/contract.ts';
import type { PublicJwk } from '../../sync/client/base/crypto-ports.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import {
  checkDisk,
  createFakePatientIntakes,
  type FakeIntakeRecord,
  type FakeKeeperState,
} from './fake-patient-intakes.ts';

export interface Answerer {
  answer(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body: unknown,
  ): Promise<{ readonly status: number; readonly json: unknown } | undefined>;
}

export interface FakeIntakes extends IntakeKeeper, FakeIntakeRecord {
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
  const record: FakeIntakeRecord = { paused: [], discarded: [], submitted: [], alerts: [], ends: [] };
  const state: FakeKeeperState = {
    record,
    definitions: new Map(),
    connection: { state: 'online', clockSkewMs: 0 },
    alertPending: false,
    failing: undefined,
    open: 0,
    chained: 0,
    watching: 0,
  };
  const watchers = new Set<(connection: Connection) => void>();
  let key = true;
  let queued = 0;
  let sends = 0;
  let stopped = false;

  return {
    ...record,
    async start(): Promise<StorageReport> {
      checkDisk(state);
      return { mode: 'durable', persisted: true, evicted: false };
    },
    async begin() {
      if (!key) return undefined;
      state.open += 1;
      return createFakePatientIntakes(state);
    },
    canBegin: async () => ({ ok: key, ...(key ? { validUntil: '2027-02-01T00:00:00.000Z' } : {}) }),
    connection: () => state.connection,
    watchConnection(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    queued: async () => queued,
    chained: async () => state.chained,
    lastContact: () => '2026-11-20T08:59:00.000Z',
    async sendNow() {
      sends += 1;
    },
    device: async () => ({ deviceId: '5b7c7f5e-3a2b-4b0e-9d3f-6c0a2e5d8f41', publicJwk }),
    request: async (method, path, body) =>
      state.connection.state === 'offline' ? undefined : clinic.answer(method, path, body),
    async close() {},
    async stop() {
      stopped = true;
    },

    open: () => state.open,
    setKey(valid) {
      key = valid;
    },
    setAlertPending(to) {
      state.alertPending = to;
    },
    setConnection(to) {
      state.connection = to;
      for (const watcher of [...watchers]) watcher(to);
    },
    setQueued(count) {
      queued = count;
    },
    fail(code) {
      state.failing = code;
    },
    sends: () => sends,
    stopped: () => stopped,
    listeners: () => watchers.size + state.watching,
  };
}
