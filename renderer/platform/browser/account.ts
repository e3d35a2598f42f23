/**
 * The account as every page has it: a look at the row that says who is signed in. All else is loaded where it says somebody, or once somebody signs in, so that
 * the pages of those who never do stay small.
 */
import type { RunningAccount } from '../../../sync/client/account/account.ts';
import type { Channel } from '../../../sync/client/base/ports.ts';
import type { Store } from '../../../sync/client/store/store.ts';
import type { Account } from '../contract/account.ts';

export interface LateAccount extends Account {
  /** Looks who is signed in, now and where another tab says that it has changed. */
  start(): void;
  stop(): Promise<void>;
}

export function createLateAccount(options: {
  readonly store: Store;
  readonly channel: Channel;
  readonly load: () => Promise<RunningAccount>;
}): LateAccount {
  const { store, channel, load } = options;
  let nobody = false;
  let account: RunningAccount | undefined;
  let loading: Promise<RunningAccount> | undefined;
  /** Who watches and hasn't been handed over yet; told where there is nobody. */
  const waiting = new Map<() => void, () => void>();

  const open = () => {
    loading ??= load()
      .then(async (loaded) => {
        await loaded.start().catch(async (error: unknown) => {
          await loaded.stop();
          throw error;
        });
        account = loaded;
        for (const [follow] of waiting) follow();
        waiting.clear();
        return loaded;
      })
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
  const look = async () => {
    if (loading) return;
    nobody = !(await store.read(['account'], (transaction) => transaction.get('account', 'account')));
    if (!nobody) await open();
    else for (const tell of waiting.values()) tell();
  };
  const lookAgain = () => void look().catch(() => undefined);

  const follow = (begin: (running: RunningAccount) => () => void, tell: () => void) => {
    let stop: () => void = () => waiting.delete(hand);
    const hand = () => {
      if (account) stop = begin(account);
    };
    if (account) hand();
    else {
      waiting.set(hand, tell);
      if (nobody) tell();
    }
    return () => stop();
  };
  const signedOut = { status: 'signed-out' } as const;

  return {
    state: () => account?.state() ?? (nobody ? signedOut : undefined),
    watch: (listener) =>
      follow(
        (running) => running.watch(listener),
        () => listener(signedOut),
      ),
    watchRecords: (kind, listener) =>
      follow(
        (running) => running.watchRecords(kind, listener),
        () => undefined,
      ),
    requestCode: async (...given) => (await open()).requestCode(...given),
    signIn: async (...given) => (await open()).signIn(...given),
    passkeys: async () => (await open()).passkeys(),
    apple: async () => (await open()).apple(),
    phone: async () => (await open()).phone(),
    signOut: async () => (await open()).signOut(),
    dismiss: async () => (await open()).dismiss(),
    refresh: async () => (await open()).refresh(),
    sessions: async () => (await open()).sessions(),
    endSessions: async (...given) => (await open()).endSessions(...given),
    setPassword: async (...given) => (await open()).setPassword(...given),
    changes: async () => (await open()).changes(),
    claim: async (...given) => (await open()).claim(...given),
    start() {
      channel.listen(lookAgain);
      lookAgain();
    },
    async stop() {
      await (await loading?.catch(() => undefined))?.stop();
      channel.close();
    },
  };
}
