/** What all vendors offer, on the device: the index that the platform's page names, and what the index names. */
import type { CacheNames } from './cache-names.ts';
import { type Fetch, ForeignResponse } from './shell.ts';

/** Of thousands of vendors, only those are stored ahead that fit; what is looked at is kept then. */
const MAX_AHEAD = 64;
const INDEX = /"index":"(\/discovery\/files\/(index-[\w-]+)\.json)"/;
/** What vendors say in their own words. */
const PASSAGES = /"passages":"(\/discovery\/files\/passages-[\w-]+\.json)"/;

interface Stores {
  readonly caches: CacheStorage;
  readonly names: CacheNames;
}

async function storeFile(url: string, cache: Cache, fetch: Fetch, stores: Stores): Promise<Response> {
  const known = await storedDiscoveryFile(stores, url);
  const file = known ?? (await fetch(url, { credentials: 'same-origin' }));
  if (!file.ok || file.redirected) throw new ForeignResponse(url);
  await cache.put(url, file.clone());
  return file;
}

/**
 * @param html of the shell, which is stored after this
 * @returns what its cache is named by; undefined where the page names no index
 * @throws {ForeignResponse} where a file isn't the server's
 */
export async function storeDiscovery(
  html: string,
  fetch: Fetch,
  stores: Stores,
): Promise<string | undefined> {
  const [, url, name] = INDEX.exec(html) ?? [];
  if (url === undefined || name === undefined) return undefined;
  const cache = await stores.caches.open(stores.names.pack(name));
  const index = await storeFile(url, cache, fetch, stores);
  const { shards, rates } = (await index.json()) as {
    readonly shards: readonly string[];
    readonly rates: Readonly<Record<string, string>>;
  };
  for (const file of [...shards, ...Object.values(rates)].slice(0, MAX_AHEAD))
    await storeFile(file, cache, fetch, stores);
  const [, passages] = PASSAGES.exec(html) ?? [];
  if (passages !== undefined) {
    const said = await storeFile(passages, cache, fetch, stores);
    const { vendors } = (await said.json()) as { readonly vendors: readonly { readonly url: string }[] };
    for (const each of vendors.slice(0, MAX_AHEAD)) await storeFile(each.url, cache, fetch, stores);
  }
  return name;
}

/** By its path, which has the hash of what is in it: whichever index named it. */
export async function storedDiscoveryFile(
  { caches, names }: Stores,
  path: string,
): Promise<Response | undefined> {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(names.packs)).reverse()) {
    const found = await (await caches.open(name)).match(path, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

/** What was looked at is there without a network, too. */
export async function keepDiscoveryFile(
  { caches, names }: Stores,
  path: string,
  file: Response,
): Promise<void> {
  const newest = (await caches.keys()).findLast((name) => name.startsWith(names.packs));
  if (newest !== undefined && file.ok) await (await caches.open(newest)).put(path, file);
}
