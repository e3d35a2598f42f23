/** A phone whose patient may lock it. */

import type { Channel } from '../base/ports.ts';
import { createDrafts, type Drafts } from '../drafts/drafts.ts';
import { createDraftLock } from '../keys/draft-lock.ts';
import { createKeyVault } from '../keys/key-vault.ts';
import { createSubjectKeys } from '../keys/subject-keys.ts';
import { createWebCrypto } from '../keys/web-crypto.ts';
import type { Store } from '../store/store.ts';
import { createPageSignals, noLocks, random } from './phone.ts';
import { type SampleDraft, sampleDraft } from './samples.ts';
import { createVirtualClock } from './virtual-clock.ts';

const crypto = createWebCrypto(globalThis.crypto);
let runs = 0;

/** Tabs of one vendor on one phone; each has its own memory, and the store in common. */
export function createLockPhone(vendor = 'meadow') {
  const listeners = new Map<symbol, (message: string) => void>();
  return {
    opens(store: Store) {
      runs += 1;
      const self = Symbol('tab');
      const channel: Pick<Channel, 'post' | 'listen'> = {
        post(message) {
          for (const [tab, listener] of listeners) if (tab !== self) listener(message);
        },
        listen(listener) {
          listeners.set(self, listener);
          return () => listeners.delete(self);
        },
      };
      const vault = createKeyVault({ vendor, crypto: crypto.lock, random });
      const keys = createSubjectKeys({ store, crypto, random, clock: createVirtualClock(), vault });
      const lock = createDraftLock({ vendor, store, crypto, vault, random, channel });
      const drafts: Drafts<SampleDraft> = createDrafts({
        vendor,
        writer: `run-${runs}`,
        store,
        keys,
        locks: noLocks,
        signals: createPageSignals(),
        onChange: () => undefined,
      });
      return { keys, lock, drafts, store };
    },
  };
}
export type LockTab = ReturnType<ReturnType<typeof createLockPhone>['opens']>;

export const mine = sampleDraft(1);
export const hers = sampleDraft(2);
/** What the draft says, or why it doesn't open. */
export const answersOf = async ({ drafts }: LockTab, draft: SampleDraft) => {
  const reading = await drafts.open(draft.draftId);
  return reading.status === 'open' ? reading.content.answers : reading.status;
};
export const stored = (store: Store) =>
  store.read(['drafts', 'copies', 'keys', 'envelopes'], async (transaction) => ({
    drafts: await transaction.all('drafts'),
    copies: await transaction.all('copies'),
    keys: await transaction.all('keys'),
    envelopes: await transaction.all('envelopes'),
  }));
