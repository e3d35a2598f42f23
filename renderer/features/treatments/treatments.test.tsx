import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ListedProduct, Product } from '../../../sync/domain/catalog/product.ts';
import type { Shop } from '../../../sync/domain/shop/shop.ts';
import {
  CANONICAL,
  testPack,
  testQuestionnaire,
  testRule,
} from '../../../sync/domain/testing/fixture-clinic.ts';
import { planOf, productOf, shopOf } from '../../../sync/domain/testing/fixture-shop.ts';
import type { RuleHit } from '../../../sync/protocol/operations/payloads/parts.ts';
import { AT, testIntake } from '../../../sync/protocol/testing/fixture-intake.ts';
import { open } from '../../app/testing/open.tsx';
import { ibm } from '../../design/testing/ibm.ts';
import { createTestPlatform } from '../../device/testing/platform.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { testDelivery } from '../../platform/contract/testing.ts';

const text = (en: string) => ({ en, ar: `${en} بالعربية` });
const words = (name: string) => ({
  ...{ name: text(name), form: text('Tablet'), summary: text(`${name} in a sentence.`) },
  ...{ benefits: text(`${name} helps 6 of 10.`), works: text('It works.'), use: text('Once a day.') },
  sideEffects: { common: text(`${name} can cause headache.`), serious: text('Chest pain: call for help.') },
  notFor: [text('You’re under 18')],
  questionnaire: 'sleep',
});
const melatonin = productOf('melatonin', {
  ...words('Melatonin'),
  plans: [planOf('ME-1', 1250, { pack: text('30 tablets') })],
});
const zolpidem = productOf('zolpidem', {
  ...words('Zolpidem'),
  kind: 'rx',
  plans: [
    planOf('ZO-5', 1400, { pack: text('5 tablets') }),
    planOf('ZO-10', 2400, { pack: text('10 tablets'), everyDays: 30 }),
  ],
});
const listed = ({ slug, kind, name, form, summary, plans }: Product): ListedProduct => ({
  ...{ slug, kind, name, form, summary, url: `/connect/meadow/files/products/${slug}.json` },
  from: { amount: plans[0]?.amount ?? 0 },
});
const condition = [{ question: 'driver', operator: '=' as const, answerBoolean: true }];
const rules = [
  testRule({
    ...{ id: 'drives', outcome: 'STOP', products: ['zolpidem'], conditions: condition },
    headline: text('Zolpidem isn’t safe for drivers.'),
    alternatives: [text('Sleep training.')],
    source: 'The label of zolpidem',
  }),
  testRule({
    ...{ id: 'old', outcome: 'REVIEW', products: ['zolpidem'], conditions: condition },
    headline: text('You’re over 65.'),
  }),
  testRule({
    ...{ id: 'pregnant', outcome: 'STOP', products: ['melatonin'], conditions: condition },
    headline: text('Melatonin isn’t for pregnancy.'),
  }),
];
const hit = (rule: string, more: Partial<RuleHit> = {}): RuleHit => ({
  ...{ rule, version: '1', outcome: 'REVIEW', at: AT, evidence: ['driver'] },
  ...more,
});

afterEach(() => vi.unstubAllGlobals());
const browserFetch = globalThis.fetch;

interface Opening {
  readonly hits?: readonly RuleHit[];
  readonly offered?: readonly string[];
  readonly sent?: boolean;
  readonly kept?: boolean;
  readonly language?: 'en' | 'ar';
  readonly answers?: boolean;
  readonly price?: number;
  readonly delivery?: Partial<ReturnType<typeof testDelivery>>;
  /** What this device last saw of the order for its fee, which it has sent. */
  readonly fee?: 'placed' | 'cancelled';
}

const ORDER = '0f8fad5b-d9cb-469f-a165-70867728950e';
/** As far as a page goes by it. */
const feeOrder = (order: string) => ({
  ...{ id: ORDER, code: 'K7-42QF', placedAt: AT, currency: 'USD', lines: [], problems: [], history: [] },
  totals: { subtotal: 2500, discount: 0, shipping: 0, tax: 0, total: 2500 },
  ...{ delivery: { way: 'none' }, contact: { name: 'Ana Ruiz' } },
  statuses: { order, clinical: 'waiting', payment: 'none', fulfillment: 'unfulfilled' },
  money: { held: 0, charged: 0, refunded: 0, refunding: 0 },
});

