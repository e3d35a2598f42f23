import axe from 'axe-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ListedProduct, Product } from '../../../sync/domain/catalog/product.ts';
import { testPack } from '../../../sync/domain/testing/fixture-clinic.ts';
import { open } from '../../app/testing/open.tsx';
import { ibm } from '../../design/testing/ibm.ts';

const text = (en: string) => ({ en, ar: `${en} بالعربية` });
const product: Product = {
  ...{ slug: 'melatonin', kind: 'otc', name: text('Melatonin'), form: text('Tablet, 2 mg') },
  ...{ summary: text('For jet lag.'), works: text('It tells the body that it is night.') },
  ...{ use: text('One tablet at bedtime.'), benefits: text('Sleep comes 9 minutes sooner.') },
  ...{
    notFor: [text('You are under 18')],
    fulfillment: ['pickup'],
    ingredients: ['melatonin'],
    unreviewed: ['ar'],
  },
  sideEffects: { common: text('Drowsiness'), serious: text('A swollen face: call for help.') },
  plans: [{ sku: 'ME-1', pack: text('30 tablets'), amount: 1250 }],
  source: { title: 'DailyMed', url: 'https://dailymed.nlm.nih.gov/' },
};
const rx: Product = {
  ...product,
  ...{ slug: 'zolpidem', kind: 'rx', name: text('Zolpidem'), fulfillment: ['mail'], questionnaire: 'sleep' },
  plans: [
    { sku: 'ZO-1', pack: text('10 tablets'), amount: 2400, everyDays: 30 },
    { sku: 'ZO-2', pack: text('5 tablets'), amount: 1400 },
  ],
};
const old: Product = {
  ...product,
  ...{ slug: 'valerian', name: text('Valerian'), notIn: ['US-CA'] },
  discontinued: { on: '2026-10-01', instead: ['melatonin'] },
};
const empty: Product = {
  ...product,
  ...{ slug: 'earplugs', name: text('Earplugs'), notIn: ['US-CA'] },
  plans: [{ sku: 'EA-1', pack: text('2 pairs'), amount: 500, stock: 0 }],
};
const listed = ({
  slug,
  kind,
  name,
  form,
  summary,
  questionnaire,
  plans,
  discontinued,
}: Product): ListedProduct => ({
  ...{ slug, kind, name, form, summary, url: `/connect/meadow/files/products/${slug}.json` },
  ...(discontinued ? { discontinued: true } : {}),
  ...(questionnaire === undefined ? {} : { questionnaire }),
  from: { amount: plans[0]?.amount ?? 0 },
});

afterEach(() => vi.unstubAllGlobals());

const browserFetch = globalThis.fetch;
function openAt(path: string, language: 'en' | 'ar' = 'en', answers = true, more: object = {}) {
  const answered = { now: answers };
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(new Request(input).url);
    const found = [product, rx, old, empty].find(({ slug }) => pathname.endsWith(`/products/${slug}.json`));
    if (!found) return browserFetch(input, init);
    if (!answered.now) throw new TypeError('Failed to fetch');
    return Response.json(found);
  });
  const pack = testPack({
    ...more,
    products: [product, rx, old, empty].map(listed),
    serviceAreas: [
      { place: 'US-CA', modality: 'async' },
      { place: 'US-OH', modality: 'async' },
      { place: 'US-NJ', modality: 'live' },
      { place: 'US-MS', modality: 'unavailable' },
    ],
  });
  const opened = open(`/connect/meadow/${path}`, { language, bootstrap: { pack } });
  return { ...opened, answered };
}

