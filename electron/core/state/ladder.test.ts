import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Heartbeat, type Timers, watchHeartbeat } from '../session/page-heartbeat.ts';
import { COOLDOWN_MS, createLadder, NEW_LADDER, readLadderMemory } from './ladder.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const SECOND = 1000;

describe('K4: the watchdog climbs', () => {
  test('a page that dies is made again: at once, and then no faster than every five seconds', () => {
    const ladder = createLadder();
    expect(ladder.viewFailed('crashed', NOON)).toEqual({ do: 'recreate-view', inMs: 0 });
    expect(ladder.viewFailed('oom', NOON + SECOND)).toEqual({
      do: 'recreate-view',
      inMs: COOLDOWN_MS - SECOND,
    });
    expect(ladder.viewFailed('no-first-paint', NOON + 30 * SECOND)).toEqual({ do: 'recreate-view', inMs: 0 });
  });

  test('the fourth within a minute relaunches; three and a later one do not', () => {
    const hurried = createLadder();
    for (const at of [0, 10, 20]) hurried.viewFailed('crashed', NOON + at * SECOND);
    expect(hurried.viewFailed('unresponsive', NOON + 59 * SECOND)).toEqual({
      do: 'relaunch',
      why: 'view-failures',
    });
    const patient = createLadder();
    for (const at of [0, 10, 20]) patient.viewFailed('crashed', NOON + at * SECOND);
    expect(patient.viewFailed('crashed', NOON + 60 * SECOND)).toEqual({ do: 'recreate-view', inMs: 0 });
  });

  test('a relaunch is the last step', () => {
    const ladder = createLadder();
    for (const at of [0, 1, 2, 3]) ladder.viewFailed('crashed', NOON + at);
    expect(ladder.viewFailed('crashed', NOON + 4)).toEqual({ do: 'nothing' });
    expect(ladder.gpuDied(NOON + 5)).toEqual({ do: 'nothing' });
  });

  test('the third relaunch within ten minutes ends on the page that sends to the desk, over as many starts', () => {
    let memory = NEW_LADDER;
    const decisions = [0, 2, 4].map((minute) => {
      const ladder = createLadder(readLadderMemory(JSON.parse(JSON.stringify(memory))));
      const at = NOON + minute * 60 * SECOND;
      for (const later of [0, 1, 2]) ladder.viewFailed('crashed', at + later);
      const decision = ladder.viewFailed('crashed', at + 3);
      memory = ladder.memory();
      return decision.do;
    });
    expect(decisions).toEqual(['relaunch', 'relaunch', 'recovery-page']);
    const nextDay = createLadder(memory);
    for (const later of [0, 1, 2]) nextDay.viewFailed('crashed', NOON + 86_400_000 + later);
    expect(nextDay.viewFailed('crashed', NOON + 86_400_003).do).toBe('relaunch');
  });

  test('the third death of the GPU goes on without hardware acceleration, and remembers it', () => {
    const ladder = createLadder();
    expect(ladder.gpuDied(NOON)).toEqual({ do: 'nothing' });
    expect(ladder.gpuDied(NOON + SECOND)).toEqual({ do: 'nothing' });
    expect(ladder.gpuDied(NOON + 2 * SECOND)).toEqual({ do: 'relaunch', why: 'gpu-failures' });
    expect(ladder.memory()).toMatchObject({ softwareRendering: true });
    expect(createLadder(ladder.memory()).gpuDied(NOON + 3 * SECOND)).toEqual({ do: 'nothing' });
  });

  test('files that are not the built ones are not tried again', () => {
    expect(createLadder().viewFailed('integrity-failure', NOON)).toEqual({ do: 'recovery-page' });
  });

  test('ten calm minutes forgive everything but the GPU', () => {
    const ladder = createLadder({
      v: 1,
      relaunches: [NOON, NOON],
      gpuDeaths: [NOON],
      softwareRendering: true,
    });
    ladder.calm();
    expect(ladder.memory()).toEqual({ v: 1, relaunches: [], gpuDeaths: [], softwareRendering: true });
  });

  test('it never recreates more than three views within a minute, whatever comes when', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(70_000), { maxLength: 40 }), (gaps) => {
        const ladder = createLadder();
        let at = NOON;
        const made: number[] = [];
        for (const gap of gaps) {
          at += gap;
          if (ladder.viewFailed('crashed', at).do === 'recreate-view') made.push(at);
        }
        const spans = made.slice(3).map((time, index) => time - (made[index] ?? 0));
        expect(spans.filter((span) => span < 60_000)).toEqual([]);
      }),
    );
  });

  test('a clock that was set back by years does not keep old failures for ever', () => {
    const ladder = createLadder({ ...NEW_LADDER, relaunches: [NOON + 1e12, NOON + 1e12] });
    for (const later of [0, 1, 2]) ladder.viewFailed('crashed', NOON + later);
    ladder.viewFailed('crashed', NOON + 3);
    expect(Math.max(...ladder.memory().relaunches)).toBe(NOON + 3);
  });

  test.each([
    undefined,
    null,
    1,
    'x',
    [],
    {},
    { v: 2 },
    { ...NEW_LADDER, relaunches: ['x'] },
    { ...NEW_LADDER, gpuDeaths: 1 },
  ])('a broken memory (%j) is a new one', (json) => {
    expect(readLadderMemory(json)).toEqual(NEW_LADDER);
  });
});

function fakeTimers(): Timers & { pass(ms: number): void } {
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];
  return {
    after(ms, run) {
      const entry = { at: now + ms, run };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    pass(ms) {
      now += ms;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
  };
}

describe('K4: a page that is white, or hangs', () => {
  function watched(): { timers: ReturnType<typeof fakeTimers>; failures: string[]; heart: Heartbeat } {
    const timers = fakeTimers();
    const failures: string[] = [];
    return { timers, failures, heart: watchHeartbeat(timers, (failure) => failures.push(failure)) };
  }

  test('has fifteen seconds to paint', () => {
    const { timers, failures } = watched();
    timers.pass(14_999);
    expect(failures).toEqual([]);
    timers.pass(1);
    expect(failures).toEqual(['no-first-paint']);
  });

  test('may be late with one beat, and not with two', () => {
    const { timers, failures, heart } = watched();
    heart.painted();
    for (let beat = 0; beat < 20; beat += 1) {
      timers.pass(9_000);
      heart.beat();
    }
    expect(failures).toEqual([]);
    timers.pass(10_000);
    timers.pass(60_000);
    expect(failures).toEqual(['no-heartbeat']);
  });

  test('a beat before the first paint is no paint', () => {
    const { timers, failures, heart } = watched();
    timers.pass(10_000);
    heart.beat();
    timers.pass(5_000);
    expect(failures).toEqual(['no-first-paint']);
  });

  test('misses nothing while the machine sleeps, or after it was stopped', () => {
    const { timers, failures, heart } = watched();
    heart.painted();
    heart.pause();
    timers.pass(3_600_000);
    heart.beat();
    timers.pass(9_999);
    heart.stop();
    timers.pass(60_000);
    heart.beat();
    timers.pass(60_000);
    expect(failures).toEqual([]);
  });
});
