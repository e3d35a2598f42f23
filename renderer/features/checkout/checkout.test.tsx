import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { emptyCart, withMore } from '../../../sync/domain/cart/cart.ts';
import { promotionHash } from '../../../sync/domain/shop/promotion.ts';
import { readContactValue } from '../../base/contact-value.ts';
import { ibm } from '../../design/testing/ibm.ts';
import { newCart, withContent } from '../../device/cart/stored-cart.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import { createTestShelf, type TestShelf } from '../../platform/contract/shelf-testing.ts';
import { testDelivery } from '../../platform/contract/testing.ts';
import { emptyDetails } from './flow/checkout-events.ts';
import { wrapCheckout } from './flow/persisted-checkout.ts';
import { mail, openAt, rx } from './testing/open-checkout.ts';

vi.mock('../../base/contact-value.ts', { spy: true });
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }));
async function isClean() {
  expect((await axe.run(document.body)).violations).toEqual([]);
  expect(await ibm()).toEqual([]);
}
async function typeDetails() {
  await field('Full name').fill('Ana Ruiz');
  await field('Email or mobile number').fill('ana@example.org');
  await field('Street address').fill('1 Elm Street');
  await field('ZIP code').fill('94607');
  await field('City').fill('Oakland');
}
/** Once. */
function readFails(shelf: TestShelf) {
  const { read } = shelf;
  shelf.read = async (name) => {
    if (name !== 'checkout') return await read(name);
    shelf.read = read;
    throw new Error('storage: timeout');
  };
}

