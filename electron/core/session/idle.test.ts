import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIdle, MAX_EXTENSIONS, MAX_SPEECH_MS, MAX_WARNING_SPEECH_MS, SETTLE_MS } from './idle.ts';

const settings = { idleSeconds: 120, warningSeconds: 30 };
const quiet = { speaking: false, held: false };
const second = 1_000;

/** Looks each second until the session is over. @returns the second in which it is */
function secondsUntilOver(idle: ReturnType<typeof createIdle>, from: number, most: number, now = quiet) {
  for (let at = from; at <= from + most; at += 1) if (idle.look(at * second, now).over) return at;
  return undefined;
}

describe('K6: nobody is there any more', () => {
  test('the warning comes after the idle time, stands as long as it says, and then the session is over', () => {
    const idle = createIdle(settings, 0);
    expect(idle.look(119 * second, quiet)).toEqual({ warning: undefined, over: false });
    expect(idle.look(120 * second, quiet)).toEqual({
      warning: { secondsLeft: 30, extensionsLeft: 10, held: false },
      over: false,
    });
    expect(idle.look(149 * second, quiet)).toMatchObject({ warning: { secondsLeft: 1 }, over: false });
    expect(idle.look(150 * second, quiet).over).toBe(true);
  });

  test('a movement starts the idle time over', () => {
    const idle = createIdle(settings, 0);
    idle.active(100 * second);
    expect(idle.look(219 * second, quiet).warning).toBeUndefined();
    expect(idle.look(220 * second, quiet).warning).toBeDefined();
  });

  test('a warning is answered ten times in a row, each time with a full idle time, and not an eleventh', () => {
    const idle = createIdle(settings, 0);
    let at = 0;
    for (let extended = 0; extended < MAX_EXTENSIONS; extended += 1) {
      at += 121 * second;
      expect(idle.look(at, quiet).warning).toMatchObject({ extensionsLeft: MAX_EXTENSIONS - extended });
      at += 29 * second;
      idle.extend(at);
      // The press itself is activity of the page's, and no sign of somebody who goes on.
      idle.active(at + 100);
      expect(idle.look(at + second, quiet).warning).toBeUndefined();
    }
    at += 121 * second;
    expect(idle.look(at, quiet).warning).toMatchObject({ extensionsLeft: 0 });
    idle.extend(at);
    expect(idle.look(at + 30 * second, quiet).over).toBe(true);
  });

  test('somebody who goes on after an extension has all ten again', () => {
    const idle = createIdle(settings, 0);
    idle.look(120 * second, quiet);
    idle.extend(121 * second);
    idle.active(121 * second + SETTLE_MS);
    idle.look(300 * second, quiet);
    expect(idle.look(300 * second, quiet).warning).toMatchObject({ extensionsLeft: 10 });
  });

  test('while the warning stands, only its action counts', () => {
    const idle = createIdle(settings, 0);
    idle.look(120 * second, quiet);
    idle.active(130 * second);
    expect(idle.look(150 * second, quiet).over).toBe(true);
  });

  test('a touch under the warning gives no extension back', () => {
    const idle = createIdle(settings, 0);
    idle.look(120 * second, quiet);
    idle.extend(121 * second);
    idle.look(241 * second, quiet);
    idle.active(245 * second);
    expect(idle.look(246 * second, quiet).warning).toMatchObject({ extensionsLeft: 9 });
  });

  test('an extension that nobody was asked for gives and takes nothing', () => {
    const idle = createIdle(settings, 0);
    idle.extend(60 * second);
    expect(idle.look(120 * second, quiet).warning).toMatchObject({ extensionsLeft: 10 });
  });

  test('listening is no idleness: the time is counted from when the voice has ended', () => {
    const idle = createIdle(settings, 0);
    for (let at = 1; at <= 300; at += 1)
      expect(idle.look(at * second, { ...quiet, speaking: true }).warning).toBeUndefined();
    expect(secondsUntilOver(idle, 301, 1_000)).toBe(300 + 120 + 30);
  });

  test('a voice that never ends keeps nobody for ever', () => {
    const idle = createIdle(settings, 0);
    const over = secondsUntilOver(idle, 1, 2_000, { ...quiet, speaking: true });
    expect(over).toBe((MAX_SPEECH_MS + MAX_WARNING_SPEECH_MS) / second - 1 + 120 + 30);
  });

  test('a warning that is read out waits until it was said', () => {
    const idle = createIdle(settings, 0);
    idle.look(120 * second, quiet);
    for (let at = 121; at <= 128; at += 1) idle.look(at * second, { ...quiet, speaking: true });
    expect(secondsUntilOver(idle, 129, 100)).toBe(158);
  });

  test('a session whose alert is not sealed and queued is never over, and is over at once when it is', () => {
    const idle = createIdle(settings, 0);
    expect(secondsUntilOver(idle, 1, 3_000, { ...quiet, held: true })).toBeUndefined();
    expect(idle.look(3_001 * second, { ...quiet, held: true }).warning).toMatchObject({
      held: true,
      secondsLeft: 0,
    });
    expect(idle.look(3_002 * second, quiet).over).toBe(true);
  });

  test('nobody is wiped without a warning of at least its length, whatever they do', () => {
    const step = fc.record({
      wait: fc.integer({ min: 1, max: 90 }),
      act: fc.constantFrom('active', 'extend', 'nothing'),
      speaking: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const idle = createIdle({ idleSeconds: 30, warningSeconds: 20 }, 0);
        let at = 0;
        let warnedSince: number | undefined;
        /** How long the warning stood before the session was over; the floor where it never was. */
        let warned = 20;
        let ended = false;
        for (const { wait, act, speaking } of steps) {
          for (let passed = 0; passed < wait && !ended; passed += 1) {
            at += 1;
            const { warning, over } = idle.look(at * second, { speaking, held: false });
            if (over) warned = at - (warnedSince ?? at);
            ended = over;
            warnedSince = warning === undefined ? undefined : (warnedSince ?? at);
          }
          if (act === 'active') idle.active(at * second);
          if (act === 'extend') idle.extend(at * second);
        }
        return warned >= 20;
      }),
      { numRuns: 500 },
    );
  });
});