function openTreatments(opening: Opening = {}) {
  const {
    hits = [],
    offered = ['zolpidem', 'melatonin'],
    sent = true,
    kept = true,
    language = 'en',
  } = opening;
  const treatments = [
    { questionnaire: 'sleep', products: [...offered], nonDrug: [text('The same bedtime every day.')] },
  ];
  const shop: Shop = shopOf({ treatments });
  const answered = { now: opening.answers ?? true };
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(new Request(input).url);
    const file = pathname.endsWith('/shop.json')
      ? shop
      : [melatonin, zolpidem].find(({ slug }) => pathname.endsWith(`/products/${slug}.json`));
    if (!file) return browserFetch(input, init);
    if (!answered.now) throw new TypeError('Failed to fetch');
    return Response.json(file);
  });
  const { fee } = opening;
  const ordered = testDelivery({ ...{ opId: crypto.randomUUID(), session: ORDER }, kind: 'order.place' });
  const platform = createTestPlatform({
    deliveries: [
      ...(sent ? [testDelivery({ state: 'received', ...opening.delivery })] : []),
      ...(fee === undefined ? [] : [ordered]),
    ],
    shelf: createTestShelf(fee && { [`order:${ORDER}`]: { view: feeOrder(fee) } }),
  });
  const copy = { ...testIntake({ ruleHits: [...hits] }), attachments: [] };
  const pack = testPack({
    questionnaires: [
      testQuestionnaire({ canonical: CANONICAL, price: { amount: opening.price ?? 2500, currency: 'USD' } }),
    ],
    rules,
    products: [listed(melatonin), listed(zolpidem)],
    shop: { url: '/connect/meadow/files/shop.json', forms: ['sleep'] },
    serviceAreas: [{ place: 'US', modality: 'async' }],
  });
  const opened = open('/connect/meadow/questionnaire/sleep/product', {
    language,
    bootstrap: { pack },
    platform: {
      ...platform,
      deliveries: {
        ...platform.deliveries,
        copy: (async (_: unknown, opId: string) =>
          opId === ordered.opId ? { consultation: testDelivery().opId } : kept ? copy : undefined) as never,
      },
    },
  });
  return { ...opened, answered };
}

const option = (name: string | RegExp) => page.getByRole('radio', { name });
/** The input is behind its row: people press the row. */
const chooses = (name: string | RegExp) => userEvent.click(option(name), { force: true });
const isClean = async () => {
  expect((await axe.run(document.body)).violations).toEqual([]);
  expect(await ibm()).toEqual([]);
};

