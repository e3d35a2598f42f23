/** Writes the index of all vendors from what they have published. */
import type { Product } from '../catalog/product.ts';
import { type Language, languages } from '../languages.ts';
import type { Shop } from '../shop/shop.ts';
import type { PublishedPack } from '../vendor/published-pack.ts';
import { toBits, toDeltas } from './bits.ts';
import { conditionsOf, substanceOf } from './concepts.ts';
import {
  type DiscoveryIndex,
  type FoundForm,
  type FoundProduct,
  type IndexedConcept,
  type Offer,
  PRICE_STEPS,
  SHARD_SIZE,
  type VendorDetails,
} from './discovery-index.ts';
import { mayBeNamed } from './may-be-named.ts';
import { packTexts } from './vendor-search.ts';

export interface ListedVendor {
  readonly pack: Pick<
    PublishedPack,
    | 'slug'
    | 'name'
    | 'tagline'
    | 'region'
    | 'currency'
    | 'locales'
    | 'themeColor'
    | 'serviceAreas'
    | 'status'
    | 'brand'
    | 'questionnaires'
  >;
  /** Left out by a vendor that sells nothing. */
  readonly catalog?: { readonly products: readonly Product[]; readonly shop: Shop } | undefined;
}

export interface DiscoveryFiles {
  /** Without the URLs of the others, which are named by their content. */
  readonly index: Omit<DiscoveryIndex, 'shards' | 'rates'>;
  readonly shards: readonly (readonly VendorDetails[])[];
  readonly rates: Readonly<Record<string, readonly Offer[]>>;
}

function shownProducts({ pack, catalog }: ListedVendor): readonly Product[] {
  const { products = [] } = catalog ?? {};
  return products.filter((product) => product.discontinued === undefined && mayBeNamed(product, pack.region));
}

const cheapest = ({ plans }: Product) =>
  plans.reduce((best, plan) => (plan.amount < best.amount ? plan : best), plans[0] as Product['plans'][0]);

function detailsOf(vendor: ListedVendor): VendorDetails {
  const { pack, catalog } = vendor;
  const { slug, name, tagline, region, currency, themeColor, serviceAreas, status, brand } = pack;
  return {
    ...{ slug, name, tagline, region, currency, themeColor, serviceAreas, status },
    languages: pack.locales,
    mark: brand.mark,
    color: brand.colors.primary,
    forms: pack.questionnaires.map(
      ({ slug: form, title, purpose, price, durationMinutes, minAge, status: open }): FoundForm => ({
        ...{ slug: form, title, purpose, price, durationMinutes, minAge },
        conditions: conditionsOf(title),
        isOpen: open === 'open' && status === 'open',
      }),
    ),
    products: shownProducts(vendor).map((product): FoundProduct => {
      const { amount, everyDays } = cheapest(product);
      const { slug: own, kind, name: called, form, fulfillment, notIn, questionnaire } = product;
      return {
        ...{ slug: own, kind, name: called, form, fulfillment },
        ...(notIn && { notIn }),
        ...(questionnaire && { questionnaire }),
        substance: substanceOf(product),
        from: { amount, ...(everyDays === undefined ? {} : { everyDays }) },
      };
    }),
    pickupIn: [
      ...new Set(
        (catalog?.shop.pharmacies ?? [])
          .filter(({ active }) => active)
          .map(({ region: place, country }) => place ?? country),
      ),
    ],
  };
}

/** What each concept costs at a vendor, at the least: of a condition its consultation, of a substance its cheapest pack. In minor units. */
function pricesOf({ forms, products }: VendorDetails): ReadonlyMap<string, number> {
  const prices = new Map<string, number>();
  const add = (concept: string | undefined, amount: number) => {
    if (concept !== undefined) prices.set(concept, Math.min(amount, prices.get(concept) ?? amount));
  };
  for (const { conditions, price } of forms) for (const concept of conditions) add(concept, price.amount);
  for (const { substance, from } of products) add(substance, from.amount);
  return prices;
}

function stepOf(minor: number): number {
  const step = PRICE_STEPS.findIndex((limit) => minor <= limit * 100);
  return step === -1 ? PRICE_STEPS.length : step;
}

/** Between its steps the thread may do something else. */
type Steps<Result> = Generator<undefined, Result>;

function* conceptsOf(vendors: readonly VendorDetails[]): Steps<Readonly<Record<string, IndexedConcept>>> {
  const found = new Map<string, { vendors: number[]; prices: string }>();
  const rx = new Set(
    vendors.flatMap(({ products }) =>
      products.flatMap(({ kind, substance }) => (kind === 'rx' ? substance : [])),
    ),
  );
  for (const [number, vendor] of vendors.entries()) {
    for (const [concept, price] of pricesOf(vendor)) {
      const entry = found.get(concept) ?? { vendors: [], prices: '' };
      entry.vendors.push(number);
      entry.prices += String(stepOf(price));
      found.set(concept, entry);
    }
    yield;
  }
  return Object.fromEntries(
    [...found].map(([concept, entry]) => [
      concept,
      {
        vendors: toDeltas(entry.vendors),
        prices: entry.prices,
        ...(rx.has(concept) && { rx: true as const }),
      },
    ]),
  );
}

