import { describe, expect, test } from 'vitest';
import type { KeptHours } from '../../../sync/protocol/api/kiosk-assignment.ts';
import { STAFF_PIN } from '../../testing/fake-clinic.ts';
import { createFakeClock, settle } from '../../testing/fake-clock.ts';
import { createKioskPlace, type KioskPlace } from '../../testing/kiosk-place.ts';
import { draftOf } from '../../testing/samples.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const london = (openingTime = '09:00', closingTime = '17:00'): KeptHours => ({
  timeZone: 'Europe/London',
  periods: [{ daysOfWeek: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], openingTime, closingTime }],
});

/** A kiosk that has just heard of its hours, at most two minutes after `start`. */
async function keeping(hours: KeptHours, start: string): Promise<KioskPlace> {
  const place = await createKioskPlace({ host: { clock: createFakeClock(Date.parse(start)) } });
  await place.clinic.assign({}, {}, hours);
  await place.minute();
  return place;
}

const status = (place: KioskPlace) => place.host.page().last('status');
async function goTo(place: KioskPlace, instant: string): Promise<void> {
  await place.host.clock.advance(Date.parse(instant) - place.host.clock.now());
  await settle();
}

describe('the clinic’s day', () => {
  test('is over at its own midnight, and not at that of the zone that the machine was left in', async () => {
    const place = await createKioskPlace({
      host: { clock: createFakeClock(Date.parse('2026-11-20T23:58:00Z')) },
      timeZone: 'America/New_York',
    });
    await place.clinic.expect([], '2026-11-20');
    await place.minute();
    expect(status(place)).toMatchObject({
      checkIn: true,
      now: expect.stringMatching(/^2026-11-20T1\d:.*-05:00$/),
    });
    await goTo(place, '2026-11-21T04:59:00Z');
    expect(status(place)).toMatchObject({ checkIn: true });
    // Its server has no other list: from midnight on nobody is found by yesterday's.
    await goTo(place, '2026-11-21T05:02:00Z');
    expect(status(place)).toMatchObject({ checkIn: false, now: expect.stringMatching(/^2026-11-21T00:/) });
  });
});

