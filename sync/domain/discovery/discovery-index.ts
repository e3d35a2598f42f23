/** What is published for those who look for care: one index of all vendors, and shards with what is shown of each. */
import type { Product } from '../catalog/product.ts';
import type { Language, Localized } from '../languages.ts';
import type { Shop } from '../shop/shop.ts';
import type { PublishedPack } from '../vendor/published-pack.ts';
import type { PackedTexts } from './vendor-search.ts';

type Area = PublishedPack['serviceAreas'][number];

export interface DiscoveryIndex {
  readonly v: 1;
  /** Slugs. A vendor's number is its place here. */
  readonly vendors: readonly string[];
  /** Names and taglines, as `vendor-search.ts` writes them. */
  readonly names: PackedTexts;
  readonly concepts: Readonly<Record<string, IndexedConcept>>;
  /** By ISO 3166 code, as the packs name places: sets of vendors. */
  readonly places: Readonly<Record<string, { readonly [modality in Area['modality']]?: string }>>;
  /** Sets of vendors. */
  readonly ways: { readonly mail: string; readonly pickup: string };
  readonly languages: { readonly [language in Language]: string };
  /** URLs of `VendorDetails[]`, {@link SHARD_SIZE} vendors each. */
  readonly shards: readonly string[];
  /** By concept: URL of its `Offer[]`. */
  readonly rates: Readonly<Record<string, string>>;
}

/** What the pages for those who look for care begin with; the server writes it into them. */
export interface DiscoveryLink {
  /** URL of the `DiscoveryIndex`: named by its hash, it never changes. */
  readonly index: string;
  /** URL of a `PassageIndex` (`sync/domain/assistant`): what vendors say in their own words. */
  readonly passages?: string;
  /** RFC 3339, a date: prices and places are as they were then. */
  readonly asOf: string;
  /** How many vendors there are. */
  readonly vendors: number;
  /** Ids of concepts that somebody offers. */
  readonly concepts: readonly string[];
}

export const SHARD_SIZE = 25;

export interface IndexedConcept {
  /** Vendors, as deltas. */
  readonly vendors: readonly number[];
  /** Of each of these: its price step. See {@link PRICE_STEPS}. */
  readonly prices: string;
  /** Somebody sells it by prescription. */
  readonly rx?: true;
}

/** In the major unit of the vendor's currency: free, up to 25, up to 50, more. */
export const PRICE_STEPS = [0, 25, 50] as const;
export type PriceStep = (typeof PRICE_STEPS)[number];

/** What a result shows of a vendor. */
export interface VendorDetails
  extends Pick<
    PublishedPack,
    'slug' | 'name' | 'tagline' | 'region' | 'currency' | 'themeColor' | 'serviceAreas' | 'status'
  > {
  readonly languages: readonly Language[];
  readonly mark: PublishedPack['brand']['mark'];
  readonly color: string;
  readonly forms: readonly FoundForm[];
  readonly products: readonly FoundProduct[];
  /** Where its pharmacies are. */
  readonly pickupIn: readonly string[];
}

export interface FoundForm
  extends Pick<
    PublishedPack['questionnaires'][number],
    'slug' | 'title' | 'purpose' | 'price' | 'durationMinutes' | 'minAge'
  > {
  readonly conditions: readonly string[];
  readonly isOpen: boolean;
}

export interface FoundProduct
  extends Pick<Product, 'slug' | 'kind' | 'name' | 'form' | 'fulfillment' | 'notIn' | 'questionnaire'> {
  readonly substance?: string | undefined;
  readonly from: { readonly amount: number; readonly everyDays?: number | undefined };
}

/** All that a treatment costs at one vendor, for whatever place. */
export interface Offer {
  readonly vendor: Pick<
    VendorDetails,
    'slug' | 'name' | 'region' | 'currency' | 'serviceAreas' | 'mark' | 'color'
  >;
  /** Left out for what is bought without a consultation. */
  readonly form?: { readonly slug: string; readonly title: Localized; readonly fee: number } | undefined;
  /** Left out where the consultation is all that is sold, or all that may be told. */
  readonly product?:
    | Pick<
        Product,
        | 'slug'
        | 'kind'
        | 'name'
        | 'form'
        | 'fulfillment'
        | 'notIn'
        | 'plans'
        | 'taxCategory'
        | 'questionnaire'
      >
    | undefined;
  readonly shop: Pick<Shop, 'shipping' | 'taxes'>;
}
