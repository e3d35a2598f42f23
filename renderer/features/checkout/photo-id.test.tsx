import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { IdentityRules } from '../../../sync/domain/identity/identity-rules.ts';
import type { ClinicalStatus } from '../../../sync/domain/orders/order-status.ts';
import { IDENTITY_RECORD } from '../../../sync/protocol/records/identity.ts';
import { ORDER_RECORD } from '../../../sync/protocol/records/order.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { testDelivery } from '../../platform/contract/testing.ts';
import { openAt } from './testing/open-checkout.ts';
import { TEST_ORDER, TEST_TOKEN, testOrder } from './testing/orders.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const deliveries = [testDelivery({ session: TEST_ORDER, kind: 'order.place' })];
const at = `checkout/success/${TEST_ORDER}`;
const asked = page.getByText('Meadow needs to see your photo ID');
const link = page.getByRole('link', { name: 'Send your photo ID' });
/** Who is there is known a moment after the order is shown: only then does it mean something that nothing is asked. */
const expectShownWithout = async (words: Locator) => {
  await expect.element(ordered()).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(words.query()).toBeNull();
};
const ordered = () => page.getByRole('heading', { level: 2, name: 'What happens next' });

function signedIn(
  status?: 'sent' | 'confirmed' | 'refused',
  { expiresOn, isTheirs = true }: { readonly expiresOn?: string; readonly isTheirs?: boolean } = {},
) {
  const account = createTestAccount(testSession, {
    orderToken: async () => ({ status: 'ok', token: 'T'.repeat(43) }),
  });
  const order = { kind: ORDER_RECORD, v: 1, id: TEST_ORDER, seq: 1, body: { ...testOrder() } };
  const body = {
    ...{ document: 'passport', status, statedAt: '2026-11-26T09:00:00.000Z' },
    ...(expiresOn !== undefined && { expiresOn }),
  };
  account.show([
    ...(isTheirs ? [order] : []),
    ...(status ? [{ kind: IDENTITY_RECORD, v: 1, id: 'current', seq: 2, body: { ...body } }] : []),
  ]);
  return { shelf: createTestShelf(), account };
}

describe('where the clinic sees a photo ID before it prescribes', () => {
  test('a guest is told how it can be sent', async () => {
    openAt(at, { asksForId: true, deliveries });
    await expect.element(asked).toBeVisible();
    await expect.element(page.getByText(/sign in with your email at the bottom of this page/)).toBeVisible();
    await expect
      .element(page.getByRole('heading', { name: 'Keep this where you can find it' }))
      .toBeVisible();
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

  test('one that has expired doesn’t count', async () => {
    openAt(at, { asksForId: true, ...signedIn('confirmed', { expiresOn: '2020-01-31' }) });
    await expect.element(page.getByText('Meadow needs a photo ID that hasn’t expired')).toBeVisible();
    await expect.element(link).toBeVisible();
  });

  test('who is approved but for it reads so, how long it can wait, and is led to it first', async () => {
    const money = { held: 4900, charged: 0, refunded: 0, refunding: 0 };
    const order = testOrder({ waitsForId: true, money }, { payment: 'authorized' });
    const { shelf, account } = signedIn();
    account.show([{ kind: ORDER_RECORD, v: 1, id: TEST_ORDER, seq: 1, body: { ...order } }]);
    openAt(at, { asksForId: true, order, shelf, account });
    await expect.element(page.getByText(/charged once your photo ID is confirmed/)).toBeVisible();
    await expect.element(page.getByText(/within 7 days/)).toBeVisible();
    await expect.element(link).toBeVisible();
    await expect.element(page.getByText(/continue with your order once/)).not.toBeInTheDocument();
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  test('who has sent it is asked for nothing, and told that the clinic looks at it', async () => {
    const order = testOrder({ waitsForId: true });
    const { shelf, account } = signedIn('sent');
    account.show([
      { kind: ORDER_RECORD, v: 1, id: TEST_ORDER, seq: 3, body: { ...order } },
      {
        ...{ kind: IDENTITY_RECORD, v: 1, id: 'current', seq: 4 },
        body: { document: 'passport', status: 'sent', statedAt: '2026-11-26T09:00:00.000Z' },
      },
    ]);
    openAt(at, { asksForId: true, order, shelf, account });
    await expect.element(page.getByText(/once it has checked the photo ID you sent/)).toBeVisible();
    await expectShownWithout(page.getByText(/within 7 days/));
  });

  test('somebody else’s ID says nothing of an order that is opened by its link', async () => {
    const order = testOrder({ waitsForId: true });
    const shelf = createTestShelf({ [`order:${TEST_ORDER}`]: { token: TEST_TOKEN, visit: 1 } });
    openAt(at, { asksForId: true, order, ...signedIn('sent', { isTheirs: false }), shelf });
    await expect.element(page.getByText(/within 7 days/)).toBeVisible();
    await expectShownWithout(page.getByText(/the photo ID you sent/));
  });

  test.each<[string, IdentityRules]>([
    ['product', [{ products: ['zolpidem'] }]],
    ['place that it goes to', [{ places: ['US-NY'] }]],
  ])('by its rule for a %s', async (_what, asksForId) => {
    openAt(at, { asksForId, deliveries });
    await expect.element(asked).toBeVisible();
  });

  test('by the place that the patient named in the form', async () => {
    const asksForId = [{ places: ['US-CA'] }];
    openAt(at, { asksForId, deliveries, order: testOrder({ consultedIn: 'US-CA' }) });
    await expect.element(asked).toBeVisible();
  });

  test('who only has the order’s link isn’t asked', async () => {
    openAt(at, { asksForId: true });
    await expectShownWithout(asked);
  });

  test('nor is somebody with an account of their own, whose ID would be another’s', async () => {
    const shelf = createTestShelf({ [`order:${TEST_ORDER}`]: { token: TEST_TOKEN, visit: 1 } });
    openAt(at, { asksForId: true, ...signedIn('refused', { isTheirs: false }), deliveries, shelf });
    await expectShownWithout(page.getByText(/photo of your ID/));
  });

  test.each(['sent', 'confirmed'] as const)('nobody is asked for what is %s', async (status) => {
    openAt(at, { asksForId: true, ...signedIn(status) });
    await expectShownWithout(asked);
  });

  test.each<[string, ClinicalStatus, IdentityRules | undefined]>([
    ['has decided', 'approved', true],
    ['has nothing to decide', 'none', true],
    ['asks for none', 'waiting', undefined],
    ['asks for none of this product', 'waiting', [{ products: ['ramelteon'] }]],
    ['asks for none in this place', 'waiting', [{ places: ['US-CA'] }]],
  ])('nor anyone of whom the clinic %s', async (_what, clinical, asksForId) => {
    openAt(at, { asksForId, deliveries, order: testOrder({}, { clinical }) });
    await expectShownWithout(asked);
  });
});