function* placesOf(vendors: readonly VendorDetails[]): Steps<DiscoveryIndex['places']> {
  const sets = new Map<string, Map<string, number[]>>();
  for (const [number, { serviceAreas }] of vendors.entries()) {
    for (const { place, modality } of serviceAreas) {
      const ways = sets.get(place) ?? new Map<string, number[]>();
      const set = ways.get(modality) ?? [];
      set.push(number);
      ways.set(modality, set);
      sets.set(place, ways);
    }
    yield;
  }
  const places: Record<string, Readonly<Record<string, string>>> = {};
  for (const [place, ways] of sets) {
    places[place] = Object.fromEntries(
      [...ways].map(([modality, set]) => [modality, toBits(set, vendors.length)]),
    );
    yield;
  }
  return places;
}

function offersOf(vendor: ListedVendor): readonly (readonly [concept: string, offer: Offer])[] {
  const { slug, name, region, currency, serviceAreas, brand, questionnaires } = vendor.pack;
  const { shipping = [], taxes = [] } = vendor.catalog?.shop ?? {};
  const own = {
    vendor: { slug, name, region, currency, serviceAreas, mark: brand.mark, color: brand.colors.primary },
    shop: { shipping, taxes },
  };
  const formOf = (wanted: string | undefined) => {
    const form = questionnaires.find((each) => each.slug === wanted && each.status === 'open');
    return form && { slug: form.slug, title: form.title, fee: form.price.amount };
  };
  const products = shownProducts(vendor);
  const about = new Map(questionnaires.map(({ slug: form, title }) => [form, conditionsOf(title)]));
  const sold = products.flatMap((product) => {
    const {
      slug: id,
      kind,
      name: called,
      form,
      fulfillment,
      notIn,
      plans,
      taxCategory,
      questionnaire,
    } = product;
    const asked = formOf(questionnaire);
    const offer: Offer = {
      ...own,
      ...(asked && { form: asked }),
      product: {
        ...{ slug: id, kind, name: called, form, fulfillment, plans },
        ...(notIn && { notIn }),
        ...(taxCategory && { taxCategory }),
        ...(questionnaire && { questionnaire }),
      },
    };
    const asks = asked ? (about.get(asked.slug) ?? []) : [];
    return [substanceOf(product), ...asks].flatMap((id) => (id === undefined ? [] : [[id, offer] as const]));
  });
  const alone = questionnaires
    .filter((form) => !products.some(({ questionnaire }) => questionnaire === form.slug))
    .flatMap((form) => {
      const asked = formOf(form.slug);
      return asked ? (about.get(form.slug) ?? []).map((id) => [id, { ...own, form: asked }] as const) : [];
    });
  return [...sold, ...alone];
}

function* ratesOf(listed: readonly ListedVendor[]): Steps<DiscoveryFiles['rates']> {
  const groups = new Map<string, Offer[]>();
  for (const vendor of listed) {
    for (const [concept, offer] of offersOf(vendor)) {
      const group = groups.get(concept) ?? [];
      group.push(offer);
      groups.set(concept, group);
    }
    yield;
  }
  return Object.fromEntries(groups);
}

/** A vendor, or less, at each step. */
export function* discoverySteps(listed: readonly ListedVendor[]): Steps<DiscoveryFiles> {
  const vendors: VendorDetails[] = [];
  for (const vendor of listed) {
    vendors.push(detailsOf(vendor));
    yield;
  }
  const numbers = (is: (vendor: VendorDetails) => boolean) =>
    toBits(
      vendors.flatMap((vendor, number) => (is(vendor) ? [number] : [])),
      vendors.length,
    );
  const offers = (way: 'mail' | 'pickup') =>
    numbers(({ products }) => products.some(({ fulfillment }) => fulfillment.includes(way)));
  const speaking = (language: Language) => numbers((vendor) => vendor.languages.includes(language));
  const texts = vendors.map(({ name, tagline }, id) => ({
    id,
    name,
    about: languages.map((language) => tagline[language] ?? '').join(' '),
  }));
  yield;
  return {
    index: {
      v: 1,
      vendors: vendors.map(({ slug }) => slug),
      names: yield* packTexts(texts),
      concepts: yield* conceptsOf(vendors),
      places: yield* placesOf(vendors),
      ways: { mail: offers('mail'), pickup: offers('pickup') },
      languages: Object.fromEntries(
        languages.map((language) => [language, speaking(language)]),
      ) as DiscoveryIndex['languages'],
    },
    shards: Array.from({ length: Math.ceil(vendors.length / SHARD_SIZE) }, (_, at) =>
      vendors.slice(at * SHARD_SIZE, (at + 1) * SHARD_SIZE),
    ),
    rates: yield* ratesOf(listed),
  };
}

/** All at once: for a few vendors. */
export function buildDiscovery(listed: readonly ListedVendor[]): DiscoveryFiles {
  const steps = discoverySteps(listed);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
