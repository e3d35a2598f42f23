/** The patient's lock in a browser: the client's, with the passkeys of this page. */
import type { DraftLock } from '../../sync/client/draft-lock.ts';
import type { DeviceLock } from './contract.ts';
import { createPasskey, passkeySupport } from './passkey.ts';

export function createDeviceLock(dependencies: {
  readonly lock: DraftLock;
  readonly host: string;
  /** The vendor's name. */
  readonly name: string;
}): DeviceLock {
  const { lock, host, name } = dependencies;
  const passkey = () => createPasskey({ credentials: navigator.credentials, host, name });
  return {
    support: () => passkeySupport(globalThis),
    state: lock.state,
    watch: lock.watch,
    async enable(shown) {
      await lock.enable(passkey(), shown);
    },
    unlock: () => lock.unlock(passkey()),
    unlockWithCode: lock.unlockWithCode,
    lock: lock.lock,
    disable: lock.disable,
  };
}
