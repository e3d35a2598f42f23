import { beforeAll, describe, expect, test } from 'vitest';
import { type PinHash, pinHashSchema } from '../../../sync/protocol/api/kiosk-assignment.ts';
import { hashPin } from '../../testing/hash-pin.ts';
import { createPinGate, FIRST_LOCK_MS, MAX_LOCK_MS, type PinMemory } from './pin.ts';

const PIN = '582914';
const WRONG = '582915';
const FRESH: PinMemory = { v: 1, wrong: 0, lockedUntil: 0 };
let hash: PinHash;
beforeAll(async () => {
  // What it costs is no matter of these rules, and would be of everybody's time.
  hash = await hashPin(PIN, 10);
});

function kiosk() {
  const disk: { memory: unknown } = { memory: FRESH };
  const clock = { now: Date.UTC(2026, 10, 20) };
  const start = () =>
    createPinGate({
      hash,
      now: () => clock.now,
      remembered: disk.memory,
      store: async (memory) => {
        disk.memory = JSON.parse(JSON.stringify(memory));
      },
    });
  return { disk, clock, start };
}

describe("K7: the staff's PIN", () => {
  test('opens, and forgets the wrong tries before', async () => {
    const { start, disk } = kiosk();
    const gate = start();
    expect(await gate.try(WRONG)).toEqual({ ok: false, triesLeft: 2 });
    expect(await gate.try(PIN)).toEqual({ ok: true });
    expect(disk.memory).toEqual(FRESH);
  });

  test('locks after three wrong ones, for twice as long each time, up to an hour', async () => {
    const { start, clock } = kiosk();
    const gate = start();
    await gate.try(WRONG);
    await gate.try(WRONG);
    const spans: number[] = [];
    for (let wrong = 0; wrong < 9; wrong += 1) {
      const verdict = await gate.try(WRONG);
      const span = !verdict.ok && 'lockedForMs' in verdict ? verdict.lockedForMs : 0;
      spans.push(span);
      clock.now += span;
    }
    expect(spans).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120].map((times) => times * FIRST_LOCK_MS));
    expect(Math.max(...spans)).toBe(MAX_LOCK_MS);
  });

  test('a lock-out outlives a restart, and the right PIN does not open it', async () => {
    const { start, clock } = kiosk();
    const gate = start();
    for (let wrong = 0; wrong < 3; wrong += 1) await gate.try(WRONG);
    clock.now += FIRST_LOCK_MS - 1;
    expect(await start().try(PIN)).toEqual({ ok: false, lockedForMs: 1 });
    clock.now += 1;
    expect(await start().try(PIN)).toEqual({ ok: true });
  });

  test('a try whose end never came counts: the plug was pulled', async () => {
    const { start, disk } = kiosk();
    void start().try(WRONG);
    await new Promise((resolve) => setImmediate(resolve));
    expect(disk.memory).toMatchObject({ wrong: 1 });
  });

  test('tries at the same moment are tries one after the other', async () => {
    const gate = kiosk().start();
    const verdicts = await Promise.all([gate.try(WRONG), gate.try(WRONG), gate.try(WRONG), gate.try(PIN)]);
    expect(verdicts.map(({ ok }) => ok)).toEqual([false, false, false, false]);
    expect(verdicts.at(-1)).toEqual({ ok: false, lockedForMs: FIRST_LOCK_MS });
  });

  test.each([undefined, null, 'x', {}, { v: 1, wrong: -1, lockedUntil: 0 }, { ...FRESH, v: 2 }])(
    'a memory that was deleted or changed (%j) locks first',
    async (remembered) => {
      const { start, clock, disk } = kiosk();
      disk.memory = remembered;
      const gate = start();
      expect(await gate.try(PIN)).toEqual({ ok: false, lockedForMs: FIRST_LOCK_MS });
      clock.now += FIRST_LOCK_MS;
      expect(await gate.try(PIN)).toEqual({ ok: true });
    },
  );

  test('a clock that is set back locks no longer than the rule', async () => {
    const { start, clock } = kiosk();
    const gate = start();
    for (let wrong = 0; wrong < 3; wrong += 1) await gate.try(WRONG);
    clock.now -= 365 * 86_400_000;
    expect(await gate.try(PIN)).toEqual({ ok: false, lockedForMs: FIRST_LOCK_MS });
  });

  test('the same PIN has another hash on each kiosk, and one that costs an attacker what OWASP asks for', async () => {
    const other = await hashPin(PIN);
    expect(other.hash).not.toBe(hash.hash);
    expect(pinHashSchema.safeParse(other).success).toBe(true);
    expect(pinHashSchema.safeParse(hash).success).toBe(false);
  });
});
