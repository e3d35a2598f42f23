/**
 * When the device's store opens where no screen asks for it. Opening it takes a cheap phone most of a second, during which a tap waits: whose browser keeps
 * nothing of the vendor reads a page that asks for nothing without it. Their first touch opens it, or a while in which they only read.
 */
import { databaseName } from '../../sync/client/store/database-name.ts';
import { whenIdle } from '../base/when-idle.ts';
import { isNewcomer } from '../device/newcomer.ts';

export const QUIET_MS = 10_000;

/** Whatever somebody does on a page; none of it happens by itself. */
const SIGNS_OF_LIFE = [
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
  vendor = '',
  databases: Databases = databasesHere(),
): Promise<void> {
  const over = new AbortController();
  const due = () => {
    if (over.signal.aborted) return;
    over.abort();
    whenIdle(start);
  };
  // A screen that is pressed meanwhile may lead to another.
  const stopListening = screens.subscribe('onBeforeNavigate', due);
  over.signal.addEventListener('abort', stopListening);
  const isReading = screens.state.matches.some(({ staticData }) => staticData.reading);
  if (!isReading || (await mayHaveStore(vendor, databases))) return due();
  const options = { passive: true, capture: true, signal: over.signal };
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, due, options);
  // What waits for the network is told of; and another tab, where somebody comes from, may have written.
  for (const change of ['offline', 'pageshow']) addEventListener(change, due, options);
  const onReturn = () => document.visibilityState === 'visible' && due();
  document.addEventListener('visibilitychange', onReturn, options);
  const timer = setTimeout(due, QUIET_MS);
  over.signal.addEventListener('abort', () => clearTimeout(timer));
}
