import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type CartContent, emptyCart, moved, withChoice, withMore } from '../../../sync/domain/cart/cart.ts';
import type { ListedProduct, Product } from '../../../sync/domain/catalog/product.ts';
import { promotionHash } from '../../../sync/domain/shop/promotion.ts';
import type { Shop } from '../../../sync/domain/shop/shop.ts';
import { testPack } from '../../../sync/domain/testing/fixture-clinic.ts';
import { planOf, productOf, shopOf } from '../../../sync/domain/testing/fixture-shop.ts';
import { open } from '../../app/testing/open.tsx';
import { ibm } from '../../design/testing/ibm.ts';
import { newCart, type StoredCart, withContent } from '../../device/cart/stored-cart.ts';
import { createTestPlatform } from '../../device/testing/platform.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import { createTestShelf, type TestShelf } from '../../platform/contract/shelf-testing.ts';
import { testDelivery } from '../../platform/contract/testing.ts';

const CART_ID = '01900000-0000-7000-8000-000000000001';
const LAPTOP = '01900000-0000-7000-8000-000000000002';
const text = (en: string) => ({ en, es: en, ar: `${en} بالعربية` });
const balm = productOf('balm', {
  ...{ name: text('Balm'), form: text('Stick'), maxQuantity: 4 },
  plans: [
    planOf('BALM', 1000, { pack: text('1 stick') }),
    planOf('BALM-3', 2500, { pack: text('3 sticks'), everyDays: 90 }),
  ],
});
const sleep = productOf('sleep', {
  ...{
    name: text('Zolpidem'),
    form: text('Tablet'),
    kind: 'rx',
    questionnaire: 'sleep',
    fulfillment: ['mail'],
  },
  plans: [planOf('SLEEP', 2400, { pack: text('10 tablets'), everyDays: 30 })],
});
const counter = productOf('counter', {
  ...{ name: text('Test kit'), form: text('Kit'), fulfillment: ['pickup'] },
  plans: [planOf('KIT', 1500, { pack: text('1 kit') })],
});
const listed = ({ slug, kind, name, form, summary, questionnaire, plans }: Product): ListedProduct => ({
  ...{ slug, kind, name, form, summary, url: `/connect/meadow/files/products/${slug}.json` },
  ...(questionnaire === undefined ? {} : { questionnaire }),
  from: { amount: plans[0]?.amount ?? 0 },
});

const item = (product: Product, sku = product.plans[0]?.sku ?? '', unit = product.plans[0]?.amount ?? 0) => ({
  ...{ sku, unit, product: product.slug },
});
const at = (time: number) => ({ source: CART_ID, at: time });
const holding = (content: CartContent): StoredCart => withContent(newCart(CART_ID), content);
const withBalm = withMore(emptyCart, item(balm), 2, 9, at(1));
const inOhio = (content: CartContent) => withChoice(content, 'place', 'US-CA', at(9));
const sent = testDelivery({ opId: '01900000-0000-7000-8000-00000000000c' });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const browserFetch = globalThis.fetch;

interface Opening {
  readonly content?: CartContent;
  readonly shelf?: TestShelf;
  readonly products?: readonly Product[];
  readonly shop?: Partial<Shop>;
  readonly taxIncluded?: true;
  readonly region?: string;
  readonly language?: 'en' | 'es' | 'ar';
  readonly path?: string;
  readonly platform?: Parameters<typeof createTestPlatform>[0];
}

function openCart({
  content,
  products = [balm, sleep, counter],
  shop = {},
  taxIncluded,
  region = 'US',
  language = 'en',
  ...more
}: Opening = {}) {
  const { shelf = createTestShelf(content ? { cart: holding(content) } : {}), path = 'cart' } = more;
  const answered = { now: true };
  const published = shopOf({
    taxes: [{ place: 'US-CA', category: 'otc', rate: 10_000, source: 's', asOf: '2026-01-01' }],
    ...shop,
  });
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(new Request(input).url);
    const found = products.find(({ slug }) => pathname.endsWith(`/products/${slug}.json`));
    const body = found ?? (pathname.endsWith('/shop.json') ? published : undefined);
    if (!body) return browserFetch(input, init);
    if (!answered.now) throw new TypeError('Failed to fetch');
    return Response.json(body);
  });
  const pack = testPack({
    region,
    products: products.map(listed),
    shop: {
      ...{ url: '/connect/meadow/files/shop.json', forms: ['sleep'] },
      ...(taxIncluded && { taxIncluded }),
    },
  });
  const platform = createTestPlatform({ shelf, ...more.platform });
  return { ...open(`/connect/meadow/${path}`, { language, bootstrap: { pack }, platform }), shelf, answered };
}

