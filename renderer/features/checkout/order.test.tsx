import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderView } from '../../../sync/domain/orders/order-view.ts';
import { testDocument } from '../../../sync/domain/testing/fixture-clinic.ts';
import { pharmacyOf } from '../../../sync/domain/testing/fixture-shop.ts';
import type { Acceptance, PaymentAnswer } from '../../../sync/protocol/api/orders.ts';
import { ORDER_RECORD } from '../../../sync/protocol/records/order.ts';
import { ibm } from '../../design/testing/ibm.ts';
import type { AccountChanges } from '../../platform/contract/account.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { testDelivery } from '../../platform/contract/testing.ts';
import { type CheckoutOpening, openAt, pharmacies, rx } from './testing/open-checkout.ts';
import { TEST_ORDER, TEST_TOKEN, testOrder } from './testing/orders.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const headline = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const field = (name: string) => page.getByRole('textbox', { name });
const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }));
async function isClean() {
  expect((await axe.run(document.body)).violations).toEqual([]);
  expect(await ibm()).toEqual([]);
}
const started = () =>
  Response.json({ amount: 4900, currency: 'USD', purpose: 'hold', provider: { name: 'demo' } });
const answer = (part: Partial<PaymentAnswer>) =>
  Response.json({ result: 'done', order: testOrder(), ...part });
async function typeCard(number: string) {
  await field('Card number').fill(number);
  await field('Expires (MM/YY)').fill('1230');
  await field('Security code').fill('123');
}

describe('paying', () => {
  test('has three fields, and the button says what it does', async () => {
    openAt(`checkout/payment/${TEST_ORDER}`, { answers: { 'POST payment': started } });
    await expect.element(page.getByRole('button', { name: 'Authorize $49.00' })).toBeVisible();
    await expect.element(page.getByText('You’re charged only if approved.')).toBeVisible();
    expect(page.getByRole('main').getByRole('textbox').elements()).toHaveLength(3);
    await isClean();
    await press('Authorize $49.00');
    await expect.element(page.getByRole('link', { name: 'Enter the card number' })).toBeVisible();
  });

  test('breaks neither the number of the demo nor a label, where a phone is narrow or its type wide', async () => {
    openAt(`checkout/payment/${TEST_ORDER}`, { answers: { 'POST payment': started } });
    const number = page.getByText('4242 4242 4242 4242', { exact: true });
    await expect.element(number).toBeVisible();
    const lines = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const labels = [...document.querySelectorAll('form label')];
    expect(labels.map((label) => label.textContent)).toContain('Security code');
    for (const width of [390, 375, 360, 345, 330, 320]) {
      await page.viewport(width, 844);
      const broken = [number.element(), ...labels].filter((element) => lines(element) > 1);
      expect(broken, `${width} px`).toEqual([]);
    }
    await page.viewport(390, 844);
  });

  test('a declined card is corrected: the same order, the total that was shown, and no number leaves the page', async () => {
    const { asked } = openAt(`checkout/payment/${TEST_ORDER}`, {
      answers: {
        'POST payment': started,
        'POST payment/confirm': () => answer({ result: 'declined', declined: 'no-funds' }),
      },
    });
    await expect.element(field('Card number')).toBeVisible();
    await typeCard('4000000000009995');
    await userEvent.dblClick(page.getByRole('button', { name: 'Authorize $49.00' }));
    await expect.element(page.getByText('There isn’t enough money on this card')).toBeVisible();
    await isClean();
    const confirms = asked.filter(({ path }) => path === 'POST payment/confirm');
    expect(confirms.map(({ body }) => body)).toEqual([
      // Where it is mailed is where the card is billed.
      { total: 4900, method: 'demo_no_funds', postcode: '12207' },
    ]);
    expect(new Set(asked.map(({ token }) => token))).toEqual(new Set([`Order ${TEST_TOKEN}`]));
    expect(JSON.stringify(asked)).not.toMatch(/9995|1230/);
  });

  test('says plainly that too many cards were declined, and what else there is', async () => {
    let tried = 0;
    openAt(`checkout/payment/${TEST_ORDER}`, {
      answers: {
        'POST payment': () =>
          tried === 0 ? started() : Response.json({ code: 'RATE_LIMITED' }, { status: 429 }),
        'POST payment/confirm': () => {
          tried += 1;
          return Response.json({ code: 'RATE_LIMITED' }, { status: 429 });
        },
      },
    });
    await expect.element(field('Card number')).toBeVisible();
    await typeCard('4000000000000002');
    await press('Authorize $49.00');
    const notice = page.getByRole('status').filter({ hasText: 'Too many cards were declined' });
    await expect.element(notice.getByText(/^You haven’t been charged, and Meadow still has/)).toBeVisible();
    await expect.element(notice.getByRole('link', { name: /^Call Meadow/ })).toBeVisible();
    expect(page.getByRole('textbox').elements()).toEqual([]);
    await isClean();
  });

  test('R7: without an answer says not to pay again, and takes no card', async () => {
    openAt(`checkout/payment/${TEST_ORDER}`, {
      answers: {
        'POST payment': started,
        'POST payment/confirm': () => new Response('gateway', { status: 504 }),
      },
    });
    await expect.element(field('Card number')).toBeVisible();
    await typeCard('4242424242424242');
    await press('Authorize $49.00');
    await expect.element(page.getByText('We’re confirming your payment. Don’t pay again.')).toBeVisible();
    expect(page.getByRole('textbox').elements()).toEqual([]);
    await isClean();
  });

  test('the bank’s question is asked in place', async () => {
    const { asked } = openAt(`checkout/payment/${TEST_ORDER}`, {
      answers: { 'POST payment': started, 'POST payment/confirm': () => answer({ result: 'action' }) },
    });
    await expect.element(field('Card number')).toBeVisible();
    await typeCard('4000000000003220');
    await press('Authorize $49.00');
    await expect
      .element(page.getByRole('heading', { name: 'Your bank needs to confirm it’s you' }))
      .toBeVisible();
    await isClean();
    await press('Refuse');
    await expect
      .poll(() => asked.at(-1)?.body)
      .toEqual({ total: 4900, method: 'demo_3ds', challenge: 'refused', postcode: '12207' });
  });

  test('opens nothing without the order’s token', async () => {
    const { asked } = openAt(`checkout/payment/${TEST_ORDER}`, { shelf: createTestShelf() });
    await expect.element(headline('This page can’t be opened here')).toBeVisible();
    expect(asked).toEqual([]);
  });
});

