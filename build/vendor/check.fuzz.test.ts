import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPack } from './check.ts';
import { copyDemoPacks, type TestPacks } from './testing.ts';

let packs: TestPacks;
beforeAll(async () => {
  packs = await copyDemoPacks(['willow']);
});
afterAll(() => packs.remove());

describe('mutated packs (promise 2)', () => {
  const files = [
    'vendor.json',
    'questionnaires/contraception-check.json',
    'rules/contraception.json',
    'questionnaires/uti-check.json',
    'legal/terms.en.md',
    'images/home.svg',
  ];
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(null, [], {}, -1, 1e308, '', '__proto__', '\u0000', '../x', [null], { en: 5 }),
  );

  function mutate(value: unknown, picks: readonly number[], replacement: unknown): unknown {
    const [pick = 0, ...rest] = picks;
    if (typeof value !== 'object' || value === null || rest.length === 0) return replacement;
    const keys = Object.keys(value);
    const key = keys[pick % Math.max(1, keys.length)];
    if (key === undefined) return replacement;
    const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
    Reflect.set(copy, key, mutate(Reflect.get(value, key), rest, replacement));
    return copy;
  }

  test('any value anywhere in its JSON, any text in its files - always a report', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 8 }),
        odd,
        fc.string({ maxLength: 200 }),
        async (file, picks, value, text) => {
          const path = join(packs.dir('willow'), file);
          const before = await readFile(path, 'utf8');
          const json = file.endsWith('.json')
            ? JSON.stringify(mutate(JSON.parse(before), picks, value))
            : undefined;
          const cut = picks[0] ?? 0;
          await writeFile(path, json ?? before.slice(0, cut * 7) + text + before.slice(cut * 7));
          const report = await checkPack(packs.dir('willow'));
          await writeFile(path, before);
          expect(
            report.faults.every((fault) => fault.file !== '' && fault.path !== '' && fault.remedy !== ''),
          ).toBe(true);
          expect(report.pack === undefined).toBe(report.faults.some((fault) => fault.severity === 'error'));
        },
      ),
      { numRuns: 300 },
    );
  });
});