describe('what the answers allow', () => {
  test('is chosen in the vendor’s order, and shows benefits, risks and the whole price', async () => {
    openTreatments();
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Choose your treatment' }))
      .toBeVisible();
    expect(
      page
        .getByRole('radio')
        .elements()
        .map((one) => one.closest('label')?.textContent),
    ).toEqual(['Zolpidem', 'Melatonin', expect.stringMatching(/^Let .* decide$/)]);
    await expect.element(page.getByText('What to expect')).not.toBeInTheDocument();
    await chooses('Zolpidem');
    const chosen = page.getByRole('region', { name: 'Zolpidem' });
    await expect.element(chosen.getByText('Zolpidem helps 6 of 10.')).toBeVisible();
    await expect.element(chosen.getByText('Zolpidem can cause headache.')).toBeVisible();
    await expect.element(chosen.getByText('Chest pain: call for help.')).toBeVisible();
    await chooses('10 tablets');
    await expect.element(chosen.getByText('$49')).toBeVisible();
    await expect.element(chosen.getByText(/charged only if a clinician approves/)).toBeVisible();
    await isClean();
  });

  test('goes into the cart with the form that it needs', async () => {
    const { router, platform } = openTreatments();
    await chooses('Zolpidem');
    await chooses('10 tablets');
    await userEvent.click(page.getByRole('button', { name: 'Add to cart' }));
    await expect.poll(() => router.state.location.pathname).toBe('/connect/meadow/cart');
    let kept = '';
    platform.shelf?.watch('cart', (reading) => {
      kept = JSON.stringify(reading);
    });
    await expect.poll(() => kept).toContain('"ZO-10"');
    expect(kept).toContain(testDelivery().opId);
  });

  test('without a prescription is due at checkout, without the consultation', async () => {
    openTreatments({ offered: ['melatonin'] });
    await expect.element(option('Melatonin')).toBeChecked();
    await expect.element(page.getByText('Due at checkout')).toBeVisible();
    await expect.element(page.getByText('Consultation, once')).not.toBeInTheDocument();
  });

  test('leaves out what isn’t safe, with the reason, where it comes from and what else helps', async () => {
    openTreatments({ hits: [hit('drives')] });
    await expect.element(option('Melatonin')).toBeChecked();
    const excluded = page.getByRole('region', { name: 'Not for you right now' });
    await expect.element(excluded.getByText('Zolpidem isn’t safe for drivers.')).toBeVisible();
    await expect.element(excluded.getByText('Sleep training.')).toBeVisible();
    await expect.element(excluded.getByText('Why: The label of zolpidem')).toBeVisible();
    expect(option('Zolpidem').elements()).toEqual([]);
    await isClean();
  });

  test('says what a clinician looks at first, an answer changed after a stop among it', async () => {
    openTreatments({ hits: [hit('old'), hit('stop', { outcome: 'STOP', withdrawnAt: AT })] });
    await chooses('Zolpidem');
    await expect.element(page.getByText('You’re over 65.')).toBeVisible();
    await expect.element(page.getByText('You changed an answer that had stopped the form.')).toBeVisible();
  });

  test('can be left to the clinician', async () => {
    openTreatments();
    await chooses(/^Let .* decide$/);
    await expect.element(page.getByText(/nothing to pay until you agree/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Leave it to/ })).toBeVisible();
  });

  test('may be nothing: it says so, and names other ways', async () => {
    openTreatments({ hits: [hit('drives'), hit('pregnant')] });
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'None of our treatments fits your answers' }))
      .toBeVisible();
    expect(page.getByRole('radio').elements()).toEqual([]);
    await expect.element(page.getByText('The same bedtime every day.')).toBeVisible();
    await isClean();
  });

  test('is no medicine where the vendor sells none for it', async () => {
    openTreatments({ offered: [] });
    await expect.element(page.getByRole('heading', { level: 1, name: 'What can help' })).toBeVisible();
    await expect.element(page.getByText('The same bedtime every day.')).toBeVisible();
  });

  const pays = page.getByRole('link', { name: 'Pay for the consultation' });
  test('asks for the fee of its consultation then, once', async () => {
    openTreatments({ offered: [] });
    await expect.element(page.getByText(/^\$25 in total\./)).toBeVisible();
    await expect
      .element(pays)
      .toHaveAttribute('href', `/connect/meadow/checkout?consultation=${testDelivery().opId}`);
    await isClean();
  });

  test('leads to the payment that was begun', async () => {
    openTreatments({ offered: [], fee: 'placed' });
    await expect.element(page.getByRole('link', { name: 'See your payment' })).toBeVisible();
  });

  test('asks for the fee again where its payment was canceled', async () => {
    openTreatments({ offered: [], fee: 'cancelled' });
    await expect.element(pays).toBeVisible();
    // What it knows of what was sent is read by then.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await expect.element(pays).toBeVisible();
  });

  test.each([
    ['somebody needed help at once', { hits: [hit('old', { outcome: 'URGENT', withdrawnAt: AT })] }],
    ['the form is free', { price: 0 }],
    ['it has been answered', { delivery: { reviewedAt: AT } }],
    ['a medicine may follow', { offered: ['zolpidem'] }],
  ] satisfies [string, Opening][])('asks for no fee where %s', async (_, opening) => {
    openTreatments({ offered: [], ...opening });
    await expect.element(page.getByText('The same bedtime every day.')).toBeVisible();
    expect(pays.elements()).toEqual([]);
  });

  test('reads in Arabic', async () => {
    openTreatments({ language: 'ar' });
    await expect.element(page.getByRole('heading', { level: 1, name: 'اختر علاجك' })).toBeVisible();
    await chooses(/Zolpidem/);
    await expect.element(page.getByText('المستحق عند الموافقة')).toBeVisible();
    await isClean();
  });
});

describe('before there is anything to choose', () => {
  test('the questions come first', async () => {
    openTreatments({ sent: false });
    await expect.element(page.getByRole('link', { name: 'Start the questions' })).toBeVisible();
  });

  test('a device that keeps no answers says who has them', async () => {
    openTreatments({ kept: false });
    await expect.element(page.getByText(/Your answers aren’t on this device anymore/)).toBeVisible();
    expect(page.getByRole('radio').elements()).toEqual([]);
  });

  test('what can’t be loaded comes when it is asked for again', async () => {
    const { answered } = openTreatments({ answers: false });
    await expect.element(page.getByText('We couldn’t load the treatments')).toBeVisible();
    answered.now = true;
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(option('Zolpidem')).toBeVisible();
  });
});