const line = (name: string) =>
  page.getByRole('list', { name: 'In your cart' }).getByRole('listitem').filter({ hasText: name });
const summary = () => page.getByRole('region', { name: 'Summary' });
const linesOn = (shelf: TestShelf) =>
  (shelf.value('cart') as StoredCart | undefined)?.lines.map(({ sku, quantity }) => `${quantity} ${sku}`);
const clean = async () => {
  expect((await axe.run(document.body)).violations).toEqual([]);
  expect(await ibm()).toEqual([]);
};

describe('the cart', () => {
  test('that is empty has two ways on', async () => {
    openCart();
    await expect.element(page.getByText('Your cart is empty.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Start a consultation' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'See medicines and products' })).toBeVisible();
    expect(page.getByRole('link', { name: /^Cart \(/ }).elements()).toEqual([]);
    await clean();
  });

  test('shows each line, what it comes to, and one way on', async () => {
    openCart({ content: inOhio(withBalm) });
    await expect.element(line('Balm').getByText('$20')).toBeVisible();
    await expect.element(summary().getByText('Estimate', { exact: true })).toBeVisible();
    // 20.00, mailed for 5.00, and 10 % of the goods.
    await expect.element(summary().getByText('$27')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Cart (2)' })).toBeVisible();
    const way = page.getByRole('link', { name: 'Check out' });
    await expect.element(way).toHaveAttribute('href', '/connect/meadow/checkout');
    await clean();
  });

  test.each(['en', 'es'] as const)(
    'is a basket in Britain, where it is read in English - %s',
    async (language) => {
      const said = language === 'en' ? 'Basket' : 'Carrito';
      openCart({ content: inOhio(withBalm), region: 'GB', language });
      await expect.element(page.getByRole('heading', { level: 1, name: said })).toBeVisible();
      await expect.element(page.getByRole('link', { name: `${said} (2)` })).toBeVisible();
      await expect.poll(() => document.title).toBe(`${said} – Meadow`);
      expect(document.body.textContent).not.toMatch(/\bcart\b/i);
    },
  );

  test('asks for the place once, and leaves tax and delivery out until then', async () => {
    const { shelf } = openCart({ content: withBalm });
    await expect.element(summary().getByText('Calculated at checkout').first()).toBeVisible();
    await userEvent.selectOptions(page.getByLabelText('Where are you?'), 'US-CA');
    await expect.element(summary().getByText('Delivery to California')).toBeVisible();
    await expect.element(summary().getByText('$27')).toBeVisible();
    expect(page.getByLabelText('Where are you?').elements()).toEqual([]);
    expect((shelf.value('cart') as StoredCart).content.choices.place?.value).toBe('US-CA');
  });

  test('says that its prices include the tax, before a place is known', async () => {
    openCart({ content: withBalm, taxIncluded: true });
    await expect.element(summary().getByText('Included', { exact: true })).toBeVisible();
    await expect.poll(() => summary().getByText('Calculated at checkout').elements().length).toBe(1);
  });

  test('changes quantities to the limit, and plans', async () => {
    const { shelf } = openCart({ content: inOhio(withBalm) });
    const more = page.getByRole('button', { name: 'One more Balm' });
    await userEvent.click(more);
    await expect.poll(() => linesOn(shelf)).toEqual(['3 BALM']);
    await userEvent.click(more);
    await expect.element(more).toBeDisabled();
    expect(linesOn(shelf)).toEqual(['4 BALM']);
    await userEvent.selectOptions(page.getByLabelText('Pack and plan for Balm'), 'BALM-3');
    await expect.poll(() => linesOn(shelf)).toEqual(['4 BALM-3']);
    await expect.element(summary().getByText(/^Then \$110 every 90 days/)).toBeVisible();
    const { width, height } = more.element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  });

  test('keeps the order of an Arabic line that begins with a pack in another language', async () => {
    const plans = balm.plans.map((plan) => ({ ...plan, pack: { en: 'Stick of 10 grams, pack of 1' } }));
    openCart({ content: inOhio(withBalm), language: 'ar', products: [{ ...balm, plans }] });
    const echo = page.getByText(/^.?Stick of 10 grams/).last();
    await expect.element(echo).toBeInTheDocument();
    expect(getComputedStyle(echo.element()).direction).toBe('rtl');
  });

  test('takes a line out and back, and saves it for later', async () => {
    const { shelf } = openCart({ content: inOhio(withBalm) });
    await userEvent.click(page.getByRole('button', { name: 'Remove: Balm' }));
    await expect.element(page.getByText('Your cart is empty.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await userEvent.click(page.getByRole('button', { name: 'Undo' }));
    await expect.element(line('Balm')).toBeVisible();
    expect(linesOn(shelf)).toEqual(['2 BALM']);
    await userEvent.click(page.getByRole('button', { name: 'Save for later: Balm' }));
    const later = page.getByRole('region', { name: 'Saved for later' });
    await expect.element(later.getByText('Balm')).toBeVisible();
    await clean();
    await userEvent.click(later.getByRole('button', { name: 'Move to cart: Balm' }));
    await expect.element(line('Balm')).toBeVisible();
    expect(linesOn(shelf)).toEqual(['2 BALM']);
  });

  test('two tabs: neither overwrites what the other has put in', async () => {
    const { shelf } = openCart({ content: inOhio(withBalm) });
    await expect.element(line('Balm')).toBeVisible();
    shelf.put(
      'cart',
      withContent(holding(inOhio(withBalm)), withMore(inOhio(withBalm), item(counter), 1, 9, at(20))),
    );
    await userEvent.click(page.getByRole('button', { name: 'One more Balm' }));
    await expect.poll(() => linesOn(shelf)?.toSorted()).toEqual(['1 KIT', '3 BALM']);
    await expect.element(line('Test kit')).toBeVisible();
  });

  test('knows its codes, and says which it doesn’t', async () => {
    const code = await promotionHash('SAVE');
    openCart({
      content: inOhio(withBalm),
      shop: { promotions: [{ code, off: { percent: 50 }, rx: false }] },
    });
    await userEvent.click(page.getByRole('button', { name: 'Add a promo code' }));
    await userEvent.fill(page.getByLabelText('Promo code'), 'nope');
    await userEvent.click(page.getByRole('button', { name: 'Apply' }));
    await expect.element(page.getByText('“nope” isn’t a valid code.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Change code' }));
    await userEvent.fill(page.getByLabelText('Promo code'), 'save');
    await userEvent.click(page.getByRole('button', { name: 'Apply' }));
    await expect.element(summary().getByText('Discount')).toBeVisible();
    await expect.element(summary().getByText('$16', { exact: true })).toBeVisible();
  });

  test.each([
    ['2028-01-01T07:59:00Z', 'Discount'],
    ['2028-01-01T08:00:00Z', 'The code “SAVE” has expired.'],
  ])('takes a code until the vendor’s day is over: %s', async (now, said) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const code = await promotionHash('SAVE');
    openCart({
      content: withChoice(inOhio(withBalm), 'promotion', 'SAVE', at(10)),
      shop: { promotions: [{ code, off: { percent: 50 }, rx: false, until: '2027-12-31' }] },
    });
    await expect.element(page.getByText(said)).toBeVisible();
  });

  test('works offline, and says that its total is an estimate', async () => {
    const { platform } = openCart({ content: inOhio(withBalm) });
    platform.setConnection({ state: 'offline' });
    await expect.element(summary().getByText(/You’re offline. We’ll confirm the price/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'One more Balm' }));
    await expect.element(summary().getByText('$38')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Check out' })).toBeVisible();
  });

  test('is closed by the patient’s lock', async () => {
    const shelf = createTestShelf({ cart: holding(withBalm) });
    shelf.setLocked(true);
    openCart({ shelf, platform: { lock: 'locked' } });
    await expect
      .element(page.getByText('Your cart is locked with your drafts on this device.'))
      .toBeVisible();
    expect(page.getByText('Balm').elements()).toEqual([]);
  });

  test('comes when its prices can be had again', async () => {
    const opened = openCart({ content: inOhio(withBalm), path: '' });
    opened.answered.now = false;
    await opened.router.navigate({ to: '/connect/$vendor/cart', params: { vendor: 'meadow' } });
    await expect.element(page.getByText('We couldn’t load prices')).toBeVisible();
    opened.answered.now = true;
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(line('Balm')).toBeVisible();
  });

  test.each(['es', 'ar'] as const)('reads in %s, and passes axe and IBM', async (language) => {
    const bad = withMore(inOhio(withBalm), item(sleep), 1, 1, at(30));
    openCart({ content: bad, language });
    await expect
      .element(page.getByRole('heading', { level: 1, name: language === 'es' ? 'Carrito' : 'السلة' }))
      .toBeVisible();
    await expect
      .element(
        page.getByText(language === 'es' ? 'Primero necesita una consulta' : 'يحتاج هذا إلى استشارة أولًا'),
      )
      .toBeVisible();
    await clean();
  });
});

describe('what has to be settled at a line', () => {
  test('case 2, scenario 20: a price that rose is accepted, or nothing is ordered', async () => {
    const old = withMore(emptyCart, item(balm, 'BALM', 800), 1, 9, at(1));
    const { shelf } = openCart({ content: inOhio(old) });
    await expect.element(line('Balm').getByText('It was $8 when you added it. Now it’s $10.')).toBeVisible();
    expect(page.getByRole('link', { name: 'Check out' }).elements()).toEqual([]);
    await clean();
    await userEvent.click(page.getByRole('button', { name: 'Accept new price: Balm' }));
    await expect.element(page.getByRole('link', { name: 'Check out' })).toBeVisible();
    const { entries } = (shelf.value('cart') as StoredCart).content;
    expect(Object.values(entries).map(({ unit }) => unit)).toEqual([1000]);
  });

  test('case 1: what a device claims of a price is only what it showed: the line costs what the shop says', async () => {
    const tampered = withMore(emptyCart, item(balm, 'BALM', 999_999), 1, 9, at(1));
    openCart({ content: inOhio(tampered) });
    await expect.element(line('Balm').getByText('$10', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Check out' })).toBeVisible();
  });

  test('a prescription without a consultation leads to it', async () => {
    openCart({ content: inOhio(withMore(emptyCart, item(sleep), 1, 1, at(1))) });
    await expect.element(line('Zolpidem').getByText('This needs a consultation first')).toBeVisible();
    await expect
      .element(line('Zolpidem').getByRole('link', { name: 'Start a consultation' }))
      .toHaveAttribute('href', '/connect/meadow/questionnaire/sleep');
  });

  test('a prescription with one says when it is charged', async () => {
    const content = inOhio(withMore(emptyCart, item(sleep), 1, 1, at(1)));
    openCart({ content, platform: { deliveries: [sent] } });
    await expect.element(summary().getByText('You’re charged only if a clinician approves.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Check out' })).toBeVisible();
    expect(page.getByRole('button', { name: /One more/ }).elements()).toEqual([]);
  });

  test('a prescription whose form is too old is clear by the one that was sent since', async () => {
    const old = testDelivery({
      opId: '01900000-0000-7000-8000-00000000000b',
      queuedAt: new Date(Date.now() - 40 * 86_400_000).toISOString(),
    });
    const ofOld = { ...item(sleep), consultation: old.opId };
    const content = inOhio(withMore(withBalm, ofOld, 1, 1, at(2)));
    openCart({ content, platform: { deliveries: [old, sent] } });
    await expect.element(page.getByRole('link', { name: 'Check out' })).toBeVisible();
  });

  test('what can’t be had together is saved for later', async () => {
    const both = withChoice(
      withMore(withMore(emptyCart, item(sleep), 1, 1, at(1)), item(counter), 1, 9, at(2)),
      'way',
      'mail',
      at(3),
    );
    const { shelf } = openCart({ content: inOhio(both), platform: { deliveries: [sent] } });
    await expect.element(line('Test kit').getByText('Pickup only')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Save for later: Test kit' }));
    await expect.element(page.getByRole('link', { name: 'Check out' })).toBeVisible();
    expect(linesOn(shelf)).toEqual(['1 SLEEP']);
  });

  test('what isn’t sold any more is removed', async () => {
    const content = inOhio(withMore(withBalm, { sku: 'GONE', product: 'gone', unit: 100 }, 1, 9, at(4)));
    openCart({ content });
    await expect.element(line('Item no longer listed')).toBeVisible();
    // That is all there is to say of it.
    expect(line('Item no longer listed').element().textContent).toBe('Item no longer listedRemove');
    expect(page.getByRole('button', { name: 'Save for later: Item no longer listed' }).elements()).toEqual(
      [],
    );
    await userEvent.click(page.getByRole('button', { name: 'Remove: Item no longer listed' }));
    await expect.element(page.getByRole('link', { name: 'Check out' })).toBeVisible();
  });

  test('what is listed and isn’t sold any more says so once', async () => {
    const products = [{ ...balm, discontinued: { on: '2026-01-01' } }, sleep, counter];
    openCart({ content: inOhio(withBalm), products });
    await expect.element(line('Balm').getByText('No longer available')).toBeVisible();
    expect(page.getByText(/has stopped selling/).elements()).toEqual([]);
  });

  test('what isn’t listed any more and was saved for later says so once', async () => {
    const gone = { sku: 'GONE', product: 'gone', unit: 100 };
    const content = moved(withMore(withBalm, gone, 1, 9, at(4)), gone, 'later', 9, at(5));
    openCart({ content: inOhio(content) });
    const later = page.getByRole('region', { name: 'Saved for later' });
    await expect.element(later.getByText('Item no longer listed')).toBeVisible();
    expect(later.getByText('No longer available').elements()).toEqual([]);
  });

  test('a place that isn’t served is changed', async () => {
    openCart({ content: withChoice(withBalm, 'place', 'US-TX', at(9)) });
    await expect.element(page.getByText(/can’t send this to Texas/)).toBeVisible();
    // Once why, and once in the place of the way on.
    expect(page.getByText('We don’t deliver there').elements()).toHaveLength(1);
    // No delivery costs anything there.
    await expect.element(summary().getByText('Subtotal')).toBeVisible();
    expect(summary().element().querySelector('dl')?.textContent).toBe('Subtotal$20');
    expect(summary().getByText('We’ll confirm the price before you pay.').elements()).toEqual([]);
    await userEvent.selectOptions(page.getByLabelText('Where are you?'), 'US-CA');
    await expect.element(page.getByRole('link', { name: 'Check out' })).toBeVisible();
  });
});

describe('putting in', () => {
  test('from the product’s page', async () => {
    const { shelf } = openCart({ path: 'product/balm' });
    await userEvent.click(page.getByRole('button', { name: 'Add to cart' }));
    await expect.element(page.getByRole('link', { name: 'Cart (1)' })).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'View cart' }));
    await expect.element(line('Balm')).toBeVisible();
    expect(linesOn(shelf)).toEqual(['1 BALM']);
  });

  test('by prescription: first the consultation', async () => {
    openCart({ path: 'product/sleep' });
    await expect
      .element(page.getByRole('link', { name: 'Start consultation' }))
      .toHaveAttribute('href', '/connect/meadow/questionnaire/sleep');
    expect(page.getByRole('button', { name: 'Continue' }).elements()).toEqual([]);
  });

  test('by prescription: on with the one that was sent', async () => {
    const { shelf } = openCart({ path: 'product/sleep', platform: { deliveries: [sent] } });
    await userEvent.click(page.getByRole('button', { name: 'Continue' }));
    await expect.element(line('Zolpidem')).toBeVisible();
    expect(shelf.value('cart')).toMatchObject({
      consultation: sent.opId,
      lines: [{ sku: 'SLEEP', quantity: 1 }],
    });
  });

  test('by a link: over the counter once, by prescription never without a consultation', async () => {
    const { shelf, router } = openCart({ path: 'cart?add=SLEEP' });
    await expect.element(page.getByText('This needs a consultation first')).toBeVisible();
    expect(shelf.value('cart')).toBeUndefined();
    expect(document.body.textContent).not.toContain('Zolpidem');
    await router.navigate({
      to: '/connect/$vendor/cart',
      params: { vendor: 'meadow' },
      search: { add: 'BALM' },
    });
    await expect.element(line('Balm')).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({});
    expect(linesOn(shelf)).toEqual(['1 BALM']);
  });
});

