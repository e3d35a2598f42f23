/**
 * Ports whose answers are not waited for without end. What a browser asks its user, or promises itself, may stay open for as long as the
 * page lives: a question beside the address bar that nobody notices, a lock or a cache that another process hangs on. Nobody's work
 * may stand still over it, so that each answer has a time, and a way without it.
 */

import type { DeviceCrypto, LocalCrypto, LockCrypto, ReceiptKeys } from './base/crypto-ports.ts';
import { answerOr } from './base/deadline.ts';
import type { Clock, Locks } from './base/ports.ts';
import { StorageError } from './base/storage-error.ts';
import type { Marker, StorageQuota } from './store/store.ts';

type Timers = Pick<Clock, 'setTimer'>;

/** For what a browser knows at once where all is well. Beside the deadlines of the store, which comes after it. */
export const ANSWER_MS = 2_000;
/** Sealing the largest photo takes a slow phone some seconds. */
export const CRYPTO_MS = 30_000;
export const RECEIPT_KEYS_MS = 10_000;

/** A lock that isn't answered for is as if there were no locks: courtesy between tabs, and the ledger keeps that harmless (failure case 30). */
export function boundedLocks(locks: Locks, clock: Timers): Locks {
  return {
    async tryHold(name) {
      let late = false;
      const asked = locks.tryHold(name);
      const free = () => undefined;
      const release = await answerOr(clock, ANSWER_MS, asked, () => {
        late = true;
        return free;
      });
      // Granted after all, to nobody.
      if (late) void asked.then((granted) => granted?.()).catch(free);
      return release;
    },
  };
}

/** A mark that can't be read is as if there were none. */
export function boundedMarker(marker: Marker, clock: Timers): Marker {
  return {
    read: () => answerOr(clock, ANSWER_MS, marker.read(), () => undefined),
    write: (value) => answerOr(clock, ANSWER_MS, marker.write(value), () => undefined),
  };
}

/** `persist` has no bound of its own: it is a question to a person, and nobody may wait for it. */
export function boundedQuota(quota: StorageQuota, clock: Timers): StorageQuota {
  return {
    persisted: () =>
      answerOr<boolean | 'unsupported'>(clock, ANSWER_MS, quota.persisted(), () => 'unsupported'),
    persist: () => quota.persist(),
    estimate: () => answerOr(clock, ANSWER_MS, quota.estimate(), () => ({})),
  };
}

/** A receipt that can't be judged now is judged again with the next answer. */
export function boundedReceiptKeys(keys: ReceiptKeys, clock: Timers): ReceiptKeys {
  return {
    current: keys.current,
    refresh: () => answerOr(clock, RECEIPT_KEYS_MS, keys.refresh(), keys.current),
  };
}

/** Without an answer it fails as a store does that doesn't answer: what was written isn't called saved. */
const boundedWork =
  (clock: Timers) =>
  <R>(work: Promise<R>) =>
    answerOr(clock, CRYPTO_MS, work, () => {
      throw new StorageError('timeout');
    });

export function boundedLocalCrypto(crypto: LocalCrypto, clock: Timers): LocalCrypto {
  const within = boundedWork(clock);
  const boundedLock = (lock: LockCrypto): LockCrypto => ({
    root: (...given) => within(lock.root(...given)),
    derive: (...given) => within(lock.derive(...given)),
    seal: (...given) => within(lock.seal(...given)),
    open: (...given) => within(lock.open(...given)),
    newWrappedKey: (...given) => within(lock.newWrappedKey(...given)),
    unwrap: (...given) => within(lock.unwrap(...given)),
    rewrap: (...given) => within(lock.rewrap(...given)),
  });
  return {
    newSubjectKey: () => within(crypto.newSubjectKey()),
    seal: (...given) => within(crypto.seal(...given)),
    open: (...given) => within(crypto.open(...given)),
    ...(crypto.lock === undefined ? {} : { lock: boundedLock(crypto.lock) }),
  };
}

export function boundedCrypto(crypto: DeviceCrypto, clock: Timers): DeviceCrypto {
  const within = boundedWork(clock);
  return {
    ...boundedLocalCrypto(crypto, clock),
    newDeviceKey: () => within(crypto.newDeviceKey()),
    signWithDevice: (...given) => within(crypto.signWithDevice(...given)),
    verify: (...given) => within(crypto.verify(...given)),
    sealTo: (...given) => within(crypto.sealTo(...given)),
    sealBlob: (...given) => within(crypto.sealBlob(...given)),
    openBlob: (...given) => within(crypto.openBlob(...given)),
    sha256: (...given) => within(crypto.sha256(...given)),
    humanCode: (...given) => within(crypto.humanCode(...given)),
  };
}
