import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { testPack } from '../../sync/domain/testing/fixture-clinic.ts';
import { caseViewSchema } from '../../sync/protocol/records/case.ts';
import { render } from '../design/testing/render.tsx';
import type { RecordView } from '../platform/contract/account.ts';
import { createTestAccount, testSession } from '../platform/contract/account-testing.ts';
import { PlatformProvider } from './provider/platform-provider.tsx';
import { createPlatformSession } from './provider/platform-session.ts';
import { createTestPlatform } from './testing/platform.ts';
import { useAccountState, useRecords } from './use-account.ts';

function Cases() {
  const state = useAccountState();
  const { status, records } = useRecords('case', caseViewSchema);
  return (
    <p>
      {state?.status ?? 'unknown'} {status}:{' '}
      {records.map(({ body, pending }) => `${body.code} ${pending?.state}`).join()}
    </p>
  );
}

const caseOf = (id: string, part: Partial<RecordView> = {}): RecordView => ({
  ...{ kind: 'case', v: 1, id, seq: 1 },
  body: { code: id, title: null, sentAt: '2026-11-20T10:00:00.000+01:00', status: 'sending' },
  ...part,
});

test('tells who is signed in and what they may read, again after each change, and leaves out what it doesn’t know', async () => {
  const account = createTestAccount();
  const pack = testPack();
  const session = createPlatformSession(pack, async () => createTestPlatform({ account }));
  render(
    <PlatformProvider pack={pack} session={session}>
      <Cases />
    </PlatformProvider>,
  );
  await expect.element(page.getByText('signed-out loading:')).toBeVisible();
  account.set(testSession);
  const pending = { opId: 'K7', state: 'sending' } as const;
  account.show([
    caseOf('A1'),
    caseOf('K7', { pending }),
    caseOf('B2', { v: 2, body: { tomorrow: true } }),
    caseOf('C3', { kind: 'message' }),
  ]);
  await expect.element(page.getByText('signed-in ready: A1 undefined,K7 sending')).toBeVisible();
  account.show([]);
  account.set({ status: 'ended', why: 'session', email: 'ana@example.org' });
  await expect.element(page.getByText('ended ready:')).toBeVisible();
});