describe('a checkout by mail', () => {
  test('asks five things on its first screen, after the whole price', async () => {
    openAt('checkout');
    await expect.element(heading('Where should we send it?')).toBeVisible();
    const cost = page.getByRole('region', { name: 'What you’ll pay' });
    await expect.element(cost.getByText('$12.50').first()).toBeVisible();
    const main = page.getByRole('main');
    expect(main.getByRole('textbox').elements()).toHaveLength(5);
    expect(main.getByRole('combobox').elements()).toHaveLength(0);
    const [first] = main.getByRole('textbox').elements();
    const price = cost.element();
    expect(first && price.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await isClean();
  });

  test.each([
    ['the shelf doesn’t answer', readFails],
    [
      'how to read a number can’t be loaded',
      () => vi.mocked(readContactValue).mockRejectedValueOnce(new Error()),
    ],
  ])(
    'says that it can’t be opened, leaves nothing running, and opens with the next try: %s',
    async (_, fail) => {
      const begun = vi.spyOn(document, 'addEventListener');
      const ended = vi.spyOn(document, 'removeEventListener');
      const saversOf = ({ mock }: typeof begun | typeof ended) =>
        mock.calls.flatMap(([, saver]) =>
          typeof saver === 'function' && saver.name === 'saveAtOnce' ? [saver] : [],
        );
      fail(openAt('checkout').shelf);
      await expect.element(heading('We couldn’t load prices')).toBeVisible();
      expect(saversOf(ended)).toEqual(saversOf(begun));
      await press('Try again');
      await expect.element(heading('Where should we send it?')).toBeVisible();
    },
  );

  test('says everything that is missing at once, and takes the focus there', async () => {
    openAt('checkout');
    await press('Continue');
    const summary = page.getByRole('region', { name: 'Check 6 answers' });
    await expect.element(summary).toHaveFocus();
    expect(summary.getByRole('link').elements()).toHaveLength(6);
    await isClean();
  });

  test('fills in the state from the ZIP code, and asks about another one', async () => {
    openAt('checkout');
    await typeDetails();
    await expect.element(page.getByText('California')).toBeVisible();
    await press('Change state');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'State' }), 'US-NY');
    await expect.element(page.getByText('94607 is usually in California.')).toBeVisible();
    await press('Continue');
    await expect.element(heading('Where should we send it?')).toBeVisible();
    await press('Use California');
    await press('Continue');
    await expect.element(heading('Check your order')).toBeVisible();
  });

  test('asks nobody whose device it is, and lets them say', async () => {
    const { shelf } = openAt('checkout');
    await expect.element(page.getByText('Is this device yours alone?')).toBeVisible();
    await press('No, it’s shared');
    await expect.element(page.getByText(/we’ll clear your details and cart from this device/)).toBeVisible();
    await expect.element(page.getByText('Is this device yours alone?')).not.toBeInTheDocument();
    expect(await shelf.owner()).toBe('shared');
    await isClean();
  });

  test.each([
    ['US', 'en', '2 to 4 business days', '1 business day', 'cart'],
    ['GB', 'en', '2 to 4 working days', '1 working day', 'basket'],
    ['US', 'es', 'De 2 a 4 días hábiles', '1 día hábil', 'carrito'],
    ['US', 'ar', 'من 2 إلى 4 من أيام العمل', 'يوم عمل واحد', 'السلة'],
  ] as const)(
    'counts the days of a delivery in the words of its place - %s %s',
    async (region, language, range, one, cart) => {
      const rate = { name: { en: 'Delivery' }, amount: 500 };
      const shipping = [
        { ...rate, id: 'standard', days: { min: 2, max: 4 } },
        { ...rate, id: 'next-day', days: { min: 1, max: 1 } },
      ];
      openAt('checkout', { region, language, shop: { shipping } });
      const main = page.getByRole('main');
      const said = () => main.elements()[0]?.textContent ?? '';
      await expect.poll(said).toContain(`· ${range}`);
      expect(said()).toMatch(new RegExp(`· ${one}(?!s)`));
      await expect.element(main.getByRole('link', { name: new RegExp(cart) })).toBeVisible();
    },
  );

  test('keeps both answers about the device on one line of a phone', async () => {
    await page.viewport(390, 844);
    openAt('checkout');
    const answers = [/^Yes, keep/, /^No, it/].map((name) => page.getByRole('button', { name }));
    await expect.element(answers[0] as Locator).toBeVisible();
    const [yes, no] = answers.map((answer) => answer.element().getBoundingClientRect());
    expect(no?.top).toBe(yes?.top);
    // What is pressed for one isn't pressed for the other.
    expect(no?.left).toBeGreaterThan(yes?.right ?? Number.NaN);
  });

  test('shows a later visit nothing of what was typed, until the same contact is', async () => {
    const { shelf, leave } = openAt('checkout', { order: undefined });
    await typeDetails();
    await expect.poll(() => JSON.stringify(shelf.value('checkout'))).toContain('Oakland');
    leave();
    shelf.leave();
    openAt('checkout', { shelf, order: undefined });
    await expect.element(page.getByText(/Someone started a checkout here earlier/)).toBeVisible();
    for (const box of page.getByRole('main').getByRole('textbox').elements()) expect(box).toHaveValue('');
    await isClean();
    await field('Email or mobile number').fill('ben@example.org');
    await field('Email or mobile number').fill('ana@example.org');
    await expect.element(field('City')).toHaveValue('Oakland');
    await expect.element(field('Full name')).toHaveValue('Ana Ruiz');
    await expect.element(page.getByText(/Someone started a checkout here earlier/)).not.toBeInTheDocument();
    await expect.poll(() => shelf.value('checkout/earlier')).toBeUndefined();
    await press('Continue');
    await expect.element(heading('Check your order')).toBeVisible();
  });

  test('R2: seals what was wanted and shown, once, and no price of its own', async () => {
    const { sent, shelf } = openAt('checkout', { order: undefined });
    await typeDetails();
    await press('Continue');
    await expect.element(heading('Check your order')).toBeVisible();
    await isClean();
    await press('Place order');
    await expect.element(page.getByRole('link', { name: 'Agree to the terms to continue' })).toBeVisible();
    await userEvent.click(page.getByRole('checkbox', { name: /terms of sale/ }), { force: true });
    await userEvent.dblClick(page.getByRole('button', { name: 'Place order' }));
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toMatchObject({
      lines: [{ sku: 'ME-1', quantity: 1 }],
      shown: { total: 1750, currency: 'USD' },
      contact: { name: 'Ana Ruiz', email: 'ana@example.org' },
      delivery: { way: 'mail', rate: 'standard', address: { city: 'Oakland', region: 'US-CA' } },
      consents: [{ document: 'terms', version: '2.0', decision: 'active' }],
      payment: 'card',
    });
    expect(sent[0]?.token).toMatch(/^[\w-]{43}$/);
    await expect.poll(() => JSON.stringify(shelf.value('checkout'))).toContain('"placed":true');
    // The page is opened again, with what was left of the cart.
    shelf.put('cart', { id: 'c', version: 9, content: { entries: {}, choices: {} }, lines: [] });
    const { router } = openAt('checkout', { shelf, order: undefined });
    await expect
      .poll(() => router.state.location.pathname)
      .toBe(`/connect/meadow/checkout/success/${sent[0]?.session}`);
  });

  const toReview = async () => {
    await typeDetails();
    await press('Continue');
    await expect.element(heading('Check your order')).toBeVisible();
  };
  const agreeAndPlace = async () => {
    const terms = page.getByRole('checkbox', { name: /terms of sale/ });
    // Not where it is: the bill above it may still be loading.
    (terms.element() as HTMLElement).click();
    await expect.element(terms).toBeChecked();
    await press('Place order');
  };
  const cart = (version: number, quantity: number) => ({
    ...{ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', version, content: { entries: {}, choices: {} } },
    lines: quantity === 0 ? [] : [{ sku: 'ME-1', product: 'melatonin', quantity }],
  });

  test('orders nothing of a cart that was changed in another tab, and begins with what is in it', async () => {
    const { sent, shelf } = openAt('checkout', { order: undefined });
    await toReview();
    shelf.put('cart', cart(2, 3));
    await agreeAndPlace();
    await expect.element(page.getByRole('alert').getByText('Your cart changed')).toBeVisible();
    expect(sent).toEqual([]);
    expect(JSON.stringify(shelf.value('checkout'))).not.toContain('"placed":true');
    await expect.element(heading('Check your order')).toBeVisible();
    await expect.element(page.getByText('$42.50').first()).toBeVisible();
    await agreeAndPlace();
    await expect
      .poll(() => sent)
      .toMatchObject([
        { cart: { version: 2 }, lines: [{ sku: 'ME-1', quantity: 3 }], shown: { total: 4250 } },
      ]);
  });

  test('leads to the order that another tab has placed of a changed cart', async () => {
    const { sent, shelf, router } = openAt('checkout', { order: undefined });
    await toReview();
    const { v, record } = shelf.value('checkout') as { v: number; record: { cart: object } };
    const order = '16fd2706-8baf-433b-82eb-8c7fada847da';
    shelf.put('checkout', {
      v,
      record: { ...record, order, cart: { ...record.cart, version: 2 }, placed: true },
    });
    shelf.put('cart', { ...cart(3, 0), ordered: 2 });
    await agreeAndPlace();
    await expect.poll(() => router.state.location.pathname).toBe(`/connect/meadow/checkout/success/${order}`);
    expect(sent).toEqual([]);
  });

  test('goes on with what was typed - the page was closed', async () => {
    const first = openAt('checkout');
    await typeDetails();
    await expect.poll(() => JSON.stringify(first.shelf.value('checkout'))).toContain('Oakland');
    openAt('checkout', { shelf: first.shelf });
    await expect.element(heading('Check your order')).toBeVisible();
    await expect.element(page.getByText('Oakland, CA 94607')).toBeVisible();
  });

  describe('after an order that somebody’s account doesn’t know yet', () => {
    const details = {
      ...{ ...emptyDetails('US'), name: 'Ana Ruiz', reach: 'ana@example.org', note: 'the back door' },
      ...{ line1: '1 Elm Street', city: 'Oakland', region: 'US-CA', postcode: '94607' },
    };
    const next = (place?: string) => {
      const { person } = testSession;
      const account = createTestAccount(testSession);
      account.show([]);
      const shelf = createTestShelf({
        [`checkout/${person}`]: wrapCheckout({
          ...{
            order: 'before',
            cart: { id: 'c', version: 1 },
            way: 'mail',
            details,
            consents: [],
            placed: true,
          },
        }),
        cart: {
          ...{ id: 'c', version: 3, person, lines: [{ sku: 'ME-1', product: 'melatonin', quantity: 1 }] },
          content: { entries: {}, choices: place ? { place: { value: place } } : {} },
        },
      });
      const before = testDelivery({ kind: 'order.place', session: 'before' });
      openAt('checkout', { shelf, account, deliveries: [before] });
    };

    test('asks for nothing of it again', async () => {
      next();
      await expect.element(heading('Check your order')).toBeVisible();
      await expect.element(page.getByText('Oakland, CA 94607')).toBeVisible();
      await expect.element(page.getByText('Ana Ruiz').first()).toBeVisible();
    });

    test('asks for the address where they have said since that they are elsewhere', async () => {
      next('US-NY');
      await expect.element(field('Full name')).toHaveValue('Ana Ruiz');
      await expect.element(field('City')).toHaveValue('');
    });
  });

  describe('signed in where the records were never here', () => {
    const away = (product = mail) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      return openAt('checkout', { product, account: createTestAccount(testSession), order: undefined });
    };

    test('opens without a network with what the device has, and says what waits for one', async () => {
      away();
      await expect.element(heading('Where should we send it?')).toBeVisible();
      await expect.element(field('Email or mobile number')).toHaveValue('ana@example.org');
      await expect
        .element(page.getByText(/^You’re offline, so we can’t load your saved details/))
        .toBeVisible();
      await isClean();
      await typeDetails();
      await press('Continue');
      await expect.element(heading('Check your order')).toBeVisible();
      await expect.element(page.getByText('Oakland, CA 94607')).toBeVisible();
      await expect.element(page.getByText(/^We’ll send it when you’re back online/)).toBeVisible();
    });

    test('waits for the device’s own store, which may have them', async () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      const account = createTestAccount(testSession);
      let reads = () => {};
      const read = new Promise<void>((resolve) => {
        reads = resolve;
      });
      const late = {
        ...account,
        watchRecords: (...watched: Parameters<typeof account.watchRecords>) => {
          void read.then(() => account.watchRecords(...watched));
          return () => undefined;
        },
      };
      openAt('checkout', { account: late, order: undefined });
      // Long enough to open without them, were that right.
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(document.querySelector('h1')).toBeNull();
      account.show([
        {
          ...{ kind: 'person', v: 1, id: 'name', seq: 1 },
          body: {
            ...{ version: '0199c0de-0000-4000-8000-000000000001', author: 'patient' },
            ...{ statedAt: '2026-11-20T09:00:00.000Z', value: { given: 'Ana', family: 'Ruiz' } },
          },
        },
      ]);
      reads();
      await expect.element(heading('Where should we send it?')).toBeVisible();
      await expect.element(page.getByText('Ana Ruiz')).toBeVisible();
    });

    test('opens with a prescription, too', async () => {
      away(rx);
      await expect.element(heading('Where should we send it?')).toBeVisible();
    });
  });

  test('of a prescription names what is charged on approval and each time after, with a box each', async () => {
    openAt('checkout', { product: rx });
    const cost = page.getByRole('region', { name: 'What you’ll pay' });
    await expect.element(cost.getByText('Charged today')).toBeVisible();
    await expect.element(cost.getByText('Only if Meadow approves')).toBeVisible();
    await expect.element(cost.getByText('Each renewal, every 30 days')).toBeVisible();
    await typeDetails();
    await press('Continue');
    await expect.element(heading('Check your order')).toBeVisible();
    expect(page.getByRole('checkbox').elements()).toHaveLength(3);
    await isClean();
  });

  test('of a prescription is on the form that qualifies it, however somebody comes to it', async () => {
    const old = testDelivery({ opId: 'old', queuedAt: new Date(Date.now() - 40 * 86_400_000).toISOString() });
    const since = testDelivery({ opId: 'since' });
    const item = { sku: 'ZO-1', product: 'zolpidem', unit: 2400, consultation: 'old' };
    const content = withMore(emptyCart, item, 1, 1, { source: 'c', at: 1 });
    const shelf = createTestShelf({ cart: withContent(newCart('c'), content) });
    openAt('checkout', { product: rx, shelf, deliveries: [old, since] });
    await expect.element(heading('Where should we send it?')).toBeVisible();
    expect(shelf.value('cart')).toMatchObject({ consultation: 'since', version: 2 });
  });

  test('says so where nothing is mailed to an address', async () => {
    openAt('checkout', { shop: { shipping: [] } });
    await typeDetails();
    await press('Continue');
    await expect.element(page.getByRole('link', { name: 'Meadow doesn’t deliver there' })).toBeVisible();
  });

  test('Enter after a promo code applies it; after anything else it goes on', async () => {
    const code = await promotionHash('HALF');
    openAt('checkout', { shop: { promotions: [{ code, off: { percent: 50 }, rx: false }] } });
    await typeDetails();
    await press('Add a promo code');
    await field(/^Promo code/).fill('HALF');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('status').getByText(/^Applied/)).toBeVisible();
    await expect.element(field(/^Promo code/)).toHaveFocus();
    await expect.element(heading('Where should we send it?')).toBeVisible();
    (field('City').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading('Check your order')).toBeVisible();
  });

  test('with an empty cart leads to what is sold', async () => {
    const shelf = createTestShelf({
      cart: { id: 'c', version: 2, content: { entries: {}, choices: {} }, lines: [] },
    });
    openAt('checkout', { shelf });
    await expect.element(heading('Your cart is empty')).toBeVisible();
    await isClean();
  });

  test('reads from right to left', async () => {
    openAt('checkout', { language: 'ar' });
    await expect.element(heading('إلى أين نرسله؟')).toBeVisible();
    await isClean();
  });
});

