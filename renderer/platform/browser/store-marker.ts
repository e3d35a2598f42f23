/** The mark beside the store, twice: a cookie and the Cache API, of which an eviction or a clean-up may leave one. */
import type { Marker } from '../../../sync/client/store/store.ts';
import { storeCookie } from '../../../sync/domain/vendor/store-cookie.ts';

const YEAR_SECONDS = 400 * 24 * 3600;

export function createStoreMarker(dependencies: {
  readonly vendor: string;
  /** `/connect/{vendor}`: no other space sees or sends the cookie. */
  readonly path: string;
  readonly cookies: Pick<Document, 'cookie'>;
  readonly caches: CacheStorage | undefined;
}): Marker {
  const { vendor, path, cookies, caches } = dependencies;
  const name = storeCookie(vendor);
  const cacheName = `v:${vendor}:store-marker`;
  const address = `${path}/store-marker`;

  const readCookie = () =>
    cookies.cookie
      .split(';')
      .map((each) => each.trim())
      .find((each) => each.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const readCache = async () => {
    const found = await caches?.match(address, { cacheName });
    return await found?.text();
  };

  return {
    async read() {
      const found = [readCookie(), await readCache().catch(() => undefined)];
      if (found.includes('used')) return 'used';
      return found.includes('empty') ? 'empty' : undefined;
    },
    async write(value) {
      // Not the Cookie Store API: it is missing in the browsers that evict most.
      cookies.cookie = `${name}=${value}; Path=${path}; Max-Age=${YEAR_SECONDS}; SameSite=Strict`;
      const cache = await caches?.open(cacheName).catch(() => undefined);
      await cache?.put(address, new Response(value)).catch(() => undefined);
    },
  };
}
