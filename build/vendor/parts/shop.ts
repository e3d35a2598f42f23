/** The shop: the file that vendor.json names, against the vendor's forms, products and places. */
import { MIN_AMOUNT } from '../../../sync/domain/catalog/limits.ts';
import { catalogPart, type Product } from '../../../sync/domain/catalog/product.ts';
import { isKnownPlace, isWithin } from '../../../sync/domain/places/places.ts';
import { type Pharmacy, type Shop, shopSchema } from '../../../sync/domain/shop/shop.ts';
import type { CompiledVendorPack } from '../../../sync/domain/vendor/published-pack.ts';
import { objectsOf, textOf } from '../form/form-index.ts';
import { checkTexts } from '../read/check-texts.ts';
import { type Faults, jsonPath } from '../read/faults.ts';
import { canonicalJson } from '../read/pack-files.ts';
import type { PackReading, Publishing } from '../read/part.ts';
import { readJson } from '../read/read-json.ts';
import { type Entries, reportTwice } from '../read/readable.ts';
import { parseWith } from '../read/schema-faults.ts';
import { productSlugsOf, productsOf } from './catalog.ts';
import { reportRows } from './check-hours.ts';
import { namesNoMedicine } from './check-promotion.ts';
import { formsOf } from './intake.ts';

const entriesOf = <T>(list: readonly T[]): Entries<T> => list.map((entry, at) => [at, entry] as const);

function checkTwice<T>(
  list: readonly T[],
  [key, field]: readonly [key: string, field: string],
  nameOf: (entry: T) => string,
  faults: Faults,
): void {
  reportTwice(entriesOf(list), nameOf, (at, first, name) =>
    faults.error(
      `${key}-twice`,
      jsonPath([key, at, field]),
      `${name} is that of ${jsonPath([key, first])} already`,
      'Keep one of them, or give each its own.',
    ),
  );
}

function checkPlace(place: string, path: readonly PropertyKey[], faults: Faults): void {
  if (!isKnownPlace(place))
    faults.error(
      'unknown-place',
      jsonPath(path),
      `${place} is no place that this product knows`,
      'Write an ISO 3166 code, as "US-CA" or "GB".',
    );
}

