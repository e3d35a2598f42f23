import { describe, expect, it } from 'vitest';
import { createIdleWatch } from './idle-watch.ts';

const minute = 60_000;

describe('a console that nobody touches', () => {
  it('warns a minute before it signs out', () => {
    const watch = createIdleWatch(10 * minute, 0);
    expect(watch.phase(8 * minute)).toEqual({ name: 'active' });
    expect(watch.phase(9 * minute)).toEqual({ name: 'warning', secondsLeft: 60 });
    expect(watch.phase(10 * minute)).toEqual({ name: 'over' });
  });

  it('stays signed in - somebody types before the warning', () => {
    const watch = createIdleWatch(10 * minute, 0);
    watch.touch(8 * minute);
    expect(watch.phase(16.9 * minute)).toEqual({ name: 'active' });
  });

  it('wants an answer - the mouse only moved during the warning', () => {
    const watch = createIdleWatch(10 * minute, 0);
    watch.touch(9.5 * minute);
    expect(watch.phase(9.5 * minute)).toEqual({ name: 'warning', secondsLeft: 30 });
    watch.stay(9.5 * minute);
    expect(watch.phase(9.5 * minute)).toEqual({ name: 'active' });
  });

  it('is over at once - the laptop slept through the warning', () => {
    const watch = createIdleWatch(10 * minute, 0);
    watch.touch(60 * minute);
    watch.stay(60 * minute);
    expect(watch.phase(60 * minute)).toEqual({ name: 'over' });
  });
});
