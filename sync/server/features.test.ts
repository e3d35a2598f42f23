import { expect, it } from 'vitest';
import { operations } from '../protocol/operations/registry.ts';
import { loadKinds } from './core/judging/kinds.ts';
import { features } from './features.ts';

it('a feature judges each kind of the protocol: what it sends would be held otherwise', async () => {
  const kinds = await loadKinds(features.flatMap((feature) => feature.operations ?? []));
  expect(operations.map(({ kind }) => kind).filter((kind) => !kinds.find(kind))).toEqual([]);
});
