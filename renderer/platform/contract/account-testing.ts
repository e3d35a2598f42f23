/** An account in memory, for tests of screens: what a test sets is what the screen is told. */
import type { Account, AccountState, RecordsView, RecordView } from './account.ts';

export const testSession: Extract<AccountState, { status: 'signed-in' }> = {
  status: 'signed-in',
  person: 'aaaaaaaa-0000-4000-8000-000000000001',
  email: 'ana@example.org',
  hasPassword: false,
  shared: false,
  provedAt: '2026-11-20T09:00:00.000Z',
  idleSeconds: 900,
};

export interface TestAccount extends Account {
  set(state: AccountState): void;
  /** All records of the person. */
  show(records: readonly RecordView[], view?: Omit<RecordsView, 'records'>): void;
  /** Codes that were asked for, by address. */
  readonly codes: readonly string[];
}

/** @param answers in the place of the verbs that a test is about. `123456` signs in; nothing else does. */
export function createTestAccount(
  start: AccountState = { status: 'signed-out' },
  answers: Partial<Account> = {},
): TestAccount {
  const watching = new Set<(state: AccountState) => void>();
  const viewing = new Map<(view: RecordsView) => void, string>();
  const codes: string[] = [];
  let state = start;
  let view: RecordsView = { status: 'loading', records: [] };
  const set = (next: AccountState) => {
    state = next;
    for (const listener of watching) listener(next);
  };
  const viewOf = (kind: string): RecordsView => ({
    ...view,
    records: view.records.filter((record) => record.kind === kind),
  });
  return {
    codes,
    set,
    show(records, about = { status: 'ready', pulledAt: '2026-11-20T09:00:00.000Z' }) {
      view = { ...about, records };
      for (const [listener, kind] of viewing) listener(viewOf(kind));
    },
    state: () => state,
    watch(listener) {
      watching.add(listener);
      listener(state);
      return () => watching.delete(listener);
    },
    watchRecords(kind, listener) {
      viewing.set(listener, kind);
      if (state.status === 'signed-in') listener(viewOf(kind));
      return () => viewing.delete(listener);
    },
    async requestCode(email) {
      codes.push(email);
      return { status: 'sent' };
    },
    async signIn({ email, by, shared }) {
      if (!('code' in by) || by.code !== '123456') return { status: 'wrong' };
      set({ ...testSession, email, shared });
      return { status: 'signed-in' };
    },
    signOut: async () => set({ status: 'signed-out' }),
    dismiss: async () => set({ status: 'signed-out' }),
    refresh: async () => undefined,
    sessions: async () => ({ status: 'ok', sessions: [] }),
    endSessions: async () => ({ status: 'done' }),
    async setPassword(password) {
      if (state.status === 'signed-in') set({ ...state, hasPassword: password !== null });
      return { status: 'done' };
    },
    async contacts() {
      const email = state.status === 'signed-in' ? state.email : '';
      return { status: 'ok', contacts: [{ email, verifiedAt: testSession.provedAt, canRemove: false }] };
    },
    requestContactCode: async () => ({ status: 'done' }),
    addContact: async ({ code }) => ({ status: code === '123456' ? 'done' : 'wrong' }),
    removeContact: async () => ({ status: 'done' }),
    async close() {
      set({ status: 'ended', why: 'closed', email: '' });
      return { status: 'done' };
    },
    claim: async ({ operations }) => ({ status: 'done', claimed: operations }),
    ...answers,
  };
}
