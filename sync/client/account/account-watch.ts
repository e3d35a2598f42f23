/** Who is signed in and what their records are, as this tab tells its screens. */
import { createKicks } from '../base/kicks.ts';
import type { Channel, Unsubscribe } from '../base/ports.ts';
import type { PersonView, ReadRecords } from '../records/read-records.ts';
import type { RecordPlaces } from '../records/record-place.ts';
import type { RecordsView } from '../records/record-view.ts';
import { doubt } from '../records/take-page.ts';
import type { AccountRow } from '../store/rows.ts';
import type { Account, AccountState } from './account-contract.ts';
import type { AccountStore } from './account-store.ts';

/** Who is signed in or what their records are has changed. */
export const CHANGED = 'changed';

export interface AccountWatch extends Pick<Account, 'state' | 'watch' | 'watchRecords'> {
  /** @returns the account where its records may be read. */
  readState(): Promise<AccountRow | undefined>;
  /** As read last. */
  seen(): AccountRow | undefined;
  /** By this tab: told to all. */
  changed(): Promise<void>;
  /** Reads the records again, for who watches them. */
  refreshViews(): void;
  stop(): Promise<void>;
}

function viewOf(view: PersonView | undefined, kind: string): RecordsView {
  if (view === undefined) return { status: 'loading', records: [] };
  const { unopened: _, ...rest } = view;
  return { ...rest, records: view.records.filter((record) => record.kind === kind) };
}

export function createAccountWatch(dependencies: {
  readonly accounts: AccountStore;
  readonly places: RecordPlaces;
  readonly records: ReadRecords;
  readonly channel: Pick<Channel, 'post'>;
  readonly onState: (isSignedIn: boolean) => void;
  readonly pull: () => void;
}): AccountWatch {
  const { accounts, places, records, channel, onState, pull } = dependencies;
  const stateListeners = new Set<(state: AccountState) => void>();
  const viewListeners = new Set<{ readonly kind: string; readonly listener: (view: RecordsView) => void }>();
  let state: AccountState | undefined;
  let seen: AccountRow | undefined;
  let stopped = false;

  async function readState(): Promise<AccountRow | undefined> {
    const row = await accounts.read();
    const next = accounts.stateOf(row);
    if (seen?.mark !== row?.mark) {
      records.forget();
      // What another tab has ended leaves the memory of this one.
      if (seen?.shared === true && seen.person !== row?.person) places.forgetMemory();
    }
    seen = row;
    const changed = JSON.stringify(next) !== JSON.stringify(state);
    state = next;
    onState(next.status === 'signed-in');
    if (changed && !stopped) for (const listener of stateListeners) listener(next);
    return next.status === 'signed-in' ? row : undefined;
  }

  async function tellViews(): Promise<void> {
    if (viewListeners.size === 0 || stopped) return;
    const account = await readState();
    const view = account && (await records.read(account));
    // They may have signed out, or somebody else in, while it was being opened.
    const shown = account?.mark === seen?.mark && state?.status === 'signed-in' ? view : undefined;
    for (const { kind, listener } of viewListeners) listener(viewOf(shown, kind));
    if (account?.person === undefined || view === undefined || view.unopened === 0) return;
    const asked = { mark: account.mark, person: account.person, cursor: null };
    const doubted = await doubt(places.of(account), asked);
    if (doubted === 'ask') pull();
    if (doubted === 'failed') refreshViews();
  }
  const reading = createKicks(() => tellViews().catch(() => undefined));
  const refreshViews = () => void reading.kick();

  return {
    state: () => state,
    seen: () => seen,
    readState,
    refreshViews,
    async changed() {
      channel.post(CHANGED);
      await readState();
      refreshViews();
    },
    watch(listener): Unsubscribe {
      stateListeners.add(listener);
      if (state !== undefined) listener(state);
      return () => stateListeners.delete(listener);
    },
    watchRecords(kind, listener) {
      const entry = { kind, listener };
      viewListeners.add(entry);
      refreshViews();
      return () => viewListeners.delete(entry);
    },
    async stop() {
      stopped = true;
      await reading.stop();
    },
  };
}
