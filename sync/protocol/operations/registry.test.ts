import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { laneSchema } from '../wire.ts';
import { defineOperation } from './operation.ts';
import { readPayload } from './payloads/read-payload.ts';
import { isUrgent, lendOperation, newestVersion, operationOf, urgentLanes } from './registry.ts';

describe('a kind that no feature owns', () => {
  const note = defineOperation<{ text: string; tags: string[] }>()({
    kind: 'note.write',
    lane: 'note',
    urgent: true,
    sealed: 'before-queueing',
    retention: { copy: false, endsDraft: false },
    newest: 2,
    upcast: { 1: (sealed: { text: string }) => ({ ...sealed, tags: [] }) },
  });
  const versions = {
    1: z.object({ text: z.string() }),
    2: z.object({ text: z.string(), tags: z.array(z.string()) }),
  };
  const read = (v: number, content: unknown) => readPayload(versions, { v, content }, note.upcast);
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
    expect(read(1, { text: 'a' })).toEqual({ ok: true, payload: { text: 'a', tags: [] } });
    expect(read(2, { text: 'a', tags: ['b'] })).toEqual({
      ok: true,
      payload: { text: 'a', tags: ['b'] },
    });
    expect(read(2, { text: 'a' })).toMatchObject({ ok: false });
    expect(read(3, {})).toEqual({ ok: false, issues: [] });
  });
});

it('what only looks like a kind is none', () => {
  expect(newestVersion('toString')).toBeUndefined();
});

it('a lane that no kind has is refused as a wrong format', () => {
  for (const name of ['parcel:0199c0de-0000-4000-8000-000000000001', 'intake:', 'intake', 'intake:x:y'])
    expect(laneSchema.safeParse(name).error?.issues[0]?.code).toBe('invalid_format');
});
