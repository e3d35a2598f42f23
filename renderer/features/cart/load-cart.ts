import { fetchShopFiles, type ShopFiles } from '../../device/catalog/fetch-shop.ts';
import type { RouteContext } from '../../shell/routes/route-context.ts';

/** @returns undefined where it can't be fetched: it is asked for again by the screen, which says so. */
export async function loadCart({
  bootstrap: { pack },
  fetch,
  loadTexts,
}: Pick<RouteContext, 'bootstrap' | 'fetch' | 'loadTexts'>): Promise<ShopFiles | undefined> {
  const [files] = await Promise.all([
    pack && fetchShopFiles(pack, fetch).catch(() => undefined),
    loadTexts('cart', 'device'),
  ]);
  return files;
}