describe('case 13: the cart and the account', () => {
  const account = withMore(emptyCart, item(counter), 1, 9, { source: LAPTOP, at: 1 });
  const record = { kind: 'cart', v: 1, id: 'current', seq: 1, body: { ...account } };

  function openSignedIn(content: CartContent | undefined, rest: Readonly<Record<string, unknown>> = {}) {
    const signedIn = createTestAccount(testSession);
    const shelf = createTestShelf({ ...(content && { cart: holding(content) }), ...rest });
    const platform = createTestPlatform({ shelf, account: signedIn });
    const saved: unknown[] = [];
    platform.deliveries.send = async ({ operation, payload }) => {
      saved.push({ kind: operation.kind, ...payload([]) });
      return testDelivery();
    };
    const opened = openCart({ shelf, platform: { shelf, account: signedIn } });
    opened.platform.deliveries.send = platform.deliveries.send;
    return { ...opened, signedIn, saved };
  }

  test('what is on other devices adds up, and both are told to the account once', async () => {
    const { signedIn, saved, shelf } = openSignedIn(inOhio(withBalm));
    signedIn.show([record], { status: 'ready' });
    await expect.element(line('Test kit')).toBeVisible();
    await expect.element(line('Balm')).toBeVisible();
    await expect.poll(() => saved.length, { timeout: 5_000 }).toBe(1);
    expect(saved).toMatchObject([{ kind: 'cart.save', person: testSession.person }]);
    const more = page.getByRole('button', { name: 'One more Balm' });
    await userEvent.click(more);
    await userEvent.click(more);
    await expect.poll(() => linesOn(shelf)?.includes('4 BALM')).toBe(true);
    await expect.poll(() => saved.length, { timeout: 5_000 }).toBe(2);
    signedIn.show([{ ...record, seq: 2, body: { ...(saved[1] as { cart: CartContent }).cart } }], {
      status: 'ready',
    });
    await expect.poll(() => (shelf.value('cart') as StoredCart).person).toBe(testSession.person);
  });

  test('in a checkout the guest’s stays, and the rest is saved for later', async () => {
    const { id, version } = holding(inOhio(withBalm));
    const begun = { v: 1, record: { placed: false, cart: { id, version } } };
    const { signedIn } = openSignedIn(inOhio(withBalm), { checkout: begun });
    signedIn.show([record], { status: 'ready' });
    const later = page.getByRole('region', { name: 'Saved for later' });
    await expect.element(later.getByText('Test kit')).toBeVisible();
    await expect.element(line('Balm')).toBeVisible();
  });

  describe('a prescription whose form was sent from another device', () => {
    const form = {
      ...{ kind: 'case', v: 1, id: sent.opId, seq: 2 },
      body: {
        code: 'K7-42QF',
        title: null,
        sentAt: new Date().toISOString(),
        status: 'received',
        form: 'sleep',
      },
    };
    const consultation = (state: string) => ({
      ...{ kind: 'consultation', v: 1, id: sent.opId, seq: 3 },
      body: { state, changedAt: new Date().toISOString() },
    });
    const prescribed = inOhio(withMore(emptyCart, { ...item(sleep), consultation: sent.opId }, 1, 1, at(1)));
    const theirs = { ...record, body: { ...prescribed } };
    const none = () => line('Zolpidem').getByText('This needs a consultation first');

    test('is ordered on that', async () => {
      const { signedIn, shelf } = openSignedIn(undefined);
      signedIn.show([theirs, form], { status: 'ready' });
      await expect.element(line('Zolpidem')).toBeVisible();
      await expect.element(page.getByRole('link', { name: 'Check out' })).toBeVisible();
      expect(none().elements()).toEqual([]);
      expect(shelf.value('cart')).toMatchObject({ consultation: sent.opId });
    });

    test('isn’t, where it was decided against', async () => {
      const { signedIn } = openSignedIn(undefined);
      signedIn.show([theirs, form, consultation('declined')], { status: 'ready' });
      await expect.element(line('Zolpidem')).toBeVisible();
      await expect.element(line('Zolpidem').getByText('A clinician didn’t approve this')).toBeVisible();
      expect(page.getByRole('link', { name: 'Check out' }).elements()).toEqual([]);
    });
  });

  test('of somebody else who was signed in before waits for them', async () => {
    const other = { ...holding(inOhio(withBalm)), person: 'bbbbbbbb-0000-4000-8000-000000000002' };
    const { signedIn, shelf } = openSignedIn(undefined, { cart: other });
    signedIn.show([record], { status: 'ready' });
    await expect.element(line('Test kit')).toBeVisible();
    expect(linesOn(shelf)).toEqual(['1 KIT']);
    expect(shelf.value(`cart/${other.person}`)).toMatchObject({ lines: [{ sku: 'BALM' }] });
  });
});
