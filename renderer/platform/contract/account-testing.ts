/** An account in memory, for tests of screens: what a test sets is what the screen is told. */
import type {
  Account,
  AccountChanges,
  AccountState,
  AppleSignIn,
  PasskeyList,
  Passkeys,
  Phone,
  PhoneAnswer,
  RecordsView,
  RecordView,
} from './account.ts';

export const testSession: Extract<AccountState, { status: 'signed-in' }> = {
  status: 'signed-in',
  person: 'aaaaaaaa-0000-4000-8000-000000000001',
  email: 'ana@example.org',
  hasPassword: false,
  shared: false,
  provedAt: '2026-11-20T09:00:00.000Z',
  idleSeconds: 900,
};

export const testPasskeyList: PasskeyList = { passkeys: [], offer: false, rpId: 'localhost', user: null };

/** The server's side of passkeys, in memory: none, and none that is offered. */
export function createTestPasskeys(answers: Partial<Passkeys> = {}): Passkeys {
  return {
    request: async () => ({
      status: 'ok',
      request: { challenge: 'AAAA', rpId: location.hostname, timeout: 60_000 },
    }),
    list: async () => ({ status: 'ok', list: testPasskeyList }),
    creation: async () => ({
      status: 'ok',
      creation: {
        ...{ challenge: 'AAAA', rp: { id: location.hostname, name: 'Meadow' }, timeout: 60_000 },
        user: { id: 'BBBB', name: 'ana@example.org · Meadow', displayName: 'ana@example.org · Meadow' },
        ...{ algorithms: [-7], exclude: [] },
      },
    }),
    add: async () => ({ status: 'ok', list: testPasskeyList }),
    rename: async () => ({ status: 'done' }),
    remove: async () => ({ status: 'done' }),
    answerOffer: async () => undefined,
    ...answers,
  };
}

/** The server's side of Sign in with Apple: there is none. */
export function createTestApple(answers: Partial<AppleSignIn> = {}): AppleSignIn {
  return {
    available: async () => false,
    begin: async () => ({ status: 'ok', url: 'https://appleid.example/auth' }),
    outcome: async () => ({ status: 'mismatch' }),
    link: async () => ({ status: 'done' }),
    linked: async () => ({ status: 'unavailable' }),
    unlink: async () => ({ status: 'done' }),
    ...answers,
  };
}

export const testPhone: NonNullable<PhoneAnswer['phone']> = {
  ...{ shown: '+1 202 555 0143', signsIn: true, stopped: false, undeliverable: false },
};

/** The server's side of phone numbers, in memory: none, and `123456` proves one. */
export function createTestPhone(answers: Partial<Phone> = {}): Phone {
  return {
    requestCode: async () => ({ status: 'sent' }),
    read: async () => ({ status: 'ok', answer: { phone: null, canSignIn: true, sender: '+1 202 555 0199' } }),
    requestProof: async () => ({ status: 'done' }),
    prove: async ({ code }) => ({ status: code === '123456' ? 'done' : 'wrong' }),
    setSignsIn: async () => ({ status: 'done' }),
    remove: async () => ({ status: 'done' }),
    ...answers,
  };
}

export interface TestAccount extends Account, AccountChanges {
  set(state: AccountState): void;
  /** All records of the person. */
  show(records: readonly RecordView[], view?: Omit<RecordsView, 'records'>): void;
  /** Codes that were asked for, by address. */
  readonly codes: readonly string[];
}

/** @param answers in the place of the verbs that a test is about. `123456` signs in; nothing else does. */
export function createTestAccount(
  start: AccountState = { status: 'signed-out' },
  answers: Partial<Account & AccountChanges> = {},
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
  const all: TestAccount = {
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
    async signIn(credentials) {
      if (!('email' in credentials)) return { status: 'wrong' };
      const { by, shared } = credentials;
      if (!('code' in by) || by.code !== '123456') return { status: 'wrong' };
      const { email } = credentials;
      set({ ...testSession, email, shared });
      return { status: 'signed-in' };
    },
    passkeys: async () => createTestPasskeys(),
    phone: async () => createTestPhone(),
    apple: async () => createTestApple(),
    signOut: async () => set({ status: 'signed-out' }),
    dismiss: async () => set({ status: 'signed-out' }),
    refresh: async () => undefined,
    sessions: async () => ({ status: 'ok', sessions: [] }),
    endSessions: async () => ({ status: 'done' }),
    async setPassword(password) {
      if (state.status === 'signed-in') set({ ...state, hasPassword: password !== null });
      return { status: 'done' };
    },
    orderToken: async () => ({ status: 'absent' }),
    payByCard: async () => ({ status: 'absent' }),
    keepCard: async () => ({ status: 'done' }),
    removeCard: async () => ({ status: 'done' }),
    async contacts() {
      const email = state.status === 'signed-in' ? state.email : '';
      return {
        status: 'ok',
        contacts: [{ email, verifiedAt: testSession.provedAt, canRemove: false, undeliverable: false }],
      };
    },
    requestContactCode: async () => ({ status: 'done' }),
    addContact: async ({ code }) => ({ status: code === '123456' ? 'done' : 'wrong' }),
    removeContact: async () => ({ status: 'done' }),
    async close() {
      set({ status: 'ended', why: 'closed', email: '' });
      return { status: 'done' };
    },
    changes: async () => all,
    claim: async ({ operations }) => ({ status: 'done', claimed: operations }),
    ...answers,
  };
  return all;
}
