/** A consultation that is paid by itself: nothing is delivered, nothing is asked twice. */
import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { testPack } from '../../../sync/domain/testing/fixture-clinic.ts';
import { ORDER_RECORD } from '../../../sync/protocol/records/order.ts';
import { testIntake } from '../../../sync/protocol/testing/fixture-intake.ts';
import { ibm } from '../../design/testing/ibm.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { testDelivery } from '../../platform/contract/testing.ts';
import { type CheckoutOpening, openAt } from './testing/open-checkout.ts';
import { TEST_ORDER, TEST_TOKEN, testOrder } from './testing/orders.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const FORM = testDelivery().opId;
const SHELF = `checkout/consultation/${FORM}`;
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }));
async function isClean() {
  expect((await axe.run(document.body)).violations).toEqual([]);
  expect(await ibm()).toEqual([]);
}

const kept = (record: object = {}) =>
  createTestShelf({
    [`order:${TEST_ORDER}`]: { token: TEST_TOKEN, visit: 1 },
    ...(Object.keys(record).length > 0 && { [SHELF]: { v: 1, record } }),
  });
const openFee = (opening: CheckoutOpening = {}) =>
  openAt(`checkout?consultation=${FORM}`, {
    ...{ order: undefined, shelf: kept(), copies: { [FORM]: { ...testIntake(), attachments: [] } } },
    ...opening,
  });
const feeOrder = (
  statuses: Parameters<typeof testOrder>[1] = {},
  part: Parameters<typeof testOrder>[0] = {},
) =>
  testOrder(
    {
      lines: [
        {
          ...{ sku: 'CONSULTATION', product: 'consultation', kind: 'consultation', quantity: 1 },
          ...{ unit: 2500, discount: 0, tax: 0, total: 2500, name: { en: 'Sleep' } },
          pack: { en: 'Consultation' },
        },
      ],
      totals: { subtotal: 2500, discount: 0, shipping: 0, tax: 0, total: 2500 },
      ...{ delivery: { way: 'none' }, consultation: FORM, ...part },
    },
    statuses,
  );

describe('the checkout of a consultation', () => {
  test('shows one price and asks for no address, and seals the form that it is of', async () => {
    const { sent } = openFee();
    await expect.element(heading('Pay for your consultation')).toBeVisible();
    const cost = page.getByRole('region', { name: 'What you’ll pay' });
    await expect.element(cost.getByText('When your consultation is complete')).toBeVisible();
    await expect.element(cost.getByText(/^Cancel the payment anytime before then/)).toBeVisible();
    expect(page.getByText(/address|Delivery/i).elements()).toEqual([]);
    expect(page.getByRole('main').getByRole('combobox').elements()).toEqual([]);
    await isClean();
    await page.getByRole('textbox', { name: 'Email or mobile number' }).fill('ana@example.org');
    await press('Continue');
    await expect.element(heading('Check and agree')).toBeVisible();
    await isClean();
    await press('Continue to payment');
    await expect.element(page.getByRole('link', { name: 'Agree to the charge' })).toBeVisible();
    expect(sent).toEqual([]);
    for (const box of page.getByRole('checkbox').elements()) await userEvent.click(box, { force: true });
    await press('Continue to payment');
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({
      ...{ lines: [], delivery: { way: 'none' }, consultation: FORM, cart: { id: FORM, version: 0 } },
      shown: { total: 2500, currency: 'USD' },
    });
  });

  test('goes once nobody is there on a shared device, although there is no cart', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const shelf = createTestShelf({}, 'shared');
    openFee({ shelf });
    await expect.element(heading('Pay for your consultation')).toBeVisible();
    await expect.poll(() => shelf.value(SHELF)).toBeDefined();
    await expect
      .poll(() => {
        vi.advanceTimersByTime(testPack().settings.idleMinutes * 60_000);
        return shelf.value(SHELF);
      })
      .toBeUndefined();
  });

  test('reads in Arabic', async () => {
    openFee({ language: 'ar' });
    await expect.element(heading('ادفع رسوم استشارتك')).toBeVisible();
    await isClean();
  });

  const placed = {
    ...{ order: TEST_ORDER, token: TEST_TOKEN, cart: { id: FORM, version: 0 }, way: 'none' },
    ...{ details: {}, consents: [], placed: true },
  };
  test('that was begun already leads to its page', async () => {
    const { router } = openFee({ order: feeOrder({ payment: 'authorized' }), shelf: kept(placed) });
    await expect
      .poll(() => router.state.location.pathname)
      .toBe(`/connect/meadow/checkout/success/${TEST_ORDER}`);
  });

  test('that was canceled begins again, as another order', async () => {
    const { shelf } = openFee({ order: feeOrder({ order: 'cancelled' }), shelf: kept(placed) });
    await expect.element(heading('Pay for your consultation')).toBeVisible();
    await expect.poll(async () => JSON.stringify(await shelf.read(SHELF))).toMatch(/"version":1\}/);
  });

  test('that was killed before its order was in the outbox goes on, with the same order', async () => {
    const details = { name: 'Ana Ruiz', reach: 'ana@example.org' };
    const { sent } = openFee({ shelf: kept({ ...placed, details }) });
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({ session: TEST_ORDER, cart: { id: FORM, version: 0 } });
  });

  test('leaves what another consultation has come to alone', async () => {
    const other = `checkout/consultation/${TEST_ORDER}`;
    const shelf = createTestShelf({
      [other]: { v: 1, record: { ...placed, cart: { id: TEST_ORDER, version: 3 } } },
    });
    openFee({ shelf });
    await expect.element(heading('Pay for your consultation')).toBeVisible();
    await expect.poll(async () => JSON.stringify(await shelf.read(SHELF))).toMatch(/"version":0\}/);
    expect(JSON.stringify(await shelf.read(other))).toMatch(/"version":3\}/);
  });

  test('says so where this device doesn’t know the form', async () => {
    openFee({ copies: {} });
    await expect.element(heading('You can’t pay for this consultation here')).toBeVisible();
    await isClean();
  });
});

