/**
 * When the device's store opens where no screen asks for it. Opening it takes a cheap phone most of a second, during which a tap waits: whose browser keeps
 * nothing of the vendor reads a page that asks for nothing without it. Their first touch opens it, or a while in which they only read.
 */
import { databaseName } from '../../sync/client/store/database-name.ts';
import { whenIdle } from '../base/when-idle.ts';
import { isNewcomer } from './newcomer.ts';

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
const PASSIVE = { passive: true, capture: true };

export interface StoreStart {
  readonly vendor: string;
  /** Whether what shows needs nothing of the store. */
  readonly isReading: () => boolean;
  /** Calls as another screen is about to show. @returns takes it back */
  readonly onNavigate: (listener: () => void) => () => void;
  readonly databases?: (() => Promise<readonly { readonly name?: string | undefined }[]>) | undefined;
}

function databasesHere(): StoreStart['databases'] {
  try {
    // oxlint-disable-next-line no-restricted-globals, no-restricted-properties -- whether there is a store at all; nothing is opened
    const factory: Partial<IDBFactory> | undefined = globalThis.indexedDB;
    return factory?.databases?.bind(factory);
  } catch {
    return undefined;
  }
}

/** The mark is a cookie, which may be gone before what it tells of. Where it can't be known, there may be a store. */
async function mayHaveStore(vendor: string, databases: StoreStart['databases']): Promise<boolean> {
  if (!isNewcomer(vendor) || databases === undefined) return true;
  try {
    return (await databases()).some(({ name }) => name === databaseName(vendor));
  } catch {
    return true;
  }
}

/** @returns for a page: calls `start` once, when the store is due there. That returns how to take it back. */
export function whenStoreIsDue({
  vendor,
  isReading,
  onNavigate,
  databases = databasesHere(),
}: StoreStart): (start: () => void) => () => void {
  return (start) => {
    let cancel: () => void = () => undefined;
    let isOver = false;
    const over = new AbortController();
    const due = () => {
      if (isOver) return;
      isOver = true;
      over.abort();
      cancel();
      cancel = whenIdle(start);
    };
    const onReturn = () => {
      if (document.visibilityState === 'visible') due();
    };
    const wait = () => {
      const options = { ...PASSIVE, signal: over.signal };
      for (const sign of SIGNS_OF_LIFE) addEventListener(sign, due, options);
      // What waits for the network is told of; and another tab, where somebody comes from, may have written.
      for (const change of ['offline', 'pageshow']) addEventListener(change, due, options);
      document.addEventListener('visibilitychange', onReturn, options);
      over.signal.addEventListener('abort', onNavigate(due));
      const timer = setTimeout(due, QUIET_MS);
      cancel = () => clearTimeout(timer);
    };
    if (!isReading()) due();
    else {
      void mayHaveStore(vendor, databases).then((may) => {
        if (isOver) return;
        if (may) due();
        else wait();
      });
    }
    return () => {
      isOver = true;
      over.abort();
      cancel();
    };
  };
}
