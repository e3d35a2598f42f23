import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Product } from '../../../sync/domain/catalog/product.ts';
import { type Pharmacy, type Shop, shopSchema } from '../../../sync/domain/shop/shop.ts';
import { pharmacyOf, shopOf } from '../../../sync/domain/testing/fixture-shop.ts';
import { checkPack } from '../check.ts';
import { publishPack } from '../publish.ts';

interface Edits {
  readonly shop?: Shop | Record<string, unknown>;
  readonly product?: Partial<Product>;
  readonly vendor?: Record<string, unknown>;
}
const OWN = shopOf({ pharmacies: [pharmacyOf('north')] });

/** Main Street's pack with a shop of the test's own. */
async function packWith({ shop = OWN, product = {}, vendor = {} }: Edits) {
  const folder = await mkdtemp(join(tmpdir(), 'carefront-shop-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pack = join(folder, 'mainstreet');
  await cp(join(import.meta.dirname, '../../../vendors/mainstreet'), pack, { recursive: true });
  const edit = async (path: string, more: object) => {
    const raw: object = JSON.parse(await readFile(join(pack, path), 'utf8'));
    await writeFile(join(pack, path), JSON.stringify({ ...raw, ...more }));
  };
  await writeFile(join(pack, 'shop.json'), JSON.stringify(shop));
  await edit('products/valacyclovir.json', product);
  await edit('vendor.json', { shop: 'shop.json', ...vendor });
  return checkPack(pack);
}
const faultsOf = async (edits: Edits) =>
  (await packWith(edits)).faults
    .filter(({ severity }) => severity === 'error')
    .map(({ code, file, path }) => `${code} ${file} ${path}`);

const [standard] = OWN.shipping;
if (!standard) throw new Error('The shop delivers nothing.');
const rates = (...more: readonly object[]) => ({
  ...OWN,
  shipping: more.map((own) => ({ ...standard, ...own })),
});
const pharmacies = (...more: readonly Partial<Pharmacy>[]) => ({
  ...OWN,
  pharmacies: more.map((own) => pharmacyOf('north', own)),
});
const tax = { place: 'US-OH', category: 'otc', rate: 5750, source: 'test', asOf: '2026-11-01' };
const promotion = { code: 'a'.repeat(64), off: { percent: 10 }, rx: false };
const period = { daysOfWeek: ['mon' as const], openingTime: '09:00', closingTime: '18:00' };

describe('a shop', () => {
  it('is published as a file of its own, which is on the device', async () => {
    const report = await packWith({});
    if (!report.pack) throw new Error('The pack has errors.');
    const { pack, files } = await publishPack(report.pack);
    const [, bytes] = files.entries().find(([path]) => pack.shop?.url.endsWith(path)) ?? [];
    expect(shopSchema.parse(JSON.parse(String(bytes)))).toEqual(OWN);
    expect(pack.files).toContain(pack.shop?.url);
    expect(pack.shop).not.toHaveProperty('taxIncluded');
  });

  it('says that its prices include the tax', async () => {
    const report = await packWith({ shop: { ...OWN, taxes: [{ ...tax, included: true }] } });
    if (!report.pack) throw new Error('The pack has errors.');
    expect((await publishPack(report.pack)).pack.shop?.taxIncluded).toBe(true);
  });

  it.each<[string, string, Shop | Record<string, unknown>]>([
    ['unknown-place', '$.shipping[0].places[0]', rates({ places: ['US-XX'] })],
    ['place-not-served', '$.shipping[0].places[0]', rates({ places: ['GB-ENG'] })],
    ['shipping-twice', '$.shipping[1].id', rates({}, {})],
    ['price-least', '$.shipping[0].amount', rates({ amount: 49 })],
    ['days-order', '$.shipping[0].days.max', rates({ days: { min: 3, max: 2 } })],
    ['schema', '$.shipping[0].freeFrom', rates({ freeFrom: -1 })],
    ['translation', '$.shipping[0].name.ar', rates({ name: { en: 'Post', es: 'Correo' } })],
    ['unknown-place', '$.taxes[0].place', { ...OWN, taxes: [{ ...tax, place: 'US-XX' }] }],
    ['taxes-twice', '$.taxes[1].place', { ...OWN, taxes: [tax, tax] }],
    ['promotions-twice', '$.promotions[1].code', { ...OWN, promotions: [promotion, promotion] }],
    ['pharmacies-twice', '$.pharmacies[1].id', pharmacies({}, {})],
    ['unknown-place', '$.pharmacies[0].region', pharmacies({ region: 'US-XX' })],
    ['region-country', '$.pharmacies[0].region', pharmacies({ country: 'GB' })],
    ['timezone', '$.pharmacies[0].timezone', pharmacies({ timezone: 'America/Columbus' })],
    ['position', '$.pharmacies[0].position', pharmacies({ position: { latitude: 91, longitude: 0 } })],
    ['demo-registration', '$.pharmacies[0].registration', pharmacies({ registration: '1234567' })],
    [
      'hours-order',
      '$.pharmacies[0].hours[0].closingTime',
      pharmacies({ hours: [{ ...period, closingTime: '08:00' }] }),
    ],
    ['way-missing', '$.pharmacies', pharmacies({ active: false })],
    [
      'treatments-form',
      '$.treatments[0].questionnaire',
      { ...OWN, treatments: [{ questionnaire: 'other', products: [], nonDrug: [] }] },
    ],
    [
      'treatments-product',
      '$.treatments[0].products[0]',
      { ...OWN, treatments: [{ questionnaire: 'cold-sore-check', products: ['other'], nonDrug: [] }] },
    ],
    [
      'treatments-product',
      '$.treatments[0].products[0]',
      { ...OWN, treatments: [{ questionnaire: 'stop-smoking', products: ['valacyclovir'], nonDrug: [] }] },
    ],
  ])('has the fault %s at %s', async (code, path, shop) => {
    expect(await faultsOf({ shop })).toEqual([`${code} mainstreet/shop.json ${path}`]);
  });

  it('has to deliver what is mailed', async () => {
    expect(await faultsOf({ shop: rates(), product: { fulfillment: ['mail'] } })).toEqual([
      'way-missing mainstreet/shop.json $.shipping',
    ]);
  });

  it('lowers no prescription’s price in Britain, and names none (case 59)', async () => {
    const faults = await faultsOf({
      shop: {
        ...OWN,
        promotions: [{ ...promotion, rx: true }],
        treatments: [
          {
            questionnaire: 'cold-sore-check',
            products: [],
            nonDrug: [{ en: 'No Viagra', es: '-', ar: '-' }],
          },
        ],
      },
      vendor: { region: 'GB' },
    });
    expect(faults).toContain('rx-promotion mainstreet/shop.json $.promotions[0].rx');
    expect(faults).toContain('medicine-named mainstreet/shop.json $.treatments[0].nonDrug[0].en');
  });
});

describe('a product of a shop', () => {
  it.each<[string, string, Partial<Product>]>([
    ['unknown-place', '$.notIn[0]', { notIn: ['US-XX'] }],
    [
      'product-instead',
      '$.discontinued.instead[0]',
      { discontinued: { on: '2026-01-01', instead: ['other'] } },
    ],
    ['schema', '$.maxQuantity', { maxQuantity: 100 }],
    ['schema', '$.ingredients', { ingredients: [] }],
  ])('has the fault %s at %s', async (code, path, product) => {
    expect(await faultsOf({ product })).toContain(`${code} mainstreet/products/valacyclovir.json ${path}`);
  });
});
