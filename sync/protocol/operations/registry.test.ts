import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as mini } from 'zod/mini';
import { laneSchema } from '../wire.ts';
import { defineOperation } from './operation.ts';
import { isUrgent, lendOperation, newestVersion, operationOf, operations, urgentLanes } from './registry.ts';

const folder = join(import.meta.dirname, 'golden');
const goldenSchema = z.object({ sealed: z.record(z.string(), z.unknown()), read: z.unknown() });
const shipped = operations.flatMap(({ kind, versions }) => Object.keys(versions).map((v) => `${kind}@${v}`));

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
  const operation = operationOf(kind);
  if (!operation) throw new Error(`${kind} is not known.`);
  return operation.read(Number(v), content);
}

describe('a shipped version', () => {
  it('has a fixture, and each fixture is of one', () => {
    expect(fixtures.map(({ name }) => name).toSorted()).toEqual(shipped.toSorted());
  });

  it.each(shipped)('%s is read as the newest of its kind, as ever', (name) => {
    const { sealed, read: expected } = golden(name);
    const reading = read(name, sealed);
    expect(JSON.parse(JSON.stringify(reading))).toEqual({ ok: true, payload: expected });
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

it('every version up to the newest of a kind is known, and none above', () => {
  for (const operation of operations) {
    const { kind } = operation;
    const newest = newestVersion(kind) ?? 0;
    expect(shipped.filter((name) => name.startsWith(`${kind}@`))).toHaveLength(newest);
    expect(operation.read(newest + 1, {})).toEqual({ ok: false, issues: [] });
    expect(operation.read(0, {})).toEqual({ ok: false, issues: [] });
  }
  expect(newestVersion('toString')).toBeUndefined();
});

describe('a kind that no feature owns', () => {
  const note = defineOperation({
    kind: 'note.write',
    lane: 'note',
    urgent: true,
    sealed: 'before-queueing',
    retention: { copy: false, endsDraft: false },
    versions: {
      1: mini.object({ text: mini.string() }),
      2: mini.object({ text: mini.string(), tags: mini.array(mini.string()) }),
    },
    newest: 2,
    upcast: { 1: (sealed: { text: string }) => ({ ...sealed, tags: [] }) },
  });
  const lane = 'note:0199c0de-0000-4000-8000-000000000001';
  let takeBack = () => {};
  afterEach(() => takeBack());

  it('is known while it is lent, and in nothing before or after', () => {
    const lanes = urgentLanes();
    expect([operationOf(note.kind), laneSchema.safeParse(lane).success]).toEqual([undefined, false]);
    takeBack = lendOperation(note);
    expect(() => lendOperation(note)).toThrow('note.write is there already.');
    expect([newestVersion(note.kind), isUrgent(note.kind), urgentLanes()]).toEqual([
      2,
      true,
      [...lanes, 'note'],
    ]);
    expect(laneSchema.safeParse(lane).success).toBe(true);
    takeBack();
    expect([newestVersion(note.kind), isUrgent(note.kind), urgentLanes()]).toEqual([undefined, false, lanes]);
  });

  it('is read by its own versions', () => {
    expect(note.read(1, { text: 'a' })).toEqual({ ok: true, payload: { text: 'a', tags: [] } });
    expect(note.read(2, { text: 'a', tags: ['b'] })).toEqual({
      ok: true,
      payload: { text: 'a', tags: ['b'] },
    });
    expect(note.read(2, { text: 'a' })).toMatchObject({ ok: false });
    expect(note.read(3, {})).toEqual({ ok: false, issues: [] });
  });
});

it('a lane that no kind has is refused as a wrong format', () => {
  for (const name of ['order:0199c0de-0000-4000-8000-000000000001', 'intake:', 'intake', 'intake:x:y'])
    expect(laneSchema.safeParse(name).error?.issues[0]?.code).toBe('invalid_format');
});