function checkShipping({ shipping }: Shop, served: readonly string[], faults: Faults): void {
  checkTwice(shipping, ['shipping', 'id'], ({ id }) => id, faults);
  for (const [at, { amount, days, places = [] }] of shipping.entries()) {
    if (amount > 0 && amount < MIN_AMOUNT)
      faults.error(
        'price-least',
        jsonPath(['shipping', at, 'amount']),
        `a card can't be charged less than ${MIN_AMOUNT}`,
        'Ask for that much, or for nothing.',
      );
    if (days.max < days.min)
      faults.error(
        'days-order',
        jsonPath(['shipping', at, 'days', 'max']),
        'max is below min',
        'Swap them: the first is the sooner.',
      );
    for (const [index, place] of places.entries()) {
      const path = ['shipping', at, 'places', index];
      checkPlace(place, path, faults);
      if (isKnownPlace(place) && !served.some((area) => isWithin(place, area) || isWithin(area, place)))
        faults.error(
          'place-not-served',
          jsonPath(path),
          `the vendor cares for nobody in ${place}`,
          'Take it out, or add it to serviceAreas of vendor.json.',
        );
    }
  }
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function checkPharmacy(
  { timezone, hours, region, country, position, registration }: Pharmacy,
  { path, demo }: { readonly path: readonly PropertyKey[]; readonly demo: boolean },
  faults: Faults,
): void {
  reportRows(hours, [...path, 'hours'], faults);
  checkPlace(region ?? country, [...path, region === undefined ? 'country' : 'region'], faults);
  if (region !== undefined && !isWithin(region, country))
    faults.error(
      'region-country',
      jsonPath([...path, 'region']),
      `${region} isn't in ${country}`,
      'Correct one of them.',
    );
  if (!isTimeZone(timezone))
    faults.error(
      'timezone',
      jsonPath([...path, 'timezone']),
      `there is no time zone ${JSON.stringify(timezone)}`,
      'Write an IANA name, as "America/New_York".',
    );
  if (Math.abs(position.latitude) > 90 || Math.abs(position.longitude) > 180)
    faults.error(
      'position',
      jsonPath([...path, 'position']),
      'there is no such place on Earth',
      'Write degrees: latitude within 90, longitude within 180.',
    );
  if (demo && !registration.startsWith('DEMO'))
    faults.error(
      'demo-registration',
      jsonPath([...path, 'registration']),
      'an invented pharmacy has a registration that could be real',
      'Begin it with "DEMO".',
    );
}

function checkTreatments(
  { treatments }: Shop,
  {
    forms,
    products,
    named,
  }: {
    readonly forms: readonly string[];
    readonly products: readonly Product[];
    /** Slugs, of faulty products too. */
    readonly named: readonly string[];
  },
  faults: Faults,
): void {
  checkTwice(treatments, ['treatments', 'questionnaire'], ({ questionnaire }) => questionnaire, faults);
  for (const [at, { questionnaire, products: slugs }] of treatments.entries()) {
    if (!forms.includes(questionnaire))
      faults.error(
        'treatments-form',
        jsonPath(['treatments', at, 'questionnaire']),
        `there is no form ${questionnaire}`,
        'Name the slug of a form of this pack.',
      );
    for (const [index, slug] of slugs.entries()) {
      const product = products.find((one) => one.slug === slug);
      const path = jsonPath(['treatments', at, 'products', index]);
      if (!named.includes(slug))
        faults.error(
          'treatments-product',
          path,
          `there is no product ${slug}`,
          'Name the slug of a product of this pack.',
        );
      else if (
        product?.kind === 'rx' &&
        product.questionnaire !== questionnaire &&
        forms.includes(product.questionnaire ?? '')
      )
        faults.error(
          'treatments-product',
          path,
          `${slug} is asked for by the form ${product.questionnaire ?? ''}`,
          'Take it out: another form says nothing about it.',
        );
    }
  }
}

/** Each way in which something is handed over has to lead somewhere. */
function checkWays({ shipping, pharmacies }: Shop, products: readonly Product[], faults: Faults): void {
  const ways = new Set(products.flatMap(({ fulfillment }) => fulfillment));
  if (ways.has('mail') && shipping.length === 0)
    faults.error(
      'way-missing',
      '$.shipping',
      'products are mailed, and there is no rate',
      'Add a rate, or take "mail" out of the products.',
    );
  if (ways.has('pickup') && !pharmacies.some(({ active }) => active))
    faults.error(
      'way-missing',
      '$.pharmacies',
      'products are picked up, and there is no active pharmacy',
      'Add one, or take "pickup" out of the products.',
    );
}

function checkShop(shop: Shop, { raw }: PackReading, faults: Faults): void {
  const { taxes, promotions, pharmacies } = shop;
  const served = objectsOf(raw.serviceAreas).flatMap(({ place }) => textOf(place) ?? []);
  checkShipping(shop, served, faults);
  checkTwice(taxes, ['taxes', 'place'], ({ place, category }) => `${category} in ${place}`, faults);
  for (const [at, { place }] of taxes.entries()) checkPlace(place, ['taxes', at, 'place'], faults);
  checkTwice(promotions, ['promotions', 'code'], ({ code }) => code, faults);
  for (const [at, { rx }] of promotions.entries())
    if (rx && textOf(raw.region) === 'GB')
      faults.error(
        'rx-promotion',
        jsonPath(['promotions', at, 'rx']),
        'in Britain the price of a prescription medicine is not promoted',
        'Write false.',
      );
  checkTwice(pharmacies, ['pharmacies', 'id'], ({ id }) => id, faults);
  for (const [at, pharmacy] of pharmacies.entries())
    checkPharmacy(pharmacy, { path: ['pharmacies', at], demo: raw.demo === true }, faults);
}

async function checkFile(reading: PackReading, path: string): Promise<Shop | undefined> {
  const { folder, named, faultsOf, locales, raw } = reading;
  named.add(path);
  const faults = faultsOf(path);
  const json = await readJson(folder, path, faults);
  if (!json.ok) return undefined;
  checkTexts(json.value, locales, [], faults);
  namesNoMedicine(raw, json.value, faults);
  const shop = parseWith(shopSchema, json.value, [], faults);
  if (!shop) return undefined;
  const products = await productsOf(reading);
  const forms = (await formsOf(reading)).map(({ offered }) => offered.slug);
  checkShop(shop, reading, faults);
  checkTreatments(shop, { forms, products, named: await productSlugsOf(reading) }, faults);
  checkWays(shop, products, faults);
  return shop;
}

export const shopBuild = {
  async check(reading: PackReading): Promise<{ readonly shop?: Shop }> {
    const path = parseWith(catalogPart.fields.shop, reading.raw.shop, [], undefined);
    const shop = path === undefined ? undefined : await checkFile(reading, path);
    return shop === undefined ? {} : { shop };
  },
  async publish(
    { shop }: { readonly shop?: Shop },
    { files }: Publishing,
  ): Promise<{ readonly shop: CompiledVendorPack['shop'] }> {
    if (shop === undefined) return { shop: undefined };
    const forms = shop.treatments.map(({ questionnaire }) => questionnaire);
    const taxIncluded = shop.taxes.some(({ included }) => included) && { taxIncluded: true as const };
    return { shop: { url: files.add('shop', 'json', canonicalJson(shop)), forms, ...taxIncluded } };
  },
};
