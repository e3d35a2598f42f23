import { afterEach, beforeEach, expect, test } from 'vitest';
import { StorageError } from '../../../sync/client/base/storage-error.ts';
import { createPatientDesk, type PatientDesk } from '../../../sync/client/testing/patient-desk.ts';
import {
  createPatientPhone,
  type PatientPhone,
  signsIn,
} from '../../../sync/client/testing/patient-phone.ts';
import { until } from '../../../sync/client/testing/until.ts';
import type { AccountState, RecordsView } from '../contract/account.ts';
import { createLateAccount } from './account.ts';

const ANA = 'aaaaaaaa-0000-4000-8000-000000000001';
let desk: PatientDesk;
let phone: PatientPhone;
beforeEach(() => {
  desk = createPatientDesk();
  desk.enroll('ana@example.org', ANA);
  desk.commit(ANA, { records: [{ id: 'one', body: {} }] });
  phone = createPatientPhone({ desk });
});
afterEach(() => phone.switchesOff());

function opens() {
  const messages = new Set<(message: string) => void>();
  const loads = { count: 0, stopped: 0, fail: false, slow: false };
  const account = createLateAccount({
    store: phone.connect(),
    channel: {
      post: () => undefined,
      listen(listener) {
        messages.add(listener);
        return () => messages.delete(listener);
      },
      close: () => undefined,
    },
    async load() {
      loads.count += 1;
      if (loads.fail) throw new TypeError('Failed to fetch');
      const { account: loaded } = await phone.opens();
      return {
        ...loaded,
        async start() {
          if (loads.slow) throw new StorageError('timeout');
        },
        async stop() {
          loads.stopped += 1;
          await loaded.stop();
        },
      };
    },
  });
  const states: AccountState[] = [];
  const views: RecordsView[] = [];
  account.watch((state) => void states.push(state));
  const stopViews = account.watchRecords('case', (view) => void views.push(view));
  account.start();
  return {
    account,
    loads,
    states,
    views,
    stopViews,
    hears() {
      for (const tell of messages) tell('changed');
    },
  };
}

test('where nobody is signed in, nothing is loaded, and who watches is told so', async () => {
  const { account, loads, states } = opens();
  expect(account.state()).toBeUndefined();
  await until(() => states.length > 0);
  expect(states).toEqual([{ status: 'signed-out' }]);
  expect(account.state()).toEqual({ status: 'signed-out' });
  expect(loads.count).toBe(0);
});

test('signing in loads it once, and hands over who watches', async () => {
  const { account, loads, states, views, stopViews } = opens();
  await until(() => states.length > 0);
  const credentials = { email: 'ana@example.org', language: 'en', shared: false } as const;
  const [first] = await Promise.all([
    account.signIn({ ...credentials, by: { code: '123456' } }),
    account.requestCode('ana@example.org', 'en'),
  ]);
  expect(first).toEqual({ status: 'signed-in' });
  await until(() => states.at(-1)?.status === 'signed-in');
  await until(() => views.at(-1)?.records.length === 1);
  expect(loads.count).toBe(1);
  stopViews();
  const told = views.length;
  await account.signOut();
  await until(() => states.at(-1)?.status === 'signed-out');
  expect(views).toHaveLength(told);
});

test('where the row says that somebody is signed in, it is loaded at once', async () => {
  await signsIn(await phone.opens(), 'ana@example.org');
  const { loads, states } = opens();
  await until(() => states.at(-1)?.status === 'signed-in');
  expect(loads.count).toBe(1);
  expect(states.some(({ status }) => status === 'signed-out')).toBe(false);
});

test('another tab signs in: heard of, and loaded', async () => {
  const { states, loads, hears } = opens();
  await until(() => states.length > 0);
  await signsIn(await phone.opens(), 'ana@example.org');
  hears();
  await until(() => states.at(-1)?.status === 'signed-in');
  expect(loads.count).toBe(1);
});

test('what can’t be started now is started the next time', async () => {
  const { account, loads } = opens();
  loads.slow = true;
  await expect(account.requestCode('ana@example.org', 'en')).rejects.toMatchObject({ code: 'timeout' });
  // It listens already, and would hear all that the next one hears.
  expect(loads.stopped).toBe(1);
  loads.slow = false;
  expect(await account.requestCode('ana@example.org', 'en')).toEqual({ status: 'sent' });
});

test('what can’t be loaded now is loaded the next time', async () => {
  const { account, loads } = opens();
  loads.fail = true;
  await expect(account.requestCode('ana@example.org', 'en')).rejects.toThrow('Failed to fetch');
  loads.fail = false;
  expect(await account.requestCode('ana@example.org', 'en')).toEqual({ status: 'sent' });
});
