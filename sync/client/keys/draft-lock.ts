/**
 * The patient's lock: while it is on, drafts and readable copies open only by a passkey or by the recovery code. What is
 * finished never depends on it, because it is sealed to the clinic.
 *
 * Turning it on or off is one transaction: a kill at any point leaves the device as it was before, or as it is after.
 *
 * ```
 *          enable                 lock, reload, another tab
 *   off ───────────> open ────────────────────────────────> locked
 *    ^  <─────────────    <────────────────────────────────
 *          disable          unlock, unlockWithCode
 * ```
 */

import type { LocalCrypto } from '../base/crypto-ports.ts';
import type { Channel, Random, Unsubscribe } from '../base/ports.ts';
import { StorageError } from '../base/storage-error.ts';
import type { Store } from '../store/store.ts';
import type { KeyVault } from './key-vault.ts';
import { readLock } from './lock-row.ts';
import type { PasskeyPort } from './passkey-port.ts';

export type LockState = 'off' | 'open' | 'locked';
/** `mistyped`: the code's check symbol doesn't fit. `wrong`: a genuine code or passkey, of something else. */
export type UnlockResult = 'open' | 'off' | 'mistyped' | 'wrong';

export interface DraftLock {
  state(): Promise<LockState>;
  /** Tells of each change of {@link DraftLock.state}, in this tab or another. */
  watch(listener: () => void): Unsubscribe;
  /**
   * Turns the lock on, for everything that is here and all that comes; afterwards it is open.
   *
   * @param shown awaited with the recovery code before anything is locked: resolves when the person has noted it; where it rejects,
   *   the lock stays off.
   * @returns the code in seven groups of four, which is kept nowhere.
   * @throws StorageError `taken-over` where the lock is on already; what the passkey rejects with.
   */
  enable(
    passkey: PasskeyPort,
    shown?: (recoveryCode: string) => Promise<void>,
  ): Promise<{ readonly recoveryCode: string }>;
  /** Rejects with what the passkey rejects with. */
  unlock(passkey: PasskeyPort): Promise<UnlockResult>;
  unlockWithCode(code: string): Promise<UnlockResult>;
  /** Forgets the keys, here and in the other tabs. Deletes nothing. */
  lock(): void;
  /** @throws StorageError `locked` where it isn't open. */
  disable(): Promise<void>;
  /** The older code is void. @throws StorageError `locked` where it isn't open. */
  renewCode(shown?: (recoveryCode: string) => Promise<void>): Promise<{ readonly recoveryCode: string }>;
  /** For a passkey that was deleted: the older is void. @throws StorageError `locked` where it isn't open. */
  replacePasskey(passkey: PasskeyPort): Promise<void>;
  stop(): void;
}

const LOCK_NOW = 'draft-lock:lock';
const CHANGED = 'draft-lock:changed';

export function createDraftLock(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly crypto: LocalCrypto;
  readonly vault: KeyVault;
  readonly random: Random;
  readonly channel: Pick<Channel, 'post' | 'listen'>;
}): DraftLock {
  const { vendor, store, crypto, vault, random, channel } = dependencies;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const stopWatching = vault.watch(tell);
  const stopListening = channel.listen((message) => {
    if (message === LOCK_NOW) vault.forget();
    if (message === CHANGED) tell();
  });
  const changed = () => {
    channel.post(CHANGED);
    tell();
  };

  const load = async () => {
    const { createLockChanges, createLockRoots, newRecoveryCode, secretOfCode } = await import(
      './lock-work.ts'
    );
    const roots = () => {
      if (crypto.lock === undefined) throw new StorageError('not-storable');
      return createLockRoots({ vendor, crypto: crypto.lock, random });
    };
    const changes = createLockChanges({ vendor, store, crypto, vault, random, roots });
    return { roots, changes, newCode: () => newRecoveryCode(random), secretOfCode };
  };
  const current = () => store.read(['meta'], readLock);
  const openNow = async () => {
    const lock = await current();
    const open = vault.openLock();
    if (lock === undefined || open === undefined || open.lockId !== lock.id) throw new StorageError('locked');
    return { lock, open };
  };

  return {
    async state() {
      const lock = await current();
      if (lock === undefined) return 'off';
      return vault.openLock()?.lockId === lock.id ? 'open' : 'locked';
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async enable(passkey, shown) {
      if ((await current()) !== undefined) throw new StorageError('taken-over');
      const { roots, changes, newCode } = await load();
      const made = roots();
      const byPasskey = await made.ofNewPasskey(passkey);
      const recoveryCode = newCode();
      const byCode = await made.ofNewCode(recoveryCode);
      await shown?.(recoveryCode);
      vault.hold(await changes.turnOn(byPasskey, byCode));
      changed();
      return { recoveryCode };
    },
    async unlock(passkey) {
      const lock = await current();
      if (lock === undefined) return 'off';
      const secret = await passkey.get(lock.credentialId, lock.prfSalt);
      const { roots } = await load();
      const open = await roots().openByPasskey(lock, secret);
      if (open === undefined) return 'wrong';
      vault.hold(open);
      return 'open';
    },
    async unlockWithCode(code) {
      const lock = await current();
      if (lock === undefined) return 'off';
      const { roots, secretOfCode } = await load();
      const secret = secretOfCode(code);
      if (secret === undefined) return 'mistyped';
      const open = await roots().openByCode(lock, secret);
      if (open === undefined) return 'wrong';
      vault.hold(open);
      return 'open';
    },
    lock() {
      vault.forget();
      channel.post(LOCK_NOW);
    },
    async disable() {
      const before = await openNow();
      const { changes } = await load();
      await changes.turnOff(before);
      vault.forget();
      changed();
    },
    async renewCode(shown) {
      const before = await openNow();
      const { roots, changes, newCode } = await load();
      const recoveryCode = newCode();
      const byCode = await roots().ofNewCode(recoveryCode);
      await shown?.(recoveryCode);
      vault.hold(await changes.replaceCode(before, byCode));
      changed();
      return { recoveryCode };
    },
    async replacePasskey(passkey) {
      const before = await openNow();
      const { roots, changes } = await load();
      const byPasskey = await roots().ofNewPasskey(passkey);
      vault.hold(await changes.replacePasskey(before, byPasskey));
      changed();
    },
    stop() {
      stopWatching();
      stopListening();
      listeners.clear();
    },
  };
}
