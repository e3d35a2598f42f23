/** What all vendors offer, on the device: the index is read once, and of the rest only what is shown. */
import {
  type DiscoveryIndex,
  type DiscoveryLink,
  type Offer,
  SHARD_SIZE,
  type VendorDetails,
} from '../../../sync/domain/discovery/discovery-index.ts';
import { type Discovery, openDiscovery } from '../../../sync/domain/discovery/search.ts';

export interface Catalogue {
  readonly discovery: Discovery;
  /** In their order. */
  detailsOf(vendors: readonly number[]): Promise<readonly VendorDetails[]>;
  /** Of everybody who offers it. */
  offersOf(concept: string): Promise<readonly Offer[]>;
}

/** Named by its hash, so that it is what the server has published. */
async function read(url: string, fetch: typeof globalThis.fetch): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

export async function openCatalogue(
  { index: url }: Pick<DiscoveryLink, 'index'>,
  fetch: typeof globalThis.fetch,
): Promise<Catalogue> {
  const index = (await read(url, fetch)) as DiscoveryIndex;
  const discovery = await openDiscovery(index);
  const shards = new Map<number, Promise<readonly VendorDetails[]>>();
  const shardOf = (vendor: number) => {
    const at = Math.floor(vendor / SHARD_SIZE);
    const shard =
      shards.get(at) ?? (read(index.shards[at] ?? '', fetch) as Promise<readonly VendorDetails[]>);
    shards.set(at, shard);
    // What couldn't be fetched is asked for again.
    shard.catch(() => shards.delete(at));
    return shard;
  };
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
      return rates === undefined ? [] : ((await read(rates, fetch)) as readonly Offer[]);
    },
  };
}
