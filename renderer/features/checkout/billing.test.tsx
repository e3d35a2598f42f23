import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderView } from '../../../sync/domain/orders/order-view.ts';
import { ORDER_RECORD } from '../../../sync/protocol/records/order.ts';
import { ibm } from '../../design/testing/ibm.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { openAt } from './testing/open-checkout.ts';
import { TEST_ORDER, TEST_TOKEN, testOrder } from './testing/orders.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name, exact: true }));
async function isClean() {
  expect((await axe.run(document.body)).violations).toEqual([]);
  expect(await ibm()).toEqual([]);
}
const work = {
  lines: ['350 Fifth Avenue'],
  city: 'New York',
  region: 'US-NY',
  postcode: '10001',
  country: 'US',
};

async function reachesReview(): Promise<void> {
  await field('Full name').fill('Ana Ruiz');
  await field('Email or mobile number').fill('ana@example.org');
  await field('Street address').fill('1 Elm Street');
  await field('ZIP code').fill('94607');
  await field('City').fill('Oakland');
  await press('Continue');
  await expect.element(heading('Check your order')).toBeVisible();
}
async function typesBilling(): Promise<void> {
  await field('Street address').fill('350 Fifth Avenue');
  await field('ZIP code').fill('10001');
  await field('City').fill('New York');
}
async function places(): Promise<void> {
  // What is missing is brought into sight.
  await press('Place order');
  await userEvent.click(page.getByRole('checkbox', { name: /terms of sale/ }), { force: true });
  await press('Place order');
}

