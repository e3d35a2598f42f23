import { describe, expect, test } from 'vitest';
import { MAX_BACKOFF_MS } from '../base/backoff.ts';
import type { OutboxRow } from '../store/rows.ts';
import { BATCH_BYTES, type BatchRequest, chooseBatch } from './batch.ts';

const row = (opId: string, lane: string, laneNo: number, changes: Partial<OutboxRow> = {}): OutboxRow => ({
  opId,
  lane,
  laneNo,
  kind: 'intake.submit',
  v: 1,
  subjectId: 's',
  session: 's',
  about: { questionnaireSlug: 'sleep' },
  owner: 'own',
  capturedAt: { wall: '', tz: '', mono: 0, boot: '' },
  sha256: '',
  size: 100,
  blobs: [],
  code: '',
  queuedAt: '',
  state: 'queued',
  attempts: 0,
  nextAt: 0,
  kept: true,
  ...changes,
});
const request: BatchRequest = {
  now: 1_000,
  most: 50,
  tried: new Set(),
  force: false,
  awaiting: new Set(),
  suspects: new Map(),
};
const ids = (rows: readonly OutboxRow[], changes: Partial<BatchRequest> = {}) =>
  chooseBatch(rows, { ...request, ...changes }).rows.map((each) => each.opId);

describe('a batch', () => {
  test('keeps the order inside a lane (G4)', () => {
    expect(ids([row('c', 'one', 3), row('a', 'one', 1), row('b', 'one', 2)])).toEqual(['a', 'b', 'c']);
  });
  test('holds a successor back while its predecessor waits, and no other lane (G4)', () => {
    const rows = [row('a', 'one', 1, { nextAt: 5_000 }), row('b', 'one', 2), row('c', 'two', 1)];
    expect(chooseBatch(rows, request)).toMatchObject({ rows: [{ opId: 'c' }], wakeAt: 5_000 });
    expect(ids(rows, { force: true })).toEqual(['a', 'b', 'c']);
  });
  test('holds back what awaits a photo, and what comes after it in its lane, and nothing else', () => {
    const rows = [row('a', 'one', 1), row('b', 'one', 2), row('c', 'two', 1)];
    const awaiting = new Set(['a']);
    expect(chooseBatch(rows, { ...request, awaiting, force: true })).toEqual({
      rows: [rows[2]],
      wakeAt: request.now + MAX_BACKOFF_MS,
    });
  });
  test('sends nothing twice in one pass', () => {
    expect(ids([row('a', 'one', 1), row('b', 'two', 1)], { tried: new Set(['a']), force: true })).toEqual([
      'b',
    ]);
  });
  test('ends at the number and at the size', () => {
    const rows = Array.from({ length: 9 }, (_, index) => row(`${index}`, `lane-${index}`, 1));
    expect(ids(rows, { most: 4 })).toHaveLength(4);
    const large = rows.map((each) => ({ ...each, size: BATCH_BYTES / 4 }));
    expect(ids(large)).toHaveLength(2);
  });
  test('sends an operation alone that is larger than a batch', () => {
    expect(ids([row('a', 'one', 1, { size: 2 * BATCH_BYTES }), row('b', 'two', 1)])).toEqual(['a']);
  });
  test('puts what broke a request last', () => {
    const rows = [row('a', 'one', 1), row('b', 'two', 1), row('c', 'three', 1)];
    expect(ids(rows, { suspects: new Map([['a', 1]]) })).toEqual(['b', 'c', 'a']);
  });
  test('failure-45: does not believe a date that lies further ahead than any backoff', () => {
    expect(ids([row('a', 'one', 1, { nextAt: 1_000 + MAX_BACKOFF_MS + 1 })])).toEqual(['a']);
  });
  test('says that nothing waits - where nothing is queued', () => {
    expect(chooseBatch([], request)).toEqual({ rows: [], wakeAt: undefined });
  });
});