describe('the clinic’s hours', () => {
  test('are nobody’s business where none are set: a kiosk takes people at any hour', async () => {
    const place = await createKioskPlace({
      host: { clock: createFakeClock(Date.parse('2026-11-20T23:00:00Z')) },
    });
    await place.minute();
    expect(status(place)).toMatchObject({ phase: 'attract' });
    expect(await place.begin()).toBe(true);
  });

  test('end at their minute: nobody new begins, and it says when it opens', async () => {
    const place = await keeping(london(), '2026-11-20T16:55:00Z');
    expect(status(place)).toMatchObject({ phase: 'attract' });
    await goTo(place, '2026-11-20T16:59:59.999Z');
    expect(status(place)).toMatchObject({ phase: 'attract' });
    await place.host.clock.advance(1);
    expect(status(place)).toMatchObject({
      phase: 'closed',
      reason: 'hours',
      opensAt: '2026-11-21T09:00:00.000Z',
    });
    expect(await place.begin()).toBe(false);
    expect(place.intakes.ends).toEqual([]);
  });

  test.each([
    ['an ordinary morning', 'Europe/London', '2026-11-20T08:50:00Z', '2026-11-20T09:00:00.000Z'],
    [
      'the morning after the clocks went forward',
      'Europe/London',
      '2027-03-28T07:50:00Z',
      '2027-03-28T08:00:00.000Z',
    ],
    ['the morning after they went back', 'Europe/London', '2026-10-25T08:50:00Z', '2026-10-25T09:00:00.000Z'],
    ['the same in New York, forward', 'America/New_York', '2027-03-14T12:50:00Z', '2027-03-14T13:00:00.000Z'],
    ['the same in New York, back', 'America/New_York', '2026-11-01T13:50:00Z', '2026-11-01T14:00:00.000Z'],
  ])('begin by themselves at nine of the clinic’s clock: %s', async (_what, timeZone, start, opening) => {
    const place = await keeping({ ...london(), timeZone }, start);
    await goTo(place, new Date(Date.parse(opening) - 1).toISOString());
    expect(status(place)).toMatchObject({ phase: 'closed', reason: 'hours', opensAt: opening });
    await place.host.clock.advance(1);
    expect(status(place)).toMatchObject({ phase: 'attract' });
    expect(status(place)).not.toHaveProperty('opensAt');
    expect(await place.begin()).toBe(true);
  });

  test('never cut anybody off: the patient at the kiosk finishes, and it closes after them', async () => {
    const place = await keeping(london(), '2026-11-20T16:55:00Z');
    await goTo(place, '2026-11-20T16:59:30Z');
    await place.begin();
    const page = place.host.page();
    const told = page.events('status').length;
    await place.host.clock.advance(MINUTE);
    expect(page.events('status').slice(told)).toEqual([]);
    await page.call('drafts.save', draftOf());
    await page.call('session.end', { by: 'done' });
    await settle();
    expect(place.intakes.ends).toEqual(['patient']);
    expect(place.host.page()).not.toBe(page);
    expect(status(place)).toMatchObject({ phase: 'closed', reason: 'hours' });
    expect(await place.begin()).toBe(false);
  });

  test('don’t keep staff out: PIN and health page are there', async () => {
    const place = await keeping(london(), '2026-11-20T20:00:00Z');
    expect(status(place)).toMatchObject({ reason: 'hours' });
    expect(await place.host.page().call('staff.unlock', { pin: STAFF_PIN })).toEqual({ status: 'open' });
    expect(await place.host.page().call('staff.health')).toMatchObject({ name: 'Front door' });
  });

  test('don’t open what staff have closed', async () => {
    const place = await keeping(london(), '2026-11-20T08:55:00Z');
    await place.host.page().call('staff.unlock', { pin: STAFF_PIN });
    await place.host.page().call('staff.act', { action: 'close' });
    await goTo(place, '2026-11-20T09:01:00Z');
    expect(status(place)).toMatchObject({ phase: 'closed', reason: 'staff' });
  });

  test.each<[string, KeptHours]>([
    ['that close before they open', london('17:00', '09:00')],
    ['that lack a time', { timeZone: 'Europe/London', periods: [{ daysOfWeek: ['mon'] }] }],
    ['of a zone that this machine doesn’t know', { ...london(), timeZone: 'Europe/Nowhere' }],
  ])('%s keep nobody out', async (_what, hours) => {
    const place = await keeping(hours, '2026-11-20T20:00:00Z');
    const accepted = (await place.log()).filter(({ event }) => event === 'assignment.accepted');
    expect(accepted.map(({ version }) => version)).toEqual([1, 2]);
    expect(status(place)).toMatchObject({ phase: 'attract' });
    expect(await place.begin()).toBe(true);
  });

  test('go by the clinic’s time, whatever this machine’s clock says', async () => {
    const place = await createKioskPlace({
      host: { clock: createFakeClock(Date.parse('2026-11-20T20:00:00Z')) },
    });
    // Eight hours ahead: it is noon.
    place.clinic.setTime(() => place.host.clock.now() - 8 * 60 * MINUTE);
    await place.clinic.assign({}, {}, london());
    await place.minute();
    expect(status(place)).toMatchObject({ phase: 'attract' });
  });

  test('come and go with the assignment, and the server hears that it is closed', async () => {
    const place = await keeping(london(), '2026-11-20T20:00:00Z');
    await place.minute();
    expect(place.clinic.bodies('health').at(-1)).toMatchObject({ state: 'closed', readsAssignment: 2 });
    await place.clinic.assign();
    await place.minute();
    expect(status(place)).toMatchObject({ phase: 'attract' });
  });

  test('outlive a restart without a network', async () => {
    const place = await keeping(london(), '2026-11-20T20:00:00Z');
    place.clinic.setOnline(false);
    const next = await place.again();
    expect(status(next)).toMatchObject({ phase: 'closed', reason: 'hours' });
  });

  test('are asked for once at a start, since this version of the kiosk may read more than the one before', async () => {
    const place = await createKioskPlace();
    const asked = place.clinic.bodies('assignment').length;
    // The same version number, in words that only a newer kiosk reads.
    await place.clinic.assign({ version: 1 }, {}, london('20:00', '21:00'));
    await place.minute();
    expect(place.clinic.bodies('assignment')).toHaveLength(asked);
    const next = await place.again();
    await next.minute();
    expect(status(next)).toMatchObject({ phase: 'closed', reason: 'hours' });
  });
});
