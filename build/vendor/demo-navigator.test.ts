import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conditionsOf } from '../../sync/domain/discovery/concepts.ts';
import type { Localized } from '../../sync/domain/languages.ts';
import { navigatorTree } from '../../sync/domain/navigator/navigator.ts';
import { demoVendors } from './testing.ts';

const vendors = ['willow', 'lantern', 'mainstreet', 'northgate', 'harbour'];

test('every form that the navigator leads to is in a pack, and no pack has one that it doesn’t lead to', async () => {
  const titles = await Promise.all(
    vendors.map(async (vendor) => {
      const pack = JSON.parse(await readFile(join(demoVendors, vendor, 'vendor.json'), 'utf8')) as {
        readonly questionnaires: readonly { readonly title: Localized }[];
      };
      return pack.questionnaires.map(({ title }) => title);
    }),
  );
  const offered = new Set(titles.flat().flatMap((title) => conditionsOf(title)));
  const ledTo = new Set(
    Object.values(navigatorTree.nodes).flatMap((node) => (node.kind === 'care' ? node.concepts : [])),
  );
  expect([...ledTo].toSorted()).toEqual([...offered].toSorted());
});
