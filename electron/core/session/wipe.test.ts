import { describe, expect, test } from 'vitest';
import type { WipeStep } from '../../hosts/host.ts';
import {
  createSessionGate,
  type SessionEnd,
  STEP_MS,
  type WipeClock,
  type WipeReport,
  type WipeSteps,
  wipe,
} from './wipe.ts';

const ALL: readonly WipeStep[] = [
  'stop-speech',
  'close-view',
  'close-connections',
  'clear-data',
  'clear-auth',
  'clear-host-cache',
  'clear-code-caches',
  'clear-clipboard',
  'cancel-prints',
  'purge-crash-dumps',
  'forget-checkpoint',
];

function clock(): WipeClock & { pass(ms: number): Promise<void> } {
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(ms, run) {
      const entry = { at: now + ms, run };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    async pass(ms) {
      now += ms;
      for (const { run } of waiting.filter(({ at }) => at <= now)) run();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function recorded(change: Partial<WipeSteps> = {}) {
  const done: WipeStep[] = [];
  const steps = Object.fromEntries(
    ALL.map((step) => [
      step,
      async () => {
        done.push(step);
        await change[step]?.();
      },
    ]),
  ) as unknown as WipeSteps;
  return { done, steps };
}

describe('K5: what ends a session', () => {
  test('everything goes, the page before what it could write again', async () => {
    const { done, steps } = recorded();
    expect(await wipe(steps, clock())).toEqual({ complete: true, failed: [], tookMs: 0 });
    expect(done.toSorted()).toEqual(ALL.toSorted());
    const place = (step: WipeStep) => done.indexOf(step);
    for (const step of ALL.filter((step) => step.startsWith('clear')))
      expect(place(step)).toBeGreaterThan(place('close-connections'));
    expect(place('close-connections')).toBeGreaterThan(place('close-view'));
    expect(place('close-view')).toBeGreaterThan(place('forget-checkpoint'));
  });

  test.each(ALL)('where %s fails, all the others are done, and it is said', async (step) => {
    const { done, steps } = recorded({
      [step]: () => {
        throw new Error('x');
      },
    });
    expect(await wipe(steps, clock())).toMatchObject({ complete: false, failed: [step] });
    expect(done).toHaveLength(ALL.length);
  });

  test('a step that hangs has three seconds', async () => {
    const time = clock();
    const { done, steps } = recorded({ 'close-view': () => new Promise(() => undefined) });
    const wiped = wipe(steps, time);
    await time.pass(0);
    await time.pass(STEP_MS - 1);
    expect(done).not.toContain('clear-data');
    await time.pass(1);
    expect(await wiped).toMatchObject({ complete: false, failed: ['close-view'], tookMs: STEP_MS });
    expect(done).toHaveLength(ALL.length);
  });
});

function gate(report: WipeReport = { complete: true, failed: [], tookMs: 1 }) {
  const ended: SessionEnd[] = [];
  let wiped = 0;
  let blocked = 0;
  let names = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const session = createSessionGate({
    newName: () => {
      names += 1;
      return `patient-${names}`;
    },
    wipe: async () => {
      wiped += 1;
      await held;
      return report;
    },
    onEnded: (by) => ended.push(by),
    onBlocked: () => {
      blocked += 1;
    },
  });
  return { session, ended, release: () => release(), wiped: () => wiped, blocked: () => blocked };
}

describe('K5: one patient at a time', () => {
  test('each has a name of their own, and nobody begins beside another or before the wipe is over', async () => {
    const { session, release } = gate();
    expect(session.begin()).toBe('patient-1');
    expect(session.begin()).toBeUndefined();
    const end = session.end('done');
    expect(session.state()).toBe('wiping');
    expect(session.begin()).toBeUndefined();
    release();
    await end;
    expect(session.begin()).toBe('patient-2');
  });

  test('two ends at once are one: the countdown and the button', async () => {
    const { session, release, wiped, ended } = gate();
    session.begin();
    const both = Promise.all([session.end('done'), session.end('idle')]);
    release();
    await both;
    expect(wiped()).toBe(1);
    expect(ended).toEqual(['done']);
  });

  test('nothing is ended where nobody is', async () => {
    expect(await gate().session.end('suspend')).toBeUndefined();
  });

  test('after a wipe that is not complete nobody begins', async () => {
    const { session, release, blocked } = gate({ complete: false, failed: ['clear-data'], tookMs: 1 });
    session.begin();
    release();
    await session.end('done');
    expect(session.state()).toBe('blocked');
    expect(session.begin()).toBeUndefined();
    expect(blocked()).toBe(1);
  });
});