describe('the page of an order', () => {
  const at = `checkout/success/${TEST_ORDER}`;

  test('that waits to be sent claims nothing', async () => {
    const shelf = createTestShelf({ [`order:${TEST_ORDER}`]: { token: TEST_TOKEN, visit: 1 } });
    const deliveries = [testDelivery({ session: TEST_ORDER, kind: 'order.place' })];
    openAt(at, { order: undefined, shelf, deliveries });
    await expect.element(headline('Waiting to send')).toBeVisible();
    await expect.element(page.getByText('You haven’t paid yet.')).toBeVisible();
    await isClean();
  });

  test.each([
    ['not paid', {}, {}, /It isn’t paid yet$/, 'You haven’t been charged.'],
    [
      'held',
      { payment: 'authorized' },
      { held: 4900, card: '4242' },
      'Meadow has your order',
      /\$49.00 is held on your card/,
    ],
    [
      'begun, and canceled before it was paid',
      { payment: 'voided' },
      {},
      /It isn’t paid yet$/,
      'You haven’t been charged.',
    ],
    ['unknown', { payment: 'unknown' }, {}, /Don’t pay again/, /hasn’t told us yet/],
    [
      'declined by the clinic',
      { clinical: 'declined', payment: 'voided' },
      {},
      'Your order wasn’t approved',
      /You haven’t been charged/,
    ],
    [
      'charged',
      { clinical: 'approved', payment: 'captured', fulfillment: 'shipped' },
      { charged: 4900 },
      'Your order is on its way',
      'You paid $49.00.',
    ],
  ] as const)(
    'says its state first, and of its money what the books say - %s',
    async (_what, statuses, money, title, sentence) => {
      const none = { held: 0, charged: 0, refunded: 0, refunding: 0 };
      openAt(at, { order: testOrder({ money: { ...none, ...money } }, statuses) });
      await expect.element(headline(title)).toBeVisible();
      await expect.element(page.getByText(sentence).first()).toBeVisible();
      await isClean();
    },
  );

  test('whose payment was canceled before it was paid leads to another one', async () => {
    openAt(at, { order: testOrder({}, { payment: 'voided' }) });
    await expect
      .element(page.getByRole('link', { name: 'Pay $49.00 by card' }))
      .toHaveAttribute('href', `/connect/meadow/checkout/payment/${TEST_ORDER}`);
  });

  function comesBack(): void {
    const address = new URL(location.href);
    address.searchParams.set('payment_intent', 'pi_1');
    address.searchParams.set('payment_intent_client_secret', 'pi_1_secret_x');
    address.searchParams.set('redirect_status', 'succeeded');
    history.replaceState(history.state, '', address);
  }
  const begun = testOrder({}, { payment: 'requires_method' });

  test.each([
    ['paid', 'done', { payment: 'captured' }, /^Meadow has your order$/],
    ['refused', 'declined', { payment: 'requires_method' }, /It isn’t paid yet$/],
    ['open', 'unknown', { payment: 'requires_method' }, /Don’t pay again/],
  ] as const)(
    'R6: who comes back from their bank reads what the provider says, whatever the address says - %s',
    async (_what, result, statuses, title) => {
      const charged = result === 'done' ? 4900 : 0;
      const money = { held: 0, charged, refunded: 0, refunding: 0 };
      const order = testOrder({ money }, { clinical: 'none', ...statuses });
      comesBack();
      const { asked } = openAt(at, {
        order: begun,
        answers: { 'POST payment/check': () => answer({ result, order }) },
      });
      await expect.element(headline(title)).toBeVisible();
      expect(asked.map(({ path }) => path)).toContain('POST payment/check');
      expect(location.search).not.toMatch(/secret|status/);
    },
  );

  test('R7: who comes back from their bank without a network isn’t told that nothing was charged', async () => {
    const view = testOrder();
    const shelf = createTestShelf({ [`order:${TEST_ORDER}`]: { token: TEST_TOKEN, visit: 1, view } });
    comesBack();
    openAt(at, { shelf, answers: { GET: () => Promise.reject(new TypeError('offline')) } });
    await expect.element(headline(/Don’t pay again/)).toBeVisible();
    expect(page.getByText('You haven’t been charged.').elements()).toEqual([]);
  });

  test('R2: a higher price is shown beside the old one, and accepted as it is shown', async () => {
    const problem = { problems: [{ code: 'PRICE_CHANGED' as const }], shownTotal: 4500 };
    const { asked, server } = openAt(at, { order: testOrder(problem, { order: 'problem' }) });
    await expect.element(page.getByText('$45.00')).toBeVisible();
    await isClean();
    server.order = testOrder();
    await press('Accept $49.00');
    await expect.element(headline(/It isn’t paid yet$/)).toBeVisible();
    expect(asked.find(({ path }) => path === 'POST acceptance')?.body).toEqual({ total: 4900 });
  });

  test('of which the pharmacy has closed says so, and tells who has paid nothing of charges to come', async () => {
    const closed: Partial<OrderView> = {
      problems: [{ code: 'PHARMACY_INACTIVE' }],
      delivery: { way: 'pickup', pharmacy: 'corner' },
      money: { held: 0, charged: 4900, refunded: 0, refunding: 0 },
    };
    const paid = { order: 'problem', clinical: 'none', payment: 'captured' } as const;
    openAt(at, { order: testOrder(closed, paid) });
    await expect
      .element(page.getByText(/^This pharmacy no longer takes orders. Choose another/))
      .toBeVisible();
    await expect.element(page.getByText('Your order continues once this is resolved.')).toBeVisible();
    expect(page.getByText('You won’t be charged').elements()).toEqual([]);
    await isClean();
    openAt(at, { order: testOrder(closed, { ...paid, fulfillment: 'preparing' }) });
    await expect.element(page.getByText(/once it has given your order back$/)).toBeVisible();
  });

  test('a promo code that has expired is said to be, and left out by what is accepted', async () => {
    const problem = { problems: [{ code: 'PROMO_EXPIRED' as const }] };
    const { asked, server } = openAt(at, { order: testOrder(problem, { order: 'problem' }) });
    await expect.element(page.getByText('The promo code has expired')).toBeVisible();
    await isClean();
    server.order = testOrder();
    await press('Accept $49.00');
    await expect.element(headline(/It isn’t paid yet$/)).toBeVisible();
    expect(asked.find(({ path }) => path === 'POST acceptance')?.body).toEqual({ total: 4900 });
  });

  test('terms of sale that have changed are read, and agreed to as they are now', async () => {
    const problem = { problems: [{ code: 'CONSENT_OUTDATED' as const }] };
    const { asked, server } = openAt(at, { order: testOrder(problem, { order: 'problem' }) });
    await expect
      .element(page.getByRole('link', { name: 'Read the terms, version 2.0' }))
      .toHaveAttribute('href', '/connect/meadow/terms');
    await isClean();
    server.order = testOrder();
    await press('Agree and continue');
    await expect.element(headline(/It isn’t paid yet$/)).toBeVisible();
    expect(asked.find(({ path }) => path === 'POST acceptance')?.body).toMatchObject({
      total: 4900,
      consents: [{ document: 'terms', version: '2.0', sha256: 'e'.repeat(64), decision: 'active' }],
    });
  });

  test('terms of sale that have changed since the page was loaded are read once it is loaded again', async () => {
    const agreed = [
      {
        ...{ document: 'terms', version: '2.0', sha256: 'e'.repeat(64), language: 'en' },
        decidedAt: '2026-11-26T10:00:00.000Z',
      },
    ];
    const problem = { problems: [{ code: 'CONSENT_OUTDATED' as const }], agreed };
    openAt(at, { order: testOrder(problem, { order: 'problem' }) });
    await expect.element(page.getByText('The terms of sale have changed')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(page.getByRole('button', { name: /^Agree/ }).elements()).toEqual([]);
    await isClean();
  });

  test('R7: who may have paid at their bank isn’t asked to agree before the provider was asked', async () => {
    const problem = { problems: [{ code: 'CONSENT_OUTDATED' as const }] };
    const money = { held: 4900, charged: 0, refunded: 0, refunding: 0 };
    const paid = testOrder({ money }, { payment: 'authorized' });
    openAt(at, {
      order: testOrder(problem, { order: 'problem', payment: 'requires_method' }),
      answers: { 'POST payment/check': () => answer({ result: 'done', order: paid }) },
    });
    await expect.element(headline('Meadow has your order')).toBeVisible();
    expect(page.getByRole('button', { name: /^Agree/ }).elements()).toEqual([]);
  });

  test('a changed agreement about the card has a box of its own, and is kept with the order', async () => {
    const legal = (['terms', 'charge-on-approval', 'saved-card'] as const).map((kind) =>
      testDocument({ slug: kind, kind, unreviewed: [], title: { en: `About ${kind}` } }),
    );
    const agreed = legal.map(({ slug, version }) => ({
      ...{ document: slug, version: slug === 'saved-card' ? '1.0' : version, sha256: 'e'.repeat(64) },
      ...{ language: 'en', decidedAt: '2026-11-26T10:00:00.000Z' },
    }));
    const problem = { problems: [{ code: 'CONSENT_OUTDATED' as const }], agreed };
    const order = testOrder(problem, { order: 'problem' });
    const { asked, server } = openAt(at, { order, legal });
    await expect.element(page.getByRole('link', { name: 'About saved-card, version 2.0' })).toBeVisible();
    const section = page.getByRole('region', { name: 'What you agreed to' });
    await expect.element(section.getByText(/^Version 1\.0, Nov 26/)).toBeVisible();
    expect(page.getByRole('checkbox').elements()).toHaveLength(1);
    await isClean();
    await press('Agree and continue');
    await expect.element(page.getByText('Agree to the saved card to continue')).toBeVisible();
    expect(asked.some(({ path }) => path === 'POST acceptance')).toBe(false);
    await userEvent.click(page.getByRole('checkbox', { name: /^Meadow may save my card/ }), { force: true });
    server.order = testOrder();
    await press('Agree and continue');
    await expect.element(headline(/It isn’t paid yet$/)).toBeVisible();
    const sent = asked.find(({ path }) => path === 'POST acceptance');
    const { consents } = (sent?.body ?? {}) as Partial<Acceptance>;
    expect(consents).toMatchObject(
      legal.map(({ slug: document }) => ({ document, version: '2.0', decision: 'active' })),
    );
    // What was agreed to before was agreed to then.
    const then = consents?.map(({ decidedAt }) => decidedAt === agreed[0]?.decidedAt);
    expect(then).toEqual([true, true, false]);
  });

  test('is shown to nobody else on a shared device: once its patient has left, neither this page nor the way back opens it', async () => {
    const shelf = createTestShelf({ [`order:${TEST_ORDER}`]: {} }, 'shared');
    sessionStorage.setItem(`v:meadow:order:${TEST_ORDER}`, TEST_TOKEN);
    const first = openAt(at, { shelf });
    await expect.element(page.getByText('K7-42QF')).toBeVisible();
    await shelf.clear();
    await expect.element(headline('This page can’t be opened here')).toBeVisible();
    expect(page.getByText('K7-42QF').elements()).toEqual([]);
    first.leave();
    const { asked } = openAt(at, { shelf });
    await expect.element(headline('This page can’t be opened here')).toBeVisible();
    expect(asked).toEqual([]);
  });

  describe('where nobody has said whose device it is', () => {
    const asks = headline('Confirm it’s you');
    const reach = () => page.getByRole('textbox', { name: 'Email or mobile number' });
    const seen = page.getByText('K7-42QF');
    async function left(part: CheckoutOpening = {}) {
      const first = openAt(at, part);
      await expect.element(seen).toBeVisible();
      await expect.poll(() => first.shelf.value(`order:${TEST_ORDER}`)).toHaveProperty('view');
      first.leave();
      first.shelf.leave();
      return first.shelf;
    }

    test('opens to nobody after that visit, but to who types the contact that it was ordered with', async () => {
      const shelf = await left();
      const { asked } = openAt(at, { shelf });
      await expect.element(asks).toBeVisible();
      await expect.element(asks).toHaveFocus();
      expect(seen.elements()).toEqual([]);
      expect(document.body.textContent).not.toMatch(/Ana|Albany|Zolpidem/);
      await isClean();
      await reach().fill('ben@example.org');
      await press('Open');
      await expect.element(page.getByText(/^That isn’t the email or mobile number/)).toBeVisible();
      await isClean();
      expect(asked).toEqual([]);
      await reach().fill('Ana@example.org');
      await press('Open');
      await expect.element(seen).toBeVisible();
      expect(asked[0]?.token).toBe(`Order ${TEST_TOKEN}`);
    });

    test('is open to who comes back within their visit', async () => {
      const first = openAt(at);
      await expect.element(seen).toBeVisible();
      first.leave();
      openAt(at, { shelf: first.shelf });
      await expect.element(seen).toBeVisible();
    });

    test('closes where it was left open, once somebody comes back to it after that', async () => {
      const { shelf } = openAt(at);
      await expect.element(seen).toBeVisible();
      shelf.leave();
      document.dispatchEvent(new Event('visibilitychange'));
      await expect.element(asks).toBeVisible();
      expect(seen.elements()).toEqual([]);
    });

    test('asks the vendor whose it is, where this device never saw it', async () => {
      const shelf = createTestShelf({ [`order:${TEST_ORDER}`]: { token: TEST_TOKEN, visit: 1 } });
      shelf.leave();
      const { server } = openAt(at, { shelf, order: undefined });
      await reach().fill('ana@example.org');
      await press('Open');
      await expect.element(page.getByText(/^We couldn’t check that/)).toBeVisible();
      server.order = testOrder();
      await press('Open');
      await expect.element(seen).toBeVisible();
    });

    test('opens by a link from a letter, and by none that opens nothing', async () => {
      const shelf = await left();
      const linked = 'L'.repeat(43);
      const read = (_body: unknown, token: string | null) =>
        token === 'Order none'
          ? Response.json({ code: 'NOT_FOUND' }, { status: 404 })
          : Response.json({ order: testOrder(), serverTime: '2026-11-26T10:00:00.000Z' });
      history.replaceState(history.state, '', `#t=${'N'.repeat(43)}`);
      const none = (body: unknown, token: string | null) =>
        read(body, token === `Order ${'N'.repeat(43)}` ? 'Order none' : token);
      const wrong = openAt(at, { shelf, answers: { GET: none } });
      await expect.element(asks).toBeVisible();
      wrong.leave();
      history.replaceState(history.state, '', `#t=${linked}`);
      openAt(at, { shelf, answers: { GET: read } });
      await expect.element(seen).toBeVisible();
      expect(shelf.value(`order:${TEST_ORDER}`)).toMatchObject({ token: TEST_TOKEN });
    });

    test('is paid only once it is open again', async () => {
      const shelf = await left();
      const { asked } = openAt(`checkout/payment/${TEST_ORDER}`, { shelf });
      await expect.element(headline('This page can’t be opened here')).toBeVisible();
      await expect
        .element(page.getByRole('link', { name: 'Confirm it’s you' }))
        .toHaveAttribute('href', `/connect/meadow/checkout/success/${TEST_ORDER}`);
      expect(asked).toEqual([]);
      await isClean();
    });
  });

  const minted = 'M'.repeat(43);
  const signedIn = (orderToken: AccountChanges['orderToken']) => {
    const account = createTestAccount(testSession, { orderToken });
    account.show([{ kind: ORDER_RECORD, v: 1, id: TEST_ORDER, seq: 1, body: { ...testOrder() } }]);
    return account;
  };

  test('on another device of the person is opened by a token of its own, and paid', async () => {
    const orderToken = vi.fn<AccountChanges['orderToken']>(async () => ({ status: 'ok', token: minted }));
    const { asked, shelf } = openAt(at, { shelf: createTestShelf(), account: signedIn(orderToken) });
    await expect
      .element(page.getByRole('link', { name: 'Pay $49.00 by card' }))
      .toHaveAttribute('href', `/connect/meadow/checkout/payment/${TEST_ORDER}`);
    await isClean();
    expect(orderToken.mock.calls).toEqual([[TEST_ORDER]]);
    await expect.poll(() => asked.at(0)?.token).toBe(`Order ${minted}`);
    // What the document for paying opens it by.
    await expect.poll(() => shelf.value(`order:${TEST_ORDER}`)).toMatchObject({ token: minted });
  });

  test('takes another token where the time of its own is over', async () => {
    const orderToken = vi.fn<AccountChanges['orderToken']>(async () => ({ status: 'ok', token: minted }));
    const { shelf } = openAt(at, { order: undefined, account: signedIn(orderToken) });
    await expect.poll(() => shelf.value(`order:${TEST_ORDER}`)).toMatchObject({ token: minted });
    expect(orderToken).toHaveBeenCalledOnce();
  });

  const linked = 'L'.repeat(43);
  /** As a letter's link does. */
  const openByLink = (opening: CheckoutOpening) => {
    history.replaceState(history.state, '', `#t=${linked}`);
    return openAt(at, opening);
  };

  test('claims nothing of an order that its link opens no more', async () => {
    const { asked } = openByLink({ order: undefined, shelf: createTestShelf() });
    await expect.element(headline('This page can’t be opened here')).toBeVisible();
    expect(page.getByText('You haven’t paid yet.').elements()).toEqual([]);
    expect(asked[0]?.token).toBe(`Order ${linked}`);
    await isClean();
  });

  test.each([
    ['keeps what it was placed with, which outlasts the link', [TEST_TOKEN, linked], TEST_TOKEN],
    ['takes the link where the time of its own is over', [linked], linked],
  ])('opened by a link from a letter, %s', async (_, known, then) => {
    const read = (_body: unknown, token: string | null) =>
      known.some((each) => token === `Order ${each}`)
        ? Response.json({ order: testOrder(), serverTime: '2026-11-26T10:00:00.000Z' })
        : Response.json({ code: 'NOT_FOUND' }, { status: 404 });
    const { asked, shelf } = openByLink({ answers: { GET: read } });
    await expect.element(headline(/It isn’t paid yet$/)).toBeVisible();
    expect(asked.at(-1)?.token).toBe(`Order ${then}`);
    expect(shelf.value(`order:${TEST_ORDER}`)).toMatchObject({ token: then });
  });

  describe('opened by a code that another device shows', () => {
    const code = 'C'.repeat(43);
    const openByCode = (opening: CheckoutOpening) => {
      history.replaceState(history.state, '', `#h=${code}`);
      return openAt(at, { shelf: createTestShelf(), ...opening });
    };
    const over = () => Response.json({ code: 'NOT_FOUND' }, { status: 404 });
    const opened = (body: unknown) =>
      Response.json({ token: (body as { token: string }).token, expiresAt: '2026-11-29T10:00:00.000Z' });
    /** Each in its turn, the last one from then on. */
    const inTurn = (...answers: readonly ((body: unknown) => Response | Promise<Response>)[]) => {
      let turn = 0;
      return (body: unknown) => (answers[turn++] ?? answers.at(-1) ?? over)(body);
    };
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    const busy = () => Response.json({ code: 'RATE_LIMITED' }, { status: 429 });

    test.each([
      ['without a network, once there is one', lost, () => dispatchEvent(new Event('online'))],
      ['where too many ask at once, by a button', busy, () => press('Try again')],
    ])('is not over %s', async (_what, failure, again) => {
      const { asked, shelf } = openByCode({
        answers: { 'POST hand-off/opening': inTurn(failure, opened) },
      });
      await expect.element(headline('We couldn’t open your order yet')).toBeVisible();
      expect(page.getByText(/Links in emails/).elements()).toEqual([]);
      await isClean();
      await again();
      await expect.element(headline(/It isn’t paid yet$/)).toBeVisible();
      const [first, second] = asked.filter(({ path }) => path === 'POST hand-off/opening');
      expect([first?.token, second?.token]).toEqual([`HandOff ${code}`, `HandOff ${code}`]);
      await expect.poll(() => shelf.value(`order:${TEST_ORDER}`)).toMatchObject(second?.body as object);
    });

    test('opens it although the answer to the first try was lost', async () => {
      let wanted = '';
      openByCode({
        answers: {
          'POST hand-off/opening': inTurn((body) => {
            wanted = (body as { token: string }).token;
            return lost();
          }, over),
          GET: (_body, token) =>
            token === `Order ${wanted}`
              ? Response.json({ order: testOrder(), serverTime: '2026-11-26T10:00:00.000Z' })
              : over(),
        },
      });
      await press('Try again');
      await expect.element(headline(/It isn’t paid yet$/)).toBeVisible();
    });

    test('says so where it is over, and what to do', async () => {
      openByCode({ order: undefined });
      await expect.element(headline('This code no longer works')).toBeVisible();
      await expect.element(page.getByText(/Get a new one on the device that showed it/)).toBeVisible();
      expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
      await isClean();
    });

    test('claims nothing of the order that it opens while that can’t be read', async () => {
      const read = inTurn(lost, busy, () =>
        Response.json({ order: testOrder(), serverTime: '2026-11-26T10:00:00.000Z' }),
      );
      openByCode({ answers: { 'POST hand-off/opening': opened, GET: read } });
      await expect.element(headline('We couldn’t open your order yet')).toBeVisible();
      expect(page.getByText('You haven’t paid yet.').elements()).toEqual([]);
      await expect.element(headline(/It isn’t paid yet$/)).toBeVisible();
    });
  });

  test('is shown and not paid where no token can be had', async () => {
    openAt(at, { shelf: createTestShelf(), account: signedIn(async () => ({ status: 'offline' })) });
    await expect.element(headline(/It isn’t paid yet$/)).toBeVisible();
    expect(page.getByRole('link', { name: 'Pay $49.00 by card' }).elements()).toEqual([]);
  });

  test.each([
    { how: 'by mail', delivery: testOrder().delivery, region: 'Address', line: '1 Elm Street' },
    {
      ...{ how: 'at a pharmacy', delivery: { way: 'pickup', pharmacy: 'elm' } as const },
      ...{ region: 'Pickup', line: 'Elm Pharmacy' },
    },
  ])(
    'that is canceled goes nowhere, $how: what happened, and what of the money',
    async ({ delivery, region, line }) => {
      const money = { held: 0, charged: 4900, refunded: 4900, refunding: 0 };
      const over = { order: 'cancelled', payment: 'refunded', fulfillment: 'cancelled' } as const;
      openAt(at, { order: testOrder({ delivery, money }, over) });
      await expect.element(headline('Your order is canceled')).toBeVisible();
      await expect.element(page.getByText('We refunded $49.00.')).toBeVisible();
      await expect.element(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
      expect(page.getByRole('region', { name: region }).elements()).toEqual([]);
      expect(page.getByText(line).elements()).toEqual([]);
      // And its slip has no seal.
      expect(document.querySelector('svg[class*=size96]')?.getAttribute('class')).toMatch(/outline/);
      await isClean();
    },
  );

  test('at a pharmacy: its hours, what to bring, and another one until it is sent', async () => {
    const order = testOrder({ delivery: { way: 'pickup', pharmacy: 'elm' } }, { payment: 'authorized' });
    const { asked } = openAt(`checkout/pharmacy/success/${TEST_ORDER}`, { order });
    const pickup = page.getByRole('region', { name: 'Pickup' });
    await expect.element(pickup.getByText('Elm Pharmacy')).toBeVisible();
    await expect.element(pickup.getByText('Bring a photo ID.')).toBeVisible();
    await press('Change pharmacy');
    await userEvent.click(page.getByRole('radio', { name: /Bay Pharmacy/ }), { force: true });
    await isClean();
    await press('Use this pharmacy');
    await expect
      .poll(
        () => asked.at(-1)?.path === 'POST pharmacy' || asked.some(({ path }) => path === 'POST pharmacy'),
      )
      .toBe(true);
    expect(asked.find(({ path }) => path === 'POST pharmacy')?.body).toEqual({ pharmacy: 'bay' });
  });

  test('at a pharmacy shows what its patient wrote to the pharmacist', async () => {
    const note = 'Please call first.\nI can’t hear the bell.';
    const order = testOrder({ delivery: { way: 'pickup', pharmacy: 'elm', note } });
    openAt(`checkout/pharmacy/success/${TEST_ORDER}`, { order });
    const pickup = page.getByRole('region', { name: 'Pickup' });
    await expect.element(pickup.getByText('Note to the pharmacist')).toBeVisible();
    await expect.element(pickup.getByText(/^Please call first/)).toBeVisible();
    expect(pickup.getByText(/^Please call first/).element().textContent).toBe(note);
    await isClean();
  });

  describe('at a pharmacy, to another one', () => {
    const order = testOrder({ delivery: { way: 'pickup', pharmacy: 'elm' } }, { payment: 'authorized' });
    const pickup = page.getByRole('region', { name: 'Pickup' });
    const bay = page.getByRole('radio', { name: /Bay Pharmacy/ });
    /** @param happened to the order meanwhile */
    async function change(answer: Response | undefined, happened = order) {
      const opened = openAt(`checkout/pharmacy/success/${TEST_ORDER}`, {
        order,
        answers: {
          'POST pharmacy': () => {
            opened.server.order = happened;
            return answer ?? Promise.reject(new TypeError('Failed to fetch'));
          },
        },
      });
      await press('Change pharmacy');
      await userEvent.click(bay, { force: true });
      await press('Use this pharmacy');
    }
    const problem = (code: string, status: number, detail?: string) =>
      Response.json({ code, ...(detail !== undefined && { detail }) }, { status });

    test.each([
      [
        'has closed',
        problem('ORDER_LOCKED', 409, 'PHARMACY_INACTIVE'),
        'Bay Pharmacy no longer takes orders. Choose another one.',
        false,
      ],
      [
        'may not sell all of it',
        problem('ORDER_LOCKED', 409, 'AREA_NOT_SERVED'),
        'Part of your order can’t be sold where Bay Pharmacy is. Choose another one.',
        false,
      ],
      ['isn’t answered', undefined, /^We couldn’t change the pharmacy. Check your connection/, true],
      ['is turned away', problem('RATE_LIMITED', 429), /^We couldn’t change the pharmacy. Try again/, true],
    ])('that %s says so', async (_what, refusal, words, isOffered) => {
      await change(refusal);
      await expect.element(pickup.getByRole('status').getByText(words)).toBeVisible();
      expect(bay.elements()).toHaveLength(isOffered ? 1 : 0);
      await expect.element(page.getByRole('radio', { name: /Elm Pharmacy/ })).toBeInTheDocument();
      await isClean();
      await press('Keep the current one');
      await expect.element(pickup.getByRole('button', { name: 'Change pharmacy' })).toBeVisible();
      expect(pickup.getByText(words).elements()).toEqual([]);
    });

    test('that comes too late says so, and shows what has happened', async () => {
      const sent = testOrder(
        { delivery: order.delivery },
        { payment: 'captured', clinical: 'approved', fulfillment: 'preparing' },
      );
      await change(problem('ORDER_LOCKED', 409), sent);
      await expect
        .element(pickup.getByRole('status').getByText(/^The pharmacy can no longer be changed here/))
        .toBeVisible();
      expect(page.getByRole('radio').elements()).toEqual([]);
      expect(page.getByRole('button', { name: 'Change pharmacy' }).elements()).toEqual([]);
      await isClean();
    });

    test('says so where the list of them can’t be loaded, and leads to it once it can', async () => {
      const { server } = openAt(`checkout/pharmacy/success/${TEST_ORDER}`, { order, isShopDown: true });
      const said = pickup.getByRole('status').getByText(/^We couldn’t load the pharmacies/);
      await expect.element(said).toBeVisible();
      await isClean();
      await press('Change pharmacy');
      await expect.element(said).toBeVisible();
      expect(bay.elements()).toEqual([]);
      server.hasFiles = true;
      await press('Try again');
      await expect.element(bay).toBeInTheDocument();
      expect(said.elements()).toEqual([]);
      expect(pickup.getByRole('button', { name: 'Change pharmacy' }).elements()).toEqual([]);
      await isClean();
    });

    test('is offered where all of it may be sold, and first where the pharmacy is', async () => {
      const shop = {
        pharmacies: [
          ...pharmacies,
          pharmacyOf('mesa', { name: 'Mesa Pharmacy', region: 'US-NV', country: 'US' }),
          pharmacyOf('pine', { name: 'Pine Pharmacy', region: 'US-OR', country: 'US' }),
        ],
      };
      const product = { ...rx, notIn: ['US-NV'] };
      openAt(`checkout/pharmacy/success/${TEST_ORDER}`, { order, shop, product });
      await press('Change pharmacy');
      const state = page.getByRole('combobox', { name: /^State/ });
      await expect.element(state).toHaveValue('US-CA');
      await expect.element(bay).toBeInTheDocument();
      expect(page.getByRole('radio').elements()).toHaveLength(2);
      const states = () => [...(state.element() as HTMLSelectElement).options].map(({ value }) => value);
      expect(
        states()
          .filter((value) => value !== '')
          .sort(),
      ).toEqual(['US-CA', 'US-OR']);
    });
  });

  test('that is ready at a pharmacy says once what to bring, and calls there', async () => {
    const statuses = { clinical: 'approved', payment: 'captured', fulfillment: 'ready_for_pickup' } as const;
    openAt(`checkout/pharmacy/success/${TEST_ORDER}`, {
      order: testOrder({ delivery: { way: 'pickup', pharmacy: 'elm' } }, statuses),
    });
    await expect.element(page.getByRole('link', { name: 'Call Elm Pharmacy' })).toBeVisible();
    expect(page.getByRole('link', { name: 'Call Elm Pharmacy' }).element().getAttribute('href')).toMatch(
      /^tel:\+/,
    );
    expect(page.getByText(/photo ID/).elements()).toHaveLength(1);
    await isClean();
  });

  test('whose receipt is partly refunded says so below its total', async () => {
    const money = { held: 0, charged: 4900, refunded: 500, refunding: 0 };
    openAt(at, {
      order: testOrder({ money }, { clinical: 'approved', payment: 'partially_refunded' }),
    });
    const row = page.getByRole('region', { name: 'Receipt' }).getByRole('row', { name: /^Refunded/ });
    await expect.element(row.getByText('-$5.00')).toBeVisible();
  });

  test('reads from right to left', async () => {
    openAt(at, { language: 'ar', order: testOrder({}, { payment: 'authorized' }) });
    await expect.element(headline('طلبك لدى Meadow')).toBeVisible();
    await isClean();
  });
});
