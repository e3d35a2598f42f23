import { describe, expect, it } from 'vitest';
import { tryUnlock, UNLOCK_TRIES, UNLOCK_WAIT_MINUTES, waitUntil } from './unlock.ts';

const now = new Date('2026-11-20T10:00:00Z');
const born = '1990-04-12';

function fail(times: number) {
  let tries: Parameters<typeof tryUnlock>[2];
  for (let index = 0; index < times; index += 1) {
    const result = tryUnlock('1980-01-01', born, tries, now);
    tries = result.status === 'open' ? undefined : result.tries;
  }
  return tries;
}

describe('a draft on a shared device', () => {
  it('opens by the date of birth of who began it', () => {
    expect(tryUnlock(born, born, undefined, now)).toEqual({ status: 'open' });
  });

  it('says how many tries are left - a wrong date', () => {
    expect(tryUnlock('1980-01-01', born, undefined, now)).toMatchObject({
      status: 'wrong',
      left: UNLOCK_TRIES - 1,
    });
  });

  it('lets nobody try, the right date included - too many wrong ones', () => {
    const tries = fail(UNLOCK_TRIES);
    expect(tryUnlock(born, born, tries, now).status).toBe('wait');
  });

  it('lets them try again - the wait is over, and one more wrong date starts it over', () => {
    const tries = fail(UNLOCK_TRIES);
    const after = new Date(now.getTime() + UNLOCK_WAIT_MINUTES * 60_000);
    expect(waitUntil(tries, after)).toBeUndefined();
    expect(tryUnlock(born, born, tries, after).status).toBe('open');
    expect(tryUnlock('1980-01-01', born, tries, after).status).toBe('wait');
  });

  it('is opened by no date - none was given before it was left', () => {
    expect(tryUnlock('', undefined, undefined, now).status).toBe('wrong');
  });
});