describe('the page of a consultation that is paid by itself', () => {
  const shows = (order: ReturnType<typeof testOrder>) =>
    openAt(`checkout/success/${TEST_ORDER}`, { order, shelf: kept() });

  test('says what is held until when, and lets its patient cancel', async () => {
    const money = { held: 2500, charged: 0, refunded: 0, refunding: 0 };
    const { asked } = shows(feeOrder({ payment: 'authorized' }, { money }));
    await expect.element(heading('Meadow has your consultation')).toBeVisible();
    await expect.element(page.getByText(/^\$25\.00 is held.*only when your consultation/)).toBeVisible();
    expect(page.getByText(/order|package|deliver/i).elements()).toEqual([]);
    await expect.poll(() => document.title).toBe('Your payment – Meadow');
    await expect.element(page.getByText('Payment number').first()).toBeVisible();
    // Beside its date there is room for a short word on a phone; the history has what began.
    await expect.element(page.getByText('Started', { exact: true })).toBeVisible();
    expect(page.getByText('Payment started').elements()).toHaveLength(1);
    await isClean();
    await userEvent.click(page.getByText('Cancel this payment'));
    await press('Cancel payment');
    await expect.poll(() => asked.map(({ path }) => path)).toContain('POST cancellation');
  });

  test('is a receipt once it is complete', async () => {
    const money = { held: 0, charged: 2500, refunded: 0, refunding: 0 };
    const history = ['placed', 'approved', 'charged'].map((event) => ({
      ...{ event, at: '2026-11-26T10:00:00.000Z', actor: 'clinic' as const },
    }));
    const done = { order: 'closed', clinical: 'approved', payment: 'captured' } as const;
    shows(feeOrder(done, { money, history }));
    await expect.element(heading('Your consultation is complete')).toBeVisible();
    await expect.element(page.getByText('You paid $25.00.')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
    expect(page.getByText('Cancel this payment').elements()).toEqual([]);
    await isClean();
  });

  test('that nobody has paid leads to the payment', async () => {
    shows(feeOrder());
    await expect.element(heading('You haven’t paid for your consultation yet')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Pay $25.00 by card' })).toBeVisible();
  });
});

describe('what is said while a consultation is paid', () => {
  const started = () =>
    Response.json({ amount: 2500, currency: 'USD', purpose: 'hold', provider: { name: 'demo' } });
  const refused = (status: number, code: string) => () => Response.json({ code }, { status });
  const pays = (answers: NonNullable<CheckoutOpening['answers']>, more: CheckoutOpening = {}) =>
    openAt(`checkout/payment/${TEST_ORDER}`, { order: feeOrder(), answers, shelf: kept(), ...more });
  async function namesNoOrder() {
    await expect.element(page.getByText('Payment number K7-42QF')).toBeVisible();
    expect(page.getByRole('main').getByText(/order/i).elements()).toEqual([]);
    await isClean();
  }

  test.each([
    ['the network is gone', () => Promise.reject(new TypeError('offline')), /^What you sent is saved/],
    ['it isn’t available', refused(500, 'INTERNAL'), /^Meadow has what you sent\. Try again in a minute/],
    ['it is locked', refused(409, 'ORDER_LOCKED'), /^Open your consultation to see why/],
    ['too many cards were tried', refused(429, 'RATE_LIMITED'), /and Meadow still has what you sent/],
    ['it is absent', refused(404, 'NOT_FOUND'), /^It may still be sending/],
  ])('is of no order where %s', async (_, answer, text) => {
    pays({ 'POST payment': answer });
    await expect.element(page.getByText(text)).toBeVisible();
    await namesNoOrder();
  });

  test('is of no order where the bank asks', async () => {
    pays({
      'POST payment': started,
      'POST payment/confirm': () =>
        Response.json({ result: 'action', order: feeOrder(), serverTime: '2026-11-26T10:00:00.000Z' }),
    });
    for (const [name, text] of [
      ['Card number', '4000000000003220'],
      ['Expires (MM/YY)', '1230'],
      ['Security code', '123'],
    ] as const)
      await page.getByRole('textbox', { name }).fill(text);
    await press('Authorize $25.00');
    await expect.element(page.getByText('$25.00 for payment K7-42QF.')).toBeVisible();
    await namesNoOrder();
  });

  test('is of no order where a card may be kept', async () => {
    const account = createTestAccount(testSession, {
      orderToken: async () => ({ status: 'ok', token: 'T'.repeat(43) }),
    });
    account.show([{ kind: ORDER_RECORD, v: 1, id: TEST_ORDER, seq: 1, body: { ...feeOrder() } }]);
    pays({ 'POST payment': started }, { account });
    const box = page.getByRole('checkbox', { name: 'Save this card for my next payment to Meadow' });
    await expect.element(box).toBeInTheDocument();
    await namesNoOrder();
  });

  test('is of no order while it waits to be sent', async () => {
    const deliveries = [testDelivery({ session: TEST_ORDER, kind: 'order.place', about: { way: 'none' } })];
    openAt(`checkout/success/${TEST_ORDER}`, { order: undefined, shelf: kept(), deliveries });
    await expect.element(heading('Waiting to send')).toBeVisible();
    await expect.poll(() => document.title).toBe('Your payment – Meadow');
    await expect.element(page.getByText('Payment number').first()).toBeVisible();
    expect(page.getByRole('main').getByText(/order/i).elements()).toEqual([]);
  });
});
