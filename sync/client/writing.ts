/** The part of the client that writes drafts: all that a form takes until it is finished. What sends comes with `client.ts`, in a browser later. */
import type { LocalCrypto } from './base/crypto-ports.ts';
import type { Channel, Clock, Locks, Random, Signals, Unsubscribe } from './base/ports.ts';
import { createDrafts, type DraftHead, type Drafts } from './drafts/drafts.ts';
import { createDraftLock, type DraftLock } from './keys/draft-lock.ts';
import { createKeyVault } from './keys/key-vault.ts';
import { type Custody, createSubjectKeys, type SubjectKeys } from './keys/subject-keys.ts';
import type { Store } from './store/store.ts';

export interface WritingPorts {
  readonly vendor: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly locks: Locks;
  readonly channel: Channel;
  readonly signals: Signals;
  readonly crypto: LocalCrypto;
  /** A draft or a delivery has come or gone. */
  readonly onContentChange?: () => void;
}

export interface Writing<Content extends DraftHead> {
  readonly drafts: Drafts<Content>;
  readonly keys: SubjectKeys;
  readonly lock: DraftLock;
  /** A draft or a delivery has come or gone: tells this tab and the others. */
  changed(): void;
  /** Tells those who watch in this tab. */
  tellHere(): void;
  watch(listener: () => void): Unsubscribe;
  stop(): Promise<void>;
}

/** What tabs tell each other. */
export const CHANGED = 'changed';

export function createWriting<Content extends DraftHead>(
  ports: WritingPorts & { readonly custody?: Custody | undefined },
): Writing<Content> {
  const { vendor, store, clock, random, locks, channel, signals, crypto, custody } = ports;
  const listeners = new Set<() => void>();
  const tellHere = () => {
    for (const listener of listeners) listener();
  };
  const changed = () => {
    channel.post(CHANGED);
    ports.onContentChange?.();
    tellHere();
  };
  const vault = createKeyVault({ vendor, crypto: crypto.lock, random });
  const keys = createSubjectKeys({ store, crypto, random, clock, vault, custody });
  const lock = createDraftLock({ vendor, store, crypto, vault, random, channel });
  const drafts = createDrafts<Content>({
    ...{ vendor, store, keys, locks, signals },
    writer: clock.boot,
    onChange: changed,
  });
  return {
    ...{ drafts, keys, lock, changed, tellHere },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      drafts.stop();
      lock.stop();
      channel.close();
      listeners.clear();
      await store.close();
    },
  };
}
