/** The vendor's pack on the device: `pack.json` and every file that it names, in one cache per version. */
import type { CacheNames } from './cache-names.ts';
import type { Scope } from './scope.ts';
import { type Fetch, ForeignResponse } from './shell.ts';

export interface PackIndex {
  readonly packHash: string;
  /** Of the brand: see `fontsOf`. */
  readonly typeface: string | undefined;
  /** Absolute paths below `/connect/{vendor}/files/`. */
  readonly files: readonly string[];
  /** As served. */
  readonly text: string;
}

/** Definitions and legal texts: what a draft or a consent may still name after the pack has moved on. */
const OUTLIVES_ITS_PACK = /\/files\/(questionnaires|legal)\//;
export const MAX_KEPT_FILES = 200;
/** The pack in use and the one before it, which open pages may still show. */
const KEPT_PACKS = 2;

const packUrl = (scope: Scope) => `${scope.base}pack.json`;

/** @throws {ForeignResponse} where something else than a pack of this vendor answered */
export async function fetchPackIndex(scope: Scope, fetch: Fetch): Promise<PackIndex> {
  const response = await fetch(packUrl(scope), { cache: 'no-store', credentials: 'same-origin' });
  if (!response.ok || response.redirected) throw new ForeignResponse(packUrl(scope));
  const text = await response.text();
  let pack: unknown;
  try {
    pack = JSON.parse(text);
  } catch {
    throw new ForeignResponse(packUrl(scope));
  }
  if (!isPack(pack, scope)) throw new ForeignResponse(packUrl(scope));
  return { packHash: pack.packHash, typeface: pack.brand?.typeface, files: pack.files, text };
}

function isPack(
  value: unknown,
  scope: Scope,
): value is { packHash: string; files: string[]; brand?: { typeface?: string } } {
  if (typeof value !== 'object' || value === null || !('packHash' in value) || !('files' in value))
    return false;
  return (
    typeof value.packHash === 'string' &&
    /^[0-9a-f]{64}$/.test(value.packHash) &&
    Array.isArray(value.files) &&
    value.files.every((file) => typeof file === 'string' && file.startsWith(`${scope.base}files/`))
  );
}

/**
 * Stores the pack's files, then its index: a cache with an index is whole. Files that are there already, from an
 * attempt that was cut off, are kept: their names carry their hashes.
 * @throws {ForeignResponse} where a file isn't the server's
 */
export async function storePack(
  caches: CacheStorage,
  names: CacheNames,
  scope: Scope,
  pack: PackIndex,
  fetch: Fetch,
): Promise<void> {
  const cache = await caches.open(names.pack(pack.packHash));
  await Promise.all(
    pack.files.map(async (file) => {
      if (await cache.match(file)) return;
      const response = await fetch(file, { credentials: 'same-origin' });
      const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
      if (!response.ok || response.redirected || isPage) throw new ForeignResponse(file);
      await cache.put(file, response);
    }),
  );
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };
  await cache.put(packUrl(scope), new Response(pack.text, { headers }));
}

/** A pack file from any version that is on the device; its name says which version it is of. */
export async function storedPackFile(
  caches: CacheStorage,
  names: CacheNames,
  path: string,
): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (name !== names.kept && !name.startsWith(names.packs)) continue;
    const found = await (await caches.open(name)).match(path, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

export async function storedPackIndex(
  caches: CacheStorage,
  names: CacheNames,
  scope: Scope,
  packHash: string,
): Promise<Response | undefined> {
  return (await caches.open(names.pack(packHash))).match(packUrl(scope));
}

/** Removes packs that nobody shows any more, after moving what drafts may still name to where it stays. */
export async function prunePacks(caches: CacheStorage, names: CacheNames, current: string): Promise<void> {
  const packs = (await caches.keys()).filter((name) => name.startsWith(names.packs));
  const others = packs.filter((name) => name !== names.pack(current));
  for (const name of others.slice(0, Math.max(0, others.length - (KEPT_PACKS - 1)))) {
    await keepDefinitions(caches, names, name);
    await caches.delete(name);
  }
}

async function keepDefinitions(caches: CacheStorage, names: CacheNames, from: string): Promise<void> {
  const [pack, kept] = await Promise.all([caches.open(from), caches.open(names.kept)]);
  for (const request of await pack.keys()) {
    if (!OUTLIVES_ITS_PACK.test(new URL(request.url).pathname)) continue;
    const response = await pack.match(request);
    if (response) await kept.put(request, response);
  }
  const keys = await kept.keys();
  for (const request of keys.slice(0, Math.max(0, keys.length - MAX_KEPT_FILES))) await kept.delete(request);
}
