/** Each thing is tried, not asked about, where trying it disturbs nobody; none may take longer than three seconds. */
import { answerOr } from '../../../../sync/client/base/deadline.ts';
import { systemTimers } from '../../../../sync/client/base/system-clock.ts';
import type { Checked, CheckName, CheckStatus } from './report.ts';

export const WITHIN_MS = 3_000;

const ENOUGH_MB = 200;
const MIN_MB = 20;
const SKEW_NOTED_SECONDS = 60;
const SKEW_HARMFUL_SECONDS = 300;
const MEGABYTE = 1_000_000;

/** What of the browser is tried. */
export interface Surroundings {
  readonly navigator: {
    readonly serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistrations'> | undefined;
    readonly storage?: Pick<StorageManager, 'estimate' | 'persisted'> | undefined;
    readonly permissions?: Pick<Permissions, 'query'> | undefined;
  };
  readonly indexedDB: IDBFactory | undefined;
  readonly crypto: Crypto;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  /** The address of the app's own script: its name is its version. */
  readonly entry: string | undefined;
  readonly canPrint: boolean;
  readonly hasKioskBridge: boolean;
  /** Shows a toast. @returns whether it is on the screen. */
  readonly showToast: () => Promise<boolean>;
}

const is = (passed: boolean, otherwise: CheckStatus = 'fail'): Checked => ({
  status: passed ? 'pass' : otherwise,
});

const answered = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('The database refused'));
  });

const SCRATCH = 'self-check';

/** Writes, closes, opens again and reads. */
async function tryDatabase({ indexedDB, now }: Surroundings): Promise<Checked> {
  if (!indexedDB) return { status: 'fail' };
  const begun = now();
  const open = () => {
    const request = indexedDB.open(SCRATCH, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('rows');
    return answered(request);
  };
  const value = Math.floor(begun);
  const first = await open();
  await answered(first.transaction('rows', 'readwrite').objectStore('rows').put(value, 'row'));
  first.close();
  const second = await open();
  const read = await answered(second.transaction('rows').objectStore('rows').get('row'));
  second.close();
  await answered(indexedDB.deleteDatabase(SCRATCH));
  return { ...is(read === value), figures: { databaseMilliseconds: now() - begun } };
}

async function tryStorage({ navigator }: Surroundings): Promise<Checked> {
  if (!navigator.storage) return { status: 'unknown' };
  const [{ quota = 0, usage = 0 }, isPersistent] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ]);
  const freeMegabytes = (quota - usage) / MEGABYTE;
  const status =
    freeMegabytes < MIN_MB ? 'fail' : freeMegabytes < ENOUGH_MB || !isPersistent ? 'warn' : 'pass';
  return { status, figures: { freeMegabytes, isPersistent: Number(isPersistent) } };
}

async function tryWorker({ navigator }: Surroundings): Promise<Checked> {
  if (!navigator.serviceWorker) return { status: 'fail' };
  const found = await navigator.serviceWorker.getRegistrations();
  const isActive = found.some(({ active }) => active?.state === 'activated');
  const hasNewer = found.some(({ waiting }) => waiting !== null);
  return { status: isActive && !hasNewer ? 'pass' : 'warn', figures: { workers: found.length } };
}

/** A key is made, and what it has sealed and signed is read again. */
async function tryCrypto({ crypto }: Surroundings): Promise<Checked> {
  const { subtle } = crypto;
  const text = crypto.getRandomValues(new Uint8Array(32));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, key, text);
  const opened = new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed));
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  const by = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await subtle.sign(by, pair.privateKey, text);
  const isSigned = await subtle.verify(by, pair.publicKey, signature, text);
  return is(isSigned && opened.every((byte, at) => byte === text[at]));
}

/** What the device's own stores still have to send, counted and never read. */
async function countWaiting({ indexedDB }: Surroundings): Promise<Checked> {
  if (!indexedDB?.databases) return { status: 'unknown' };
  const names = (await indexedDB.databases()).flatMap(({ name }) =>
    /^v:[^:]+:store$/.test(name ?? '') ? [name ?? ''] : [],
  );
  let waiting = 0;
  for (const name of names) {
    const database = await answered(indexedDB.open(name));
    // Whatever waits there can't be counted: that isn't that nothing does.
    const isKnown = database.objectStoreNames.contains('outbox');
    if (isKnown) waiting += await answered(database.transaction('outbox').objectStore('outbox').count());
    database.close();
    if (!isKnown) return { status: 'unknown' };
  }
  return { ...is(waiting === 0, 'warn'), figures: { waiting } };
}

const reach = ({ fetch }: Surroundings, path: string) =>
  fetch(path, { cache: 'no-store', credentials: 'omit', headers: { accept: 'application/json' } });

async function tryNetwork(around: Surroundings): Promise<Checked> {
  const begun = around.now();
  const response = await reach(around, '/healthz');
  const body: unknown = await response.json();
  // A hotel's sign-in page answers, too.
  const isOurs = typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';
  return { ...is(isOurs), figures: { answerMilliseconds: around.now() - begun } };
}

async function tryClock(around: Surroundings): Promise<Checked> {
  const { headers } = await reach(around, '/healthz');
  const theirs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return { status: 'unknown' };
  const clockSkewSeconds = (around.now() - theirs) / 1_000;
  const off = Math.abs(clockSkewSeconds);
  const status = off <= SKEW_NOTED_SECONDS ? 'pass' : off <= SKEW_HARMFUL_SECONDS ? 'warn' : 'fail';
  return { status, figures: { clockSkewSeconds } };
}

/** Only what the browser has noted: nothing is turned on, and nobody is asked. Some browsers don't know the name, and throw (C64). */
async function readPermission({ navigator }: Surroundings, name: 'camera' | 'microphone'): Promise<Checked> {
  if (!navigator.permissions) return { status: 'unknown' };
  const { state } = await navigator.permissions.query({ name });
  return { status: state === 'granted' ? 'pass' : state === 'denied' ? 'fail' : 'unknown' };
}

const CHECKERS: Readonly<Record<CheckName, (around: Surroundings) => Promise<Checked>>> = {
  app: async ({ entry }) => is(entry !== undefined, 'unknown'),
  worker: tryWorker,
  storage: tryStorage,
  database: tryDatabase,
  crypto: tryCrypto,
  network: tryNetwork,
  sync: async (around) => is((await reach(around, '/readyz')).ok, 'warn'),
  clock: tryClock,
  outbox: countWaiting,
  camera: (around) => readPermission(around, 'camera'),
  microphone: (around) => readPermission(around, 'microphone'),
  printer: async ({ canPrint }) => (canPrint ? { status: 'unknown' } : { status: 'fail' }),
  kiosk: async ({ hasKioskBridge }) => is(hasKioskBridge, 'unknown'),
  toast: async ({ showToast }) => is(await showToast()),
};

/** What a check that broke says: not being able to ask is no fault of the device. */
const BROKEN: Readonly<Partial<Record<CheckName, CheckStatus>>> = {
  camera: 'unknown',
  microphone: 'unknown',
  outbox: 'unknown',
  storage: 'unknown',
  clock: 'unknown',
};

export async function runCheck(name: CheckName, around: Surroundings): Promise<Checked> {
  const broken: Checked = { status: BROKEN[name] ?? 'fail' };
  const check = async () => {
    try {
      return await CHECKERS[name](around);
    } catch {
      return broken;
    }
  };
  return await answerOr(systemTimers, WITHIN_MS, check(), () => broken);
}
