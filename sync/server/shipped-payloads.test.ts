/** Envelopes of every version that was ever shipped lie in ledgers and on phones: each is read, as ever. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '../protocol/operations/registry.ts';
import { loadKinds } from './core/judging/kinds.ts';
import { features } from './features.ts';

const folder = join(import.meta.dirname, '../protocol/operations/golden');
const goldenSchema = z.object({ sealed: z.record(z.string(), z.unknown()), read: z.unknown() });
const shipped = operations.flatMap(({ kind, newest }) =>
  Array.from({ length: newest }, (_, index) => `${kind}@${index + 1}`),
);
const kinds = await loadKinds(features.flatMap((feature) => feature.operations ?? []));

/** `<kind>@<v>.<SHA-256 of what was sealed, its first 16 digits>.json`: what devices have sealed once is never rewritten. */
const fixtures = readdirSync(folder).map((file) => {
  const [, name = '', hash = ''] = /^(.+@\d+)\.(.+)\.json$/.exec(file) ?? [];
  return { file, name, hash };
});

function golden(name: string) {
  const { file, hash } = fixtures.find((fixture) => fixture.name === name) ?? {};
  if (file === undefined)
    throw new Error(
      `Add golden/${name}.<hash>.json: {"sealed": a payload, "read": it as the newest version}.`,
    );
  return { ...goldenSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))), hash };
}

function read(name: string, content: unknown) {
  const [kind = '', v] = name.split('@');
  const judged = kinds.find(kind);
  if (!judged) throw new Error(`No feature judges ${kind}: what a device sends of it would be held.`);
  return judged.open(Number(v), content);
}

describe('a shipped version', () => {
  it('has a fixture, and each fixture is of one', () => {
    expect(fixtures.map(({ name }) => name).toSorted()).toEqual(shipped.toSorted());
  });

  it.each(shipped)('%s is read as the newest of its kind, as ever', (name) => {
    const { sealed, read: expected } = golden(name);
    const reading = read(name, sealed);
    expect(reading.ok && JSON.parse(JSON.stringify(reading.opened.payload))).toEqual(expected);
  });

  it.each(shipped)('%s keeps its fixture as it was shipped', (name) => {
    const { sealed, hash } = golden(name);
    expect(createHash('sha256').update(JSON.stringify(sealed)).digest('hex').slice(0, 16)).toBe(hash);
  });

  it.each(shipped)('%s names what is missing in it', (name) => {
    const { session: _, ...rest } = golden(name).sealed;
    const reading = read(name, rest);
    expect(reading.ok ? [] : reading.issues.map(({ path }) => path)).toEqual([['session']]);
  });
});

it.each(operations)('$kind is read up to its newest version, and no further', ({ kind, newest }) => {
  expect(read(`${kind}@${newest + 1}`, {})).toEqual({ ok: false, issues: [] });
  expect(read(`${kind}@0`, {})).toEqual({ ok: false, issues: [] });
});
