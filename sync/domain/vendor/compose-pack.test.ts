import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { PackPart } from '../pack-fields.ts';
import { composePack } from './compose-pack.ts';

const profile = { name: z.string() };
const shop = {
  fields: { products: z.array(z.string()) },
  settings: { returnDays: z.optional(z.number()) },
} satisfies PackPart;
const club = { fields: { members: z.number() } } satisfies PackPart;

test('a pack is what its parts ask for, with one group of settings', () => {
  const schema = composePack(profile, [shop, club]);
  const pack: z.infer<typeof schema> = {
    name: 'Willow',
    settings: { returnDays: 30 },
    products: ['Tea'],
    members: 2,
  };
  expect(schema.parse({ ...pack, more: 1 })).toEqual(pack);
  const { error } = schema.safeParse({ ...pack, products: 'Tea', settings: { returnDays: '30' } });
  expect(error?.issues.map(({ path }) => path)).toEqual([['settings', 'returnDays'], ['products']]);
});

test('two parts never share a field', () => {
  expect(() => composePack(profile, [shop, { ...club, fields: { products: z.number() } }])).toThrow(
    /fields "products"/,
  );
  expect(() => composePack(profile, [shop, { settings: shop.settings }])).toThrow(/settings "returnDays"/);
});
