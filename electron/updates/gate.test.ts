import { describe, expect, test } from 'vitest';
import {
  type GateFacts,
  HEALTHY_WITHIN_MS,
  isInWindow,
  isNewer,
  judgeProbation,
  judgeUpdate,
} from './gate.ts';

const facts: GateFacts = {
  screen: 'attract',
  minuteOfDay: 3 * 60,
  window: { from: '02:00', until: '04:00' },
  unsealedIntakes: 0,
  offered: '1.3.0',
  running: '1.2.9',
  refused: [],
};

describe('K10: when an update is installed', () => {
  test('between two patients, in the window', () => {
    expect(judgeUpdate(facts)).toEqual({ install: true });
  });

  test.each([
    ['somebody is at it', { screen: 'session' }, 'in-use'],
    ['staff are at it', { screen: 'staff' }, 'in-use'],
    ['it recovers', { screen: 'recovery' }, 'in-use'],
    ['it is day', { minuteOfDay: 11 * 60 }, 'outside-window'],
    ['the window has just ended', { minuteOfDay: 4 * 60 }, 'outside-window'],
    ['an intake is not sealed yet', { unsealedIntakes: 1 }, 'unsealed'],
    ['it is the same version', { offered: '1.2.9' }, 'not-newer'],
    ['it is an older one', { offered: '1.2.8' }, 'not-newer'],
    ['it was taken back here before', { refused: ['1.3.0'] }, 'refused-before'],
    ['its version is none', { offered: 'latest' }, 'not-newer'],
  ] as const)('not while %s', (_what, change, because) => {
    expect(judgeUpdate({ ...facts, ...change })).toEqual({ install: false, because });
  });

  test('a window may go over midnight', () => {
    const night = { from: '22:30', until: '05:00' };
    expect(
      [22 * 60 + 29, 22 * 60 + 30, 0, 4 * 60 + 59, 5 * 60].map((minute) => isInWindow(minute, night)),
    ).toEqual([false, true, true, true, false]);
  });

  test('versions are compared by number', () => {
    expect(isNewer('1.10.0', '1.9.9')).toBe(true);
    expect(isNewer('2.0.0', '1.99.99')).toBe(true);
    expect(isNewer('1.3.0', '1.3.0-rc.1')).toBe(true);
    expect(isNewer('1.3.0-rc.10', '1.3.0-rc.9')).toBe(true);
    expect(isNewer('1.3.0-rc.1', '1.3.0')).toBe(false);
  });
});

describe('K10: a bad build falls back', () => {
  const probation = { version: '1.3.0', previous: '1.2.9', since: 0, starts: 1 };

  test('it is good once it has painted and reached the server', () => {
    expect(judgeProbation(probation, { attractPainted: true, serverReached: true, now: 1 })).toBe('good');
  });

  test('it has ten minutes, and no more', () => {
    const seen = { attractPainted: true, serverReached: false };
    expect(judgeProbation(probation, { ...seen, now: HEALTHY_WITHIN_MS - 1 })).toBe('wait');
    expect(judgeProbation(probation, { ...seen, now: HEALTHY_WITHIN_MS })).toBe('take-back');
  });

  test('a network that is away is not held against it; a screen that stays white is', () => {
    expect(judgeProbation(probation, { attractPainted: true, serverReached: undefined, now: 1e9 })).toBe(
      'wait',
    );
    expect(judgeProbation(probation, { attractPainted: false, serverReached: undefined, now: 1e9 })).toBe(
      'take-back',
    );
  });

  test('one that dies at each start is taken back by its starts', () => {
    expect(
      judgeProbation(
        { ...probation, starts: 3 },
        { attractPainted: false, serverReached: undefined, now: 1 },
      ),
    ).toBe('wait');
    expect(
      judgeProbation(
        { ...probation, starts: 4 },
        { attractPainted: false, serverReached: undefined, now: 1 },
      ),
    ).toBe('take-back');
  });
});