describe('the billing address of an order', () => {
  test('is the delivery’s, on a line that asks nothing', async () => {
    const { sent } = openAt('checkout', { order: undefined });
    await reachesReview();
    const main = page.getByRole('main');
    await expect.element(main.getByText('Same as the delivery address')).toBeVisible();
    expect(main.getByRole('textbox').elements()).toEqual([]);
    expect(main.getByRole('combobox').elements()).toEqual([]);
    await places();
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).not.toHaveProperty('billing');
  });

  test('is another one where somebody says so: kept as it is typed, checked, and sent with the order', async () => {
    const { sent, shelf } = openAt('checkout', { order: undefined });
    await reachesReview();
    await press('Change billing address');
    await expect.element(page.getByRole('combobox', { name: 'Country' })).toHaveFocus();
    await isClean();
    await field('Street address').fill('350 Fifth Avenue');
    await places();
    const summary = page.getByRole('region', { name: /^Check \d answers$/ });
    await expect.element(summary.getByRole('link', { name: 'Enter a ZIP code' })).toBeVisible();
    expect(sent).toEqual([]);
    await expect.poll(() => JSON.stringify(shelf.value('checkout'))).toContain('350 Fifth Avenue');
    await typesBilling();
    await press('Place order');
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({ billing: work, delivery: { address: { city: 'Oakland' } } });
  });

  test('is there again when the page is opened once more, and the delivery’s again with one press', async () => {
    const first = openAt('checkout', { order: undefined });
    await reachesReview();
    await press('Change billing address');
    await typesBilling();
    await expect.poll(() => JSON.stringify(first.shelf.value('checkout'))).toContain('New York');
    first.leave();
    const { sent } = openAt('checkout', { shelf: first.shelf, order: undefined });
    await expect.element(page.getByText('350 Fifth Avenue, New York, NY 10001')).toBeVisible();
    await press('Change billing address');
    await expect.element(field('Street address')).toHaveValue('350 Fifth Avenue');
    await press('Use the delivery address');
    await expect.element(page.getByText('Same as the delivery address')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Change billing address' })).toHaveFocus();
    // What was typed is there for who changes their mind.
    await press('Change billing address');
    await expect.element(field('Street address')).toHaveValue('350 Fifth Avenue');
    await press('Use the delivery address');
    await places();
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).not.toHaveProperty('billing');
  });

  test('of a card from another country is asked as it is written there', async () => {
    openAt('checkout');
    await reachesReview();
    await press('Change billing address');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Country' }), 'CA');
    await field('Postal code').fill('12345');
    await press('Place order');
    await expect.element(page.getByRole('link', { name: 'Enter a postal code like K1A 0B1' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Choose a province' })).toBeVisible();
  });

  test('at a pharmacy is nobody’s to give, and may be given', async () => {
    const { sent } = openAt('checkout/pharmacy', { order: undefined });
    await field('Full name').fill('Ana Ruiz');
    await field('Email or mobile number').fill('ana@example.org');
    await userEvent.click(page.getByRole('radio').first(), { force: true });
    await press('Continue');
    await expect.element(heading('Check your order')).toBeVisible();
    await isClean();
    await press('Add a billing address');
    await typesBilling();
    await press('Remove billing address');
    await press('Add a billing address');
    await expect.element(field('City')).toHaveValue('New York');
    await places();
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({ billing: work, delivery: { way: 'pickup' } });
  });

  test('isn’t asked where it is paid at the desk, and what was typed of one isn’t sent', async () => {
    const { sent } = openAt('checkout', { order: undefined, shop: { payAtDesk: true } });
    await reachesReview();
    await press('Change billing address');
    await field('Street address').fill('350 Fifth Avenue');
    await userEvent.click(page.getByRole('radio', { name: /counter$/ }), { force: true });
    await expect.poll(() => page.getByText(/^Billing address/).elements().length).toBe(0);
    await places();
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({ payment: 'desk' });
    expect(sent[0]).not.toHaveProperty('billing');
  });

  test('of the order before is there for who is back, and nothing is typed', async () => {
    const account = createTestAccount(testSession);
    const before = testOrder({ billing: work }, { order: 'closed', payment: 'captured' });
    account.show([{ kind: ORDER_RECORD, v: 1, id: TEST_ORDER, seq: 1, body: { ...before } }]);
    openAt('checkout', { account });
    await expect.element(heading('Check your order')).toBeVisible();
    await expect.element(page.getByText('350 Fifth Avenue, New York, NY 10001')).toBeVisible();
    expect(page.getByRole('main').getByRole('textbox').elements()).toEqual([]);
  });

  test('reads from right to left', async () => {
    const shelf = createTestShelf({
      cart: {
        ...{ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', version: 1 },
        content: { entries: {}, choices: {} },
        lines: [{ sku: 'ME-1', product: 'melatonin', quantity: 1 }],
      },
    });
    const first = openAt('checkout', { shelf });
    await reachesReview();
    await expect.poll(() => JSON.stringify(shelf.value('checkout'))).toContain('Oakland');
    first.leave();
    openAt('checkout', { shelf, language: 'ar' });
    await userEvent.click(page.getByRole('button', { name: 'تغيير عنوان الفوترة' }));
    await expect.element(page.getByRole('heading', { name: 'عنوان الفوترة' })).toBeVisible();
    // A house number stays before its street, at the page's own edge.
    const street = field('الشارع ورقم المبنى');
    await street.fill('350 Fifth Avenue');
    const look = getComputedStyle(street.element());
    expect([look.direction, look.textAlign]).toEqual(['ltr', 'right']);
    await street.fill('شارع الملك 12');
    expect(look.direction).toBe('rtl');
    await isClean();
  });
});

describe('a billing address on the page for paying', () => {
  const at = `checkout/payment/${TEST_ORDER}`;
  const answer = (body: object) => Response.json({ serverTime: '2026-11-26T10:00:00.000Z', ...body });
  /** A bank that has the card's holder in 10001, and a server that keeps what it is told. */
  function bank(first = testOrder()) {
    const kept: { order: OrderView } = { order: first };
    return {
      kept,
      answers: {
        'POST payment': () =>
          answer({ amount: 4900, currency: 'USD', purpose: 'charge', provider: { name: 'demo' } }),
        'POST billing': (body: unknown) => {
          const { address } = body as { address?: OrderView['billing'] };
          const { billing: _before, ...order } = kept.order;
          kept.order = { ...order, ...(address && { billing: address }) };
          return answer({ order: kept.order });
        },
        'POST payment/confirm': (body: unknown) =>
          (body as { postcode?: string }).postcode === '10001'
            ? // What is done leaves the page.
              answer({ result: 'unknown', order: kept.order })
            : answer({ result: 'declined', declined: 'wrong-address', order: kept.order }),
      },
    };
  }
  async function pays(): Promise<void> {
    await field('Card number').fill('4000 0000 0000 0036');
    await field('Expires (MM/YY)').fill('1230');
    await field('Security code').fill('123');
    await press('Pay $49.00');
  }

  test('is corrected where the bank has another, and the same order is paid by the card as it was typed', async () => {
    const { answers } = bank();
    const { asked } = openAt(at, { answers });
    await expect.element(page.getByText('Same as the delivery address')).toBeVisible();
    await isClean();
    await pays();
    const notice = page.getByRole('alert').filter({ hasText: 'The billing address doesn’t match this card' });
    await expect.element(notice.getByText(/You haven’t been charged/)).toBeVisible();
    await isClean();
    await userEvent.click(notice.getByRole('button', { name: 'Change billing address' }));
    await expect.element(page.getByRole('combobox', { name: 'Country' })).toHaveFocus();
    // It begins with what was tried.
    await expect.element(field('Street address')).toHaveValue('1 Elm Street');
    expect(page.getByRole('button', { name: 'Pay $49.00' }).elements()).toEqual([]);
    await isClean();
    await typesBilling();
    await press('Save billing address');
    await expect.element(page.getByText('Billing address saved.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Change billing address' })).toHaveFocus();
    await expect.element(page.getByText('350 Fifth Avenue, New York, NY 10001')).toBeVisible();
    expect(notice.elements()).toEqual([]);
    await expect.element(field('Card number')).toHaveValue('4000 0000 0000 0036');
    await press('Pay $49.00');
    const named = (name: string) => asked.filter(({ path }) => path === name).map(({ body }) => body);
    await expect
      .poll(() => named('POST payment/confirm'))
      .toEqual([
        { total: 4900, method: 'demo_wrong_address', postcode: '12207' },
        { total: 4900, method: 'demo_wrong_address', postcode: '10001' },
      ]);
    expect(named('POST billing')).toEqual([{ address: work }]);
    expect(named('POST payment')).toHaveLength(1);
  });

  test('of a consultation’s fee is corrected and used, and nobody speaks of an order', async () => {
    const fee = testOrder({ lines: [], delivery: { way: 'none' }, billing: { ...work, postcode: '12207' } });
    const { answers } = bank(fee);
    const { asked } = openAt(at, { answers });
    await pays();
    const notice = page.getByRole('alert').filter({ hasText: 'The billing address doesn’t match this card' });
    await expect
      .element(notice.getByText(/^You haven’t been charged\. .* still has your answers\. Enter/))
      .toBeVisible();
    await userEvent.click(notice.getByRole('button', { name: 'Change billing address' }));
    await field('ZIP code').fill('10001');
    await press('Save billing address');
    await press('Pay $49.00');
    await expect
      .poll(() => asked.findLast(({ path }) => path === 'POST payment/confirm')?.body)
      .toMatchObject({ postcode: '10001' });
  });

  test('keeps the last keys of who leaves the page while typing', async () => {
    const { answers } = bank();
    const shelf = createTestShelf({ [`order:${TEST_ORDER}`]: { token: TEST_TOKEN, visit: 1 } });
    const first = openAt(at, { shelf, answers });
    await press('Change billing address');
    await field('City').fill('New Yor');
    await userEvent.type(field('City'), 'k');
    first.leave();
    await expect.poll(() => JSON.stringify(shelf.value(`order:${TEST_ORDER}`))).toContain('New York');
  });

  test('that can’t be saved stays as it was typed, also when the page is opened again', async () => {
    const { answers } = bank();
    const shelf = createTestShelf({ [`order:${TEST_ORDER}`]: { token: TEST_TOKEN, visit: 1 } });
    const offline = () => Promise.reject(new TypeError('offline'));
    const first = openAt(at, { shelf, answers: { ...answers, 'POST billing': offline } });
    await press('Change billing address');
    await field('ZIP code').fill('1000');
    await press('Save billing address');
    await expect.element(page.getByRole('link', { name: 'Enter a 5-digit ZIP code' })).toBeVisible();
    await typesBilling();
    await press('Save billing address');
    await expect.element(page.getByText('We couldn’t save the billing address')).toBeVisible();
    await isClean();
    await expect.poll(() => JSON.stringify(shelf.value(`order:${TEST_ORDER}`))).toContain('350 Fifth Avenue');
    first.leave();
    openAt(at, { shelf, answers });
    await expect.element(field('Street address')).toHaveValue('350 Fifth Avenue');
    await press('Cancel');
    await expect.element(page.getByText('Same as the delivery address')).toBeVisible();
    await expect
      .poll(() => JSON.stringify(shelf.value(`order:${TEST_ORDER}`)))
      .not.toContain('350 Fifth Avenue');
  });

  test('is the delivery’s again where somebody says so', async () => {
    const { answers, kept } = bank();
    kept.order = testOrder({ billing: work });
    const { asked } = openAt(at, { order: kept.order, answers });
    await expect.element(page.getByText('350 Fifth Avenue, New York, NY 10001')).toBeVisible();
    await press('Change billing address');
    await press('Use the delivery address');
    await expect.element(page.getByText('Same as the delivery address')).toBeVisible();
    expect(asked.filter(({ path }) => path === 'POST billing').map(({ body }) => body)).toEqual([{}]);
  });
});