describe('a checkout at a pharmacy', () => {
  test('finds one by postcode, and where the device is stays on it', async () => {
    const position = { coords: { latitude: 37.871234, longitude: -122.261234 } } as GeolocationPosition;
    vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((done) => done(position));
    const requests = vi.spyOn(globalThis, 'fetch');
    const beacons = vi.spyOn(navigator, 'sendBeacon');
    const { shelf, asked } = openAt('checkout/pharmacy');
    await expect.element(heading('Where will you pick it up?')).toBeVisible();
    const names = () =>
      page
        .getByRole('radio')
        .elements()
        .map((radio) => radio.closest('label')?.textContent ?? radio.parentElement?.textContent);
    await expect.poll(() => names().length).toBe(2);
    // Isolated: in an Arabic page a house number would wander to the end.
    expect(page.getByRole('main').element().textContent).toContain('\u20681 Meadow Road, Oakland\u2069');
    await press('Sort by distance');
    await expect.poll(() => names()[0]).toContain('Bay Pharmacy');
    await isClean();
    await page.getByRole('searchbox', { name: 'ZIP code, city, or name' }).fill('94607');
    await expect.poll(() => names().length).toBe(1);
    await userEvent.click(page.getByRole('radio', { name: /Elm Pharmacy/ }), { force: true });
    const told = JSON.stringify([
      requests.mock.calls,
      beacons.mock.calls,
      asked,
      shelf.value('checkout'),
      performance.getEntriesByType('resource').map(({ name }) => name),
      location.href,
    ]);
    expect(told).not.toMatch(/37\.87|122\.26/);
  });

  test('says how to search, in the country’s own words, where the device won’t say where it is', async () => {
    vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((_, refused) =>
      refused?.({} as GeolocationPositionError),
    );
    openAt('checkout/pharmacy');
    await press('Sort by distance');
    await expect
      .element(page.getByText(/^We can’t see your location. Search by ZIP code or city\.$/))
      .toBeVisible();
  });

  test('Enter in its search leads to what was found, and goes on with nothing that was chosen before', async () => {
    const { shelf } = openAt('checkout/pharmacy');
    await field('Full name').fill('Ana Ruiz');
    await field('Email or mobile number').fill('ana@example.org');
    const radio = (name: RegExp) => page.getByRole('radio', { name });
    await userEvent.click(radio(/Elm Pharmacy/), { force: true });
    await page.getByRole('searchbox').fill('94704');
    await expect.poll(() => page.getByRole('radio').elements().length).toBe(1);
    await userEvent.keyboard('{Enter}');
    await expect.element(radio(/Bay Pharmacy/)).toHaveFocus();
    await isClean();
    await userEvent.keyboard('{Enter}');
    await expect.element(radio(/Bay Pharmacy/)).toBeChecked();
    await expect.poll(() => JSON.stringify(shelf.value('checkout'))).toContain('"pharmacy":"bay"');
    await page.getByRole('searchbox').fill('nowhere at all');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
    await expect.element(page.getByRole('status').getByText(/No pharmacy found/)).toBeVisible();
    await expect.element(heading('Where will you pick it up?')).toBeVisible();
    expect(page.getByRole('region', { name: /^Check/ }).elements()).toEqual([]);
  });

  test('shows no map of nothing', async () => {
    openAt('checkout/pharmacy');
    await page.getByRole('searchbox').fill('nowhere at all');
    await expect.element(page.getByText(/No pharmacy found/)).toBeVisible();
    expect(page.getByRole('img', { name: /Map/ }).elements()).toEqual([]);
  });
});
