import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ClinicalStatus } from '../../../sync/domain/orders/order-status.ts';
import { IDENTITY_RECORD } from '../../../sync/protocol/records/identity.ts';
import { ORDER_RECORD } from '../../../sync/protocol/records/order.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { openAt } from './testing/open-checkout.ts';
import { TEST_ORDER, testOrder } from './testing/orders.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const at = `checkout/success/${TEST_ORDER}`;
const asked = page.getByText('Meadow needs to see your photo ID');
const link = page.getByRole('link', { name: 'Send your photo ID' });
const ordered = () => page.getByRole('heading', { level: 2, name: 'What happens next' });

function signedIn(status?: 'sent' | 'confirmed' | 'refused') {
  const account = createTestAccount(testSession, {
    orderToken: async () => ({ status: 'ok', token: 'T'.repeat(43) }),
  });
  const order = { kind: ORDER_RECORD, v: 1, id: TEST_ORDER, seq: 1, body: { ...testOrder() } };
  const body = { document: 'passport', status, statedAt: '2026-11-26T09:00:00.000Z' };
  account.show([
    order,
    ...(status ? [{ kind: IDENTITY_RECORD, v: 1, id: 'current', seq: 2, body: { ...body } }] : []),
  ]);
  return { shelf: createTestShelf(), account };
}

describe('where the clinic sees a photo ID before it prescribes', () => {
  test('a guest is told how it can be sent', async () => {
    openAt(at, { asksForId: true });
    await expect.element(asked).toBeVisible();
    await expect.element(page.getByText(/create an account after you order/)).toBeVisible();
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  test('who is signed in is led to where it is sent', async () => {
    openAt(at, { asksForId: true, ...signedIn() });
    await expect.element(asked).toBeVisible();
    await expect.element(link).toHaveAttribute('href', '/connect/meadow/patient');
  });

  test('another one is asked for where the clinic has refused it', async () => {
    openAt(at, { asksForId: true, ...signedIn('refused') });
    await expect.element(page.getByText('Meadow needs another photo of your ID')).toBeVisible();
    await expect.element(link).toBeVisible();
  });

  test.each(['sent', 'confirmed'] as const)('nobody is asked for what is %s', async (status) => {
    openAt(at, { asksForId: true, ...signedIn(status) });
    await expect.element(ordered()).toBeVisible();
    await expect.element(asked).not.toBeInTheDocument();
  });

  test.each<[string, ClinicalStatus, boolean]>([
    ['has decided', 'approved', true],
    ['has nothing to decide', 'none', true],
    ['asks for none', 'waiting', false],
  ])('nor anyone of whom the clinic %s', async (_what, clinical, asksForId) => {
    openAt(at, { asksForId, order: testOrder({}, { clinical }) });
    await expect.element(ordered()).toBeVisible();
    await expect.element(asked).not.toBeInTheDocument();
  });
});
