import { describe, expect, it } from 'vitest';
import { ada, NOW } from '../testing/kiosk-server.ts';
import { arrivalsOf } from './arrivals.ts';

/** Noon in UTC: 4:00 in Los Angeles. */
const at = (...times: readonly string[]) =>
  arrivalsOf({
    appointments: times.map((time) => ({ ...ada, time })),
    serverTime: NOW,
    timeZone: 'America/Los_Angeles',
  }).map(({ expected, minutes }) => [expected, minutes]);

describe('who is expected', () => {
  it('goes by the clinic’s clock, wherever the reader is', () => {
    expect(at('03:40', '04:00', '04:20')).toEqual([
      ['late', -20],
      ['next', 0],
      ['later', 20],
    ]);
  });

  it('are several - two come next at the same time', () => {
    expect(at('04:20', '04:20', '05:00').map(([expected]) => expected)).toEqual(['next', 'next', 'later']);
  });

  it('is not late - they are here', () => {
    const arrival = { queueNumber: '7', at: NOW, kiosk: null, language: 'en', caseId: null };
    const here = { ...ada, time: '03:00', arrival };
    expect(arrivalsOf({ appointments: [here], serverTime: NOW, timeZone: 'UTC' })[0]?.expected).toBe('here');
  });
});
