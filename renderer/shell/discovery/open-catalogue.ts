/** What all vendors offer, on the device: the index is read once, and of the rest only what is shown. */
import {
  type DiscoveryIndex,
  type DiscoveryLink,
  type Offer,
  SHARD_SIZE,
  type VendorDetails,
} from '../../../sync/domain/discovery/discovery-index.ts';
import { type Discovery, openDiscovery } from '../../../sync/domain/discovery/search.ts';
import { createFileReader } from '../../device/catalog/read-files.ts';

export interface Catalogue {
  readonly discovery: Discovery;
  /** In their order. */
  detailsOf(vendors: readonly number[]): Promise<readonly VendorDetails[]>;
  /** Of everybody who offers it. */
  offersOf(concept: string): Promise<readonly Offer[]>;
}

export async function openCatalogue(
  { index: url }: Pick<DiscoveryLink, 'index'>,
  fetch: typeof globalThis.fetch,
): Promise<Catalogue> {
  const read = createFileReader(fetch);
  const index = (await read(url)) as DiscoveryIndex;
  const discovery = await openDiscovery(index);
  const shardOf = (vendor: number) =>
    read(index.shards[Math.floor(vendor / SHARD_SIZE)] ?? '') as Promise<readonly VendorDetails[]>;
  return {
    discovery,
    async detailsOf(vendors) {
      const found = await Promise.all(
        vendors.map(async (vendor) => (await shardOf(vendor))[vendor % SHARD_SIZE]),
      );
      return found.filter((each) => each !== undefined);
    },
    async offersOf(concept) {
      const rates = index.rates[concept];
      return rates === undefined ? [] : ((await read(rates)) as readonly Offer[]);
    },
  };
}
