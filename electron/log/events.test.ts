import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKioskLog, type EventName, events } from './events.ts';

const NOON = Date.UTC(2026, 10, 20, 12, 0, 0, 789);

function log() {
  const lines: string[] = [];
  return { lines, ...createKioskLog({ now: () => NOON, append: (line) => lines.push(line) }) };
}

const NAMES = Object.keys(events) as EventName[];

/** Synthetic people: names, dates of birth, numbers, addresses, answers. */
const person = fc.record({
  name: fc.constantFrom('Jane Whitfield', 'José Ñandú', 'فاطمة الزهراء', "Siobhán O'Neill-Vance", '李小龍'),
  birth: fc
    .date({ min: new Date('1930-01-01'), max: new Date('2020-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  phone: fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }).map((number) => `+1 ${number}`),
  email: fc.constantFrom('jane.whitfield@mail.example', 'j+1@x.example'),
  answer: fc.constantFrom('I have thoughts of hurting myself', 'burning when I urinate', 'F32.1'),
  card: fc.constantFrom('4111 1111 1111 1111', '123-45-6789'),
});
const PHI_RUNS = 10_000;

describe('K9: what the kiosk writes down', () => {
  test('an event with its fields, to the second', () => {
    const { lines, write } = log();
    write('app.started', { version: '1.2.3', restart: 'none' });
    write('session.wiped', { tookMs: 12.7, complete: true });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { at: '2026-11-20T12:00:00Z', event: 'app.started', version: '1.2.3', restart: 'none' },
      { at: '2026-11-20T12:00:00Z', event: 'session.wiped', tookMs: 13, complete: true },
    ]);
  });

  test(`nothing of ${PHI_RUNS} people gets in, by any event, field or error`, () => {
    const { lines, write, fault } = log();
    let given = 0;
    fc.assert(
      fc.property(person, fc.constantFrom(...NAMES), fc.nat(5), (someone, name, shape) => {
        const words = Object.values(someone);
        const secret = words[shape % words.length] ?? '';
        const fields = events[name].shape;
        const everywhere = Object.fromEntries(Object.keys(fields).map((field) => [field, secret]));
        const listed = Object.fromEntries(Object.keys(fields).map((field) => [field, [secret, 'inspect']]));
        // As a caller without types might.
        const careless = write as (name: string, fields: unknown) => void;
        careless(name, everywhere);
        careless(name, listed);
        careless(name, { ...everywhere, note: secret });
        careless(secret, {});
        careless(name, secret);
        fault(secret, new Error(secret));
        fault('view', Object.assign(new Error('x'), { name: secret }));
        fault('view', secret);
        given += 1;
        const written = lines.splice(0).join('\n');
        for (const word of words) expect(written).not.toContain(word);
        expect(written).not.toMatch(/\d{3}-?\d{2}-?\d{4}|@|[^\u0020-\u007e\n]/u);
      }),
      { numRuns: PHI_RUNS },
    );
    expect(given).toBe(PHI_RUNS);
  });

  test('what was left out is counted in the next line', () => {
    const { lines, write, fault } = log();
    const careless = write as (name: string, fields: unknown) => void;
    careless('session.begun', { name: 'x' });
    careless('nothing', {});
    careless('__proto__', {});
    fault('somewhere', new TypeError('secret'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { at: '2026-11-20T12:00:00Z', event: 'fault', where: 'somewhere', error: 'TypeError', dropped: 3 },
    ]);
  });

  test('a log that can not be written stops nobody', () => {
    const { write } = createKioskLog({
      now: () => NOON,
      append: () => {
        throw new Error('disk full');
      },
    });
    expect(() => write('gpu.died', {})).not.toThrow();
  });
});
