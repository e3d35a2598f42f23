import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFaultyDisk, type Remains } from '../testing/faulty-disk.ts';
import { bytesOf } from '../testing/sample-rows.ts';
import { fileStoreOn } from '../testing/store-places.ts';
import { createTestKeyCodec } from '../testing/test-key-codec.ts';
import type { Store } from './store.ts';

const codec = await createTestKeyCodec();

/** What each of a few rows holds: the length of its bytes. */
type Model = Readonly<Record<string, number>>;
interface Write {
  readonly puts: readonly (readonly [key: number, length: number])[];
  readonly deletes: readonly number[];
}
type Step =
  | { readonly kind: 'write'; readonly write: Write }
  | { readonly kind: 'restart' }
  | { readonly kind: 'fail'; readonly call: number; readonly code: string }
  | { readonly kind: 'cut'; readonly write: Write; readonly call: number; readonly remains: Remains };

const key = fc.integer({ min: 0, max: 5 });
const write: fc.Arbitrary<Write> = fc.record({
  puts: fc.array(fc.tuple(key, fc.constantFrom(1, 900, 1_025, 4_000)), { maxLength: 4 }),
  deletes: fc.array(key, { maxLength: 2 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), write }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      call: fc.nat(20),
      code: fc.constantFrom('ENOSPC', 'EIO', 'EMFILE'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('cut' as const),
      write,
      call: fc.nat(30),
      remains: fc.constantFrom<Remains[]>('nothing', 'all', 'half', 'some'),
    }),
  },
);

const run = (store: Store, { puts, deletes }: Write) =>
  store.write(['blobBodies'], async (transaction) => {
    for (const [name, length] of puts)
      await transaction.put('blobBodies', { sha256: `k${name}`, bytes: bytesOf(length, name) });
    for (const name of deletes) await transaction.delete('blobBodies', `k${name}`);
  });
function after(before: Model, { puts, deletes }: Write): Model {
  const next = { ...before, ...Object.fromEntries(puts.map(([name, length]) => [`k${name}`, length])) };
  for (const name of deletes) delete next[`k${name}`];
  return next;
}
async function look(store: Store): Promise<Model> {
  const rows = await store.read(['blobBodies'], (transaction) => transaction.all('blobBodies'));
  for (const { sha256, bytes } of rows) expect(bytes).toEqual(bytesOf(bytes.length, Number(sha256.slice(1))));
  return Object.fromEntries(rows.map(({ sha256, bytes }) => [sha256, bytes.length]));
}

/** A disk that refuses once doesn't refuse for ever. */
async function lookAgain(store: Store): Promise<Model> {
  for (let tries = 0; tries < 25; tries += 1) {
    const found = await look(store).catch(() => undefined);
    if (found !== undefined) return found;
  }
  return await look(store);
}

test('holds what was acknowledged, and of the last transaction all or nothing - whatever fails, and whenever the power goes (promise 1)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.constantFrom(1, 3, 1_000),
      fc.infiniteStream(fc.float({ min: 0, max: Math.fround(0.999), noNaN: true })),
      async (steps, compactAfter, chances) => {
        const disk = createFaultyDisk(() => chances.next().value ?? 0);
        let store = fileStoreOn(disk, codec, { compactAfter });
        let model: Model = {};
        for (const each of steps) {
          if (each.kind === 'fail') {
            disk.failAt(disk.calls.length + each.call, each.code);
            continue;
          }
          let allowed = [model];
          if (each.kind === 'cut') disk.cutAt(disk.calls.length + each.call);
          if (each.kind === 'restart') await store.close();
          else {
            const then = after(model, each.write);
            allowed = await run(store, each.write).then(
              () => [then],
              () => [model, then],
            );
          }
          if (each.kind === 'cut') disk.powerOn(each.remains);
          if (each.kind !== 'write') store = fileStoreOn(disk, codec, { compactAfter });
          const found = await lookAgain(store);
          expect(allowed).toContainEqual(found);
          model = found;
          expect(await lookAgain(store)).toEqual(model);
        }
        disk.powerOn('nothing');
        expect(await lookAgain(fileStoreOn(disk, codec, { compactAfter }))).toEqual(model);
      },
    ),
    { numRuns: 200 },
  );
});

test('shows nothing that a power cut could still take away - a folder could not be flushed, nor what was put there taken back', async () => {
  const disk = createFaultyDisk();
  const first = fileStoreOn(disk, codec, {});
  await run(first, { puts: [[1, 900]], deletes: [] });
  disk.failEach('unlink', 'ENOSPC');
  disk.failAt(disk.calls.length + 5, 'ENOSPC');
  await expect(run(first, { puts: [[2, 900]], deletes: [] })).rejects.toMatchObject({ code: 'timeout' });
  disk.failEach('unlink', undefined);
  await first.close();
  const seen = await look(fileStoreOn(disk, codec, {}));
  disk.powerOn('nothing');
  expect(await look(fileStoreOn(disk, codec, {}))).toEqual(seen);
});
