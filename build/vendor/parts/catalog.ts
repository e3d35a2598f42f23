/** Products: the files that vendor.json names, each with its texts, prices and the form that asks for it. */
import {
  catalogPart,
  type ListedProduct,
  type Product,
  productSchema,
} from '../../../sync/domain/catalog/product.ts';
import type { OfferedQuestionnaire } from '../../../sync/domain/intake/offered-questionnaire.ts';
import { isKnownPlace } from '../../../sync/domain/places/places.ts';
import { CONSULTATION_SKU } from '../../../sync/domain/shop/quote.ts';
import { isObject, textOf } from '../form/form-index.ts';
import { checkTexts } from '../read/check-texts.ts';
import { type Faults, jsonPath } from '../read/faults.ts';
import { canonicalJson, type PackFiles } from '../read/pack-files.ts';
import { oncePerPack, type PackReading, type Publishing } from '../read/part.ts';
import { readJson } from '../read/read-json.ts';
import { parseWith } from '../read/schema-faults.ts';
import { namesNoMedicine } from './check-promotion.ts';
import { formsOf } from './intake.ts';

interface Sale {
  readonly region: string | undefined;
  readonly currency: string | undefined;
  readonly forms: readonly Pick<OfferedQuestionnaire, 'slug' | 'price'>[];
}

function checkProduct(
  product: Product,
  before: readonly Product[],
  { region, currency, forms }: Sale,
  faults: Faults,
): void {
  if (before.some(({ slug }) => slug === product.slug))
    faults.error(
      'product-twice',
      '$.slug',
      `${product.slug} is another product already`,
      'Give each its own slug.',
    );
  const skus = [CONSULTATION_SKU, ...before.flatMap(({ plans }) => plans.map(({ sku }) => sku))];
  for (const [at, { sku }] of product.plans.entries()) {
    const own = product.plans.slice(0, at).map((plan) => plan.sku);
    if ([...skus, ...own].includes(sku))
      faults.error(
        'sku-twice',
        jsonPath(['plans', at, 'sku']),
        `${sku} is sold already`,
        'Give each way to buy a SKU of its own.',
      );
  }
  for (const [at, place] of (product.notIn ?? []).entries())
    if (!isKnownPlace(place))
      faults.error(
        'unknown-place',
        jsonPath(['notIn', at]),
        `${place} is no place that this product knows`,
        'Write an ISO 3166 code, as "US-CA" or "GB".',
      );
  const { questionnaire, kind } = product;
  if (kind === 'rx' && questionnaire === undefined)
    faults.error(
      'rx-form',
      '$.questionnaire',
      'a prescription medicine needs the form that asks for it',
      'Name the slug of a form of this pack.',
    );
  if (questionnaire !== undefined && !forms.some(({ slug }) => slug === questionnaire))
    faults.error(
      'product-form',
      '$.questionnaire',
      `there is no form ${questionnaire}`,
      'Name the slug of a form of this pack.',
    );
  const price = forms.find(({ slug }) => slug === questionnaire)?.price;
  if (price !== undefined && price.currency !== currency)
    faults.error(
      'product-currency',
      '$.questionnaire',
      `its consultation costs ${price.currency}, and what the vendor sells ${currency}`,
      'Ask for both in one currency: they are read as one price.',
    );
  // The Human Medicines Regulations 2012 (regulation 284) bar promotion of prescription medicines to the public.
  if (kind === 'rx' && region === 'GB')
    faults.error(
      'rx-promotion',
      '$.kind',
      'in Britain a prescription medicine is neither named nor priced before a consultation',
      'Take it out of the catalog: the clinician names it once the form is read.',
    );
}

/** What is named in place of a product that is no longer sold has to be sold. */
function checkInstead(products: readonly Product[], lists: ReadonlyMap<string, Faults>): void {
  const sold = products.filter(({ discontinued }) => discontinued === undefined).map((one) => one.slug);
  for (const { slug, discontinued } of products)
    for (const [at, other] of (discontinued?.instead ?? []).entries())
      if (!sold.includes(other))
        lists
          .get(slug)
          ?.error(
            'product-instead',
            jsonPath(['discontinued', 'instead', at]),
            `${other} isn't sold`,
            'Name the slug of a product of this pack that is.',
          );
}

/** In the order of vendor.json. */
const readCatalog = oncePerPack(async (reading) => {
  const paths = parseWith(catalogPart.fields.products, reading.raw.products, [], undefined) ?? [];
  const { folder, named, faultsOf, locales, raw } = reading;
  const sale = {
    region: textOf(raw.region),
    currency: textOf(raw.currency),
    forms: (await formsOf(reading)).map(({ offered }) => offered),
  };
  const products: Product[] = [];
  const slugs: string[] = [];
  const lists = new Map<string, Faults>();
  for (const path of paths) {
    named.add(path);
    const faults = faultsOf(path);
    const json = await readJson(folder, path, faults);
    if (!json.ok) continue;
    checkTexts(json.value, locales, [], faults);
    namesNoMedicine(reading.raw, json.value, faults);
    slugs.push((isObject(json.value) ? textOf(json.value.slug) : undefined) ?? '');
    const product = parseWith(productSchema, json.value, [], faults);
    if (!product) continue;
    checkProduct(product, products, sale, faults);
    products.push(product);
    lists.set(product.slug, faults);
  }
  checkInstead(products, lists);
  return { products, slugs };
});

export const productsOf = async (reading: PackReading): Promise<readonly Product[]> =>
  (await readCatalog(reading)).products;

/** Of faulty products, too: what names them is right. */
export const productSlugsOf = async (reading: PackReading): Promise<readonly string[]> =>
  (await readCatalog(reading)).slugs;

function publishProduct(product: Product, files: PackFiles): ListedProduct {
  const { slug, kind, name, form, summary, questionnaire, plans, discontinued } = product;
  const [cheapest] = plans.toSorted((one, other) => one.amount - other.amount);
  if (!cheapest) throw new Error(`${slug} can’t be bought in any way.`);
  const { amount, everyDays } = cheapest;
  return {
    ...{ slug, kind, name, form, summary },
    ...(questionnaire === undefined ? {} : { questionnaire }),
    ...(discontinued === undefined ? {} : { discontinued: true as const }),
    from: { amount, ...(everyDays === undefined ? {} : { everyDays }) },
    url: files.add(`products/${slug}`, 'json', canonicalJson(product)),
  };
}

export const catalogBuild = {
  async check(reading: PackReading) {
    return { products: await productsOf(reading) };
  },
  publish: async ({ products }: { readonly products: readonly Product[] }, { files }: Publishing) => ({
    products: products.map((product) => publishProduct(product, files)),
  }),
};
