import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { productOf, shopOf } from '../../../domain/testing/fixture-shop.ts';
import type { PublishedPack } from '../../../domain/vendor/published-pack.ts';
import type { CompiledPack } from '../../packs/read-packs.ts';
import type { Vendor, VendorDirectory } from '../../packs/vendor-directory.ts';
import { fixturePack } from '../../testing/fixture-pack.ts';
import { withShop } from '../../testing/fixture-shop.ts';
import { createCatalogs } from './catalogs.ts';

/** A directory of these packs: what catalogs ask of one. */
const directoryOf = (...packs: readonly CompiledPack[]): VendorDirectory => {
  const all = packs.map(({ pack, filesDir }) => ({ pack: pack as PublishedPack, filesDir }) as Vendor);
  return { all, find: (slug) => all.find(({ pack }) => pack.slug === slug) };
};

const shop = shopOf({ payAtDesk: true });
const balm = productOf('balm');

it('tells each vendor’s products and shop apart, and who sells nothing', async () => {
  const meadow = await withShop(await fixturePack(), { products: [balm], shop });
  const catalogs = createCatalogs(directoryOf(meadow, await fixturePack('brook', 'Brook')));
  expect(await catalogs.of('meadow')).toEqual({
    products: [balm],
    shop,
    serviceAreas: meadow.pack.serviceAreas,
  });
  expect(await catalogs.of('brook')).toBeUndefined();
  expect(await catalogs.of('other')).toBeUndefined();
});

it('reads a pack’s files once, and again after a fault', async () => {
  const meadow = await withShop(await fixturePack(), { products: [balm], shop });
  const file = join(meadow.filesDir, 'shop.json');
  const catalogs = createCatalogs(directoryOf(meadow));
  await rename(file, `${file}.gone`);
  await expect(catalogs.of('meadow')).rejects.toThrow('ENOENT');
  await rename(`${file}.gone`, file);
  const read = await catalogs.of('meadow');
  await rename(file, `${file}.gone`);
  expect(await catalogs.of('meadow')).toBe(read);
});
