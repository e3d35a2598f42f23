import { createHash, createPublicKey, verify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  assignmentBytes,
  HOURS_SINCE,
  hoursOf,
  kioskAssignmentSchema,
  kioskAssignmentV1,
  kioskAssignmentV2,
  READS_ASSIGNMENT,
} from './kiosk-assignment.ts';

const folder = join(import.meta.dirname, 'golden-assignments');
const shipped = [kioskAssignmentV1, kioskAssignmentV2];
const versions = shipped.map((_, index) => index + 1);
const read = (v: number) =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(join(folder, `${v}.json`), 'utf8')));

/** What was signed once lies on kiosks for months: the bytes of a shipped version's fixture stay these. */
const signedForEver: Readonly<Record<number, string>> = { 1: 'f313421dea0deb10', 2: '80d8277311c015c3' };

describe('a shipped version of an assignment', () => {
  it('has a fixture, and each fixture is of one', () => {
    expect(readdirSync(folder).toSorted()).toEqual(versions.map((v) => `${v}.json`));
    expect(READS_ASSIGNMENT).toBe(shipped.length);
  });

  it.each(versions)('%i keeps its fixture as it was signed', (v) => {
    expect(
      createHash('sha256')
        .update(JSON.stringify(read(v)))
        .digest('hex')
        .slice(0, 16),
    ).toBe(signedForEver[v]);
  });

  it.each(versions)('%i is read as ever, and its signature covers the same bytes as ever', (v) => {
    const assignment = kioskAssignmentSchema.parse(read(v));
    expect(assignment).toEqual(read(v));
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: assignment.rootKey },
      format: 'jwk',
    });
    const signature = Buffer.from(assignment.signature, 'base64url');
    expect(verify(null, assignmentBytes(assignment), key, signature)).toBe(true);
  });

  it.each(versions)('%i takes nothing that it does not know: a kiosk would pass over it unseen', (v) => {
    const schema = shipped[v - 1];
    expect(schema?.safeParse(read(v)).success).toBe(true);
    expect(schema?.safeParse({ ...read(v), curfew: true }).success).toBe(false);
  });
});

describe('hours', () => {
  it('are said by version 2 alone: a kiosk that reads 1 takes no document with them', () => {
    const [first, second] = [read(1), read(2)];
    expect(hoursOf(kioskAssignmentSchema.parse(first))).toBeUndefined();
    expect(hoursOf(kioskAssignmentSchema.parse(second))).toEqual(second.hours);
    expect(HOURS_SINCE).toBe(2);
    expect(kioskAssignmentV1.safeParse(second).success).toBe(false);
    expect(kioskAssignmentSchema.safeParse({ ...first, hours: second.hours }).success).toBe(false);
    expect(kioskAssignmentSchema.safeParse({ ...second, hours: undefined }).success).toBe(false);
  });

  it.each<[string, unknown]>([
    ['no row', { timeZone: 'Europe/London', periods: [] }],
    [
      'a day that is none',
      { timeZone: 'Europe/London', periods: [{ daysOfWeek: ['monday'], allDay: true }] },
    ],
    [
      'a row that says more than is known',
      { timeZone: 'Europe/London', periods: [{ daysOfWeek: ['mon'], allDay: true, except: 'noon' }] },
    ],
    ['no zone', { periods: [{ daysOfWeek: ['mon'], allDay: true }] }],
  ])('with %s are none', (_what, hours) => {
    expect(kioskAssignmentSchema.safeParse({ ...read(2), hours }).success).toBe(false);
  });
});
