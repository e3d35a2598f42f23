import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPack } from './check.ts';
import { importQuestionnaire } from './import-questionnaire.ts';
import { copyDemoPacks, type TestPacks } from './testing.ts';

/** Milliseconds; a guard against a hang, not a measure. */
const PATIENCE = 300_000;

/** The same inputs each day, so that a rare one fails the run that looks for it: `npm run test:full` takes more, and others each time. */
const isFull = process.env.FULL === '1';
const INPUTS = isFull ? {} : { seed: 20_261_123 };

let packs: TestPacks;
beforeAll(async () => {
  packs = await copyDemoPacks(['willow']);
});
afterAll(() => packs.remove());

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

describe('mutated packs (promise 2)', () => {
  const files = [
    'vendor.json',
    'questionnaires/contraception-check.json',
    'rules/contraception.json',
    'questionnaires/uti-check.json',
    'legal/terms.en.md',
    'images/home.svg',
  ];
  test(
    'any value anywhere in its JSON, any text in its files - always a report',
    async () => {
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
            let report: Awaited<ReturnType<typeof checkPack>>;
            try {
              report = await checkPack(packs.dir('willow'));
            } finally {
              await writeFile(path, before);
            }
            expect(
              report.faults.every((fault) => fault.file !== '' && fault.path !== '' && fault.remedy !== ''),
            ).toBe(true);
            expect(report.pack === undefined).toBe(report.faults.some((fault) => fault.severity === 'error'));
          },
        ),
        { numRuns: isFull ? 200 : 30, ...INPUTS },
      );
    },
    PATIENCE,
  );
});

describe('mutated questionnaires (promise 2)', () => {
  test(
    'any value anywhere in a form that is imported - taken, or refused with reasons, and the pack stays in order',
    async () => {
      const vendorJson = join(packs.dir('willow'), 'vendor.json');
      const before = await readFile(vendorJson, 'utf8');
      const form: unknown = JSON.parse(
        await readFile(join(packs.dir('willow'), 'questionnaires/uti-check.json'), 'utf8'),
      );
      const file = packs.path('form.json');
      const manifest = {
        licence: 'x',
        attribution: 'x',
        allowedUse: 'x',
        source: 'x',
        version: '1',
        reviewedOn: '2026-11-20',
      };
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(40), { minLength: 2, maxLength: 8 }), odd, async (picks, value) => {
          await writeFile(
            file,
            JSON.stringify(mutate({ ...Object(form), url: 'https://example.org/fuzz' }, picks, value)),
          );
          const request = {
            file,
            vendorsDir: packs.vendorsDir,
            vendor: 'willow',
            manifest,
            slug: 'fuzz',
            now: new Date('2026-11-20'),
          };
          const result = await importQuestionnaire(request);
          expect(result.ok || result.faults.length > 0).toBe(true);
          const { pack } = await checkPack(packs.dir('willow'));
          expect(pack?.forms).toHaveLength(result.ok ? 3 : 2);
          await writeFile(vendorJson, before);
          await rm(join(packs.dir('willow'), 'questionnaires/fuzz.json'), { force: true });
        }),
        { numRuns: isFull ? 60 : 10, ...INPUTS },
      );
    },
    PATIENCE,
  );
});
