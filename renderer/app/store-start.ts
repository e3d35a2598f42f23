/**
 * When the device's store opens if no screen asks for it. Opening it blocks a cheap phone for most of a second. On reading pages, a browser with nothing stored
 * of the vendor waits for the first input, or ten seconds.
 */
import { databaseName } from '../../sync/client/store/database-name.ts';
import { whenIdle } from '../base/when-idle.ts';
import { isNewcomer } from '../device/newcomer.ts';

export const QUIET_MS = 10_000;

/** Events that only a person causes. */
const USER_INPUT_EVENTS = [
  'pointerdown',
  'pointermove',
  'keydown',
  'click',
  'focusin',
  'input',
  'scroll',
  'wheel',
];
/** What is read of the router. */
export interface Screens {
  readonly state: {
    readonly status: 'pending' | 'idle';
    readonly matches: readonly { readonly staticData: { readonly reading?: true } }[];
  };
  subscribe(event: 'onBeforeNavigate', listener: () => void): () => void;
}

type Databases = (() => Promise<readonly { readonly name?: string | undefined }[]>) | undefined;

function databasesHere(): Databases {
  try {
    // oxlint-disable-next-line no-restricted-globals, no-restricted-properties -- whether there is a store at all; nothing is opened
    const factory: Partial<IDBFactory> | undefined = globalThis.indexedDB;
    return factory?.databases?.bind(factory);
  } catch {
    return undefined;
  }
}

/** The mark is a cookie, which may be gone before what it tells of. Where it can't be known, there may be a store. */
async function mayHaveStore(vendor: string, databases: Databases): Promise<boolean> {
  if (!isNewcomer(vendor) || databases === undefined) return true;
  try {
    return (await databases()).some(({ name }) => name === databaseName(vendor));
  } catch {
    return true;
  }
}

/** Calls `start` once, when the store is due on the page. */
export async function whenStoreIsDue(
  screens: Screens,
  start: () => void,
  pack: { readonly slug: string } | undefined,
  databases: Databases = databasesHere(),
): Promise<void> {
  const vendor = pack?.slug ?? '';
  const over = new AbortController();
  const due = () => {
    if (over.signal.aborted) return;
    over.abort();
    whenIdle(start);
  };
  // A screen that is pressed meanwhile may lead to another.
  const stopListening = screens.subscribe('onBeforeNavigate', due);
  const timer = setTimeout(due, QUIET_MS);
  over.signal.addEventListener('abort', () => {
    stopListening();
    clearTimeout(timer);
  });
  const options = { passive: true, capture: true, signal: over.signal };
  for (const sign of USER_INPUT_EVENTS) addEventListener(sign, due, options);
  // Where somebody comes back from, another tab may have written.
  window.addEventListener('pageshow', ({ persisted }) => persisted && due(), options);
  const onReturn = () => document.visibilityState === 'visible' && due();
  document.addEventListener('visibilitychange', onReturn, options);
  const { status, matches } = screens.state;
  const isReading = status !== 'pending' && matches.some(({ staticData }) => staticData.reading);
  // A browser that doesn't answer delays nobody any longer than one who only reads.
  if (!isReading || (await mayHaveStore(vendor, databases))) due();
}
