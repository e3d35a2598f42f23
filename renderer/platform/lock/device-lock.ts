/** The patient's lock in a browser: the client's, with the passkeys of this page. */
import type { DraftLock } from '../../../sync/client/keys/draft-lock.ts';
import type { DeviceLock } from '../contract/contract.ts';

/** Few turn it on: loaded where the setting is shown, which asks for `support` first, so that a press finds it here. */
const loadPasskeys = () => import('./passkey.ts');
const loadAhead = () =>
  Promise.allSettled([loadPasskeys(), import('../../../sync/client/keys/lock-work.ts')]);

export function createDeviceLock(dependencies: {
  readonly lock: DraftLock;
  readonly host: string;
  /** The vendor's name. */
  readonly name: string;
}): DeviceLock {
  const { lock, host, name } = dependencies;
  const passkey = async () =>
    (await loadPasskeys()).createPasskey({ credentials: navigator.credentials, host, name });
  return {
    async support() {
      await loadAhead();
      return (await loadPasskeys()).passkeySupport(globalThis);
    },
    state: lock.state,
    watch: lock.watch,
    async enable(shown) {
      await lock.enable(await passkey(), shown);
    },
    unlock: async () => lock.unlock(await passkey()),
    unlockWithCode: lock.unlockWithCode,
    lock: lock.lock,
    disable: lock.disable,
  };
}