describe('a product', () => {
  test('over the counter says what it costs, its risks beside its benefits, and where it is handed over', async () => {
    openAt('product/melatonin');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Melatonin' })).toBeVisible();
    const price = page.getByRole('region', { name: 'What it costs' });
    await expect.element(price.getByText('$12.50')).toBeVisible();
    await expect.element(price.getByText('Over the counter')).not.toBeInTheDocument();
    await expect.element(price.getByText(/^Meadow.* counter$/)).toBeVisible();
    for (const name of ['How it works', 'How to use it', 'What to expect', 'Not for you if', 'Side effects'])
      await expect.element(page.getByRole('region', { name })).toBeVisible();
    expect(page.getByRole('link', { name: 'Start consultation' }).elements()).toEqual([]);
    expect((await axe.run(document.body)).violations).toEqual([]);
    expect(await ibm()).toEqual([]);
  });

  test.each([
    [undefined, /Plus sales tax, if any\./],
    [
      { url: '/connect/meadow/files/shop.json', forms: [], taxIncluded: true as const },
      /Price includes tax\./,
    ],
  ])('says whether tax is added to its price', async (shop, words) => {
    openAt('product/melatonin', 'en', true, { shop });
    await expect.element(page.getByText(words)).toBeVisible();
  });

  test('by prescription says each price and the consultation’s, and leads to its form', async () => {
    const { router } = openAt('product/zolpidem');
    const price = page.getByRole('region', { name: 'What it costs' });
    await expect.element(price.getByText('every 30 days')).toBeVisible();
    await expect.element(price.getByText(/only if a clinician prescribes it/)).toBeVisible();
    await userEvent.click(price.getByRole('link', { name: 'Start consultation' }));
    await expect.poll(() => router.state.location.pathname).toBe('/connect/meadow/questionnaire/sleep');
  });

  test('says in Arabic that nobody has reviewed the translation', async () => {
    openAt('product/melatonin', 'ar');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Melatonin بالعربية' })).toBeVisible();
    await expect.element(page.getByText(/لم يراجع/)).toBeVisible();
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  test('that can’t be loaded says so, and comes when asked again', async () => {
    const { answered } = openAt('product/melatonin', 'en', false);
    await expect.element(page.getByText('We couldn’t load this page')).toBeVisible();
    answered.now = true;
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByText('Sleep comes 9 minutes sooner.')).toBeVisible();
  });

  test('says where it is sold, after a live visit alone where one is needed', async () => {
    openAt('product/zolpidem');
    await userEvent.click(page.getByText('Where it’s available'));
    await expect.element(page.getByText('California and Ohio', { exact: true })).toBeVisible();
    await expect.element(page.getByText('After a live visit: New Jersey')).toBeVisible();
  });

  test('that isn’t sold in every place names the others, and says what is out of stock', async () => {
    openAt('product/earplugs');
    await expect.element(page.getByText(/Out of stock/)).toBeVisible();
    await userEvent.click(page.getByText('Where it’s available'));
    await expect.element(page.getByText('Ohio and New Jersey', { exact: true })).toBeVisible();
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  test('that is no longer sold says so, leads to what is, and is on no list', async () => {
    const { router } = openAt('product/valerian');
    await expect.element(page.getByText('We no longer sell this')).toBeVisible();
    expect(page.getByRole('region', { name: 'What it costs' }).elements()).toEqual([]);
    await userEvent.click(page.getByRole('link', { name: 'Melatonin' }));
    await expect.poll(() => router.state.location.pathname).toBe('/connect/meadow/product/melatonin');
    await router.navigate({ to: '/connect/$vendor', params: { vendor: 'meadow' } });
    const list = page.getByRole('region', { name: 'Medicines and products' });
    await expect.element(list.getByRole('link', { name: 'Melatonin' })).toBeVisible();
    expect(list.getByRole('link', { name: 'Valerian' }).elements()).toEqual([]);
  });

  test('that isn’t sold is not there', async () => {
    openAt('product/other');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  });

  test('is on the vendor’s home with its lowest price, and opens from there', async () => {
    openAt('');
    const list = page.getByRole('region', { name: 'Medicines and products' });
    await expect.element(list.getByText('From $24')).toBeVisible();
    await userEvent.click(list.getByRole('link', { name: 'Melatonin' }));
    await expect.element(page.getByRole('heading', { level: 1, name: 'Melatonin' })).toBeVisible();
  });
});
