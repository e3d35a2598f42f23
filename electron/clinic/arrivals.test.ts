import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { settle } from '../testing/fake-clock.ts';
import { createKioskPlace, type KioskPlace } from '../testing/kiosk-place.ts';
import { draftOf, JANE } from '../testing/samples.ts';

async function expecting() {
  const place = await createKioskPlace();
  const ids = await place.clinic.expect([
    { name: 'Jane Whitfield', birthDate: '1984-03-09', time: '10:40', due: ['sleep'] },
  ]);
  await place.minute();
  await place.begin();
  return { place, ids };
}

describe('arrivals', () => {
  test('the desk is told, once for each appointment, and the number is shown', async () => {
    const { place, ids } = await expecting();
    const arrive = () => place.host.page().call('check-in.arrive', { appointment: ids[0] });
    expect(await arrive()).toEqual({ told: true, queueNumber: 'A1' });
    expect(await arrive()).toEqual({ told: true, queueNumber: 'A1' });
    expect(place.clinic.bodies('arrivals')[0]).toMatchObject({ appointment: ids[0], language: 'en' });
  });

  test('one that could not be told is told later, under the same id, and the screen has said the truth', async () => {
    const { place } = await expecting();
    place.clinic.setOnline(false);
    expect(await place.host.page().call('check-in.arrive', {})).toEqual({ told: false });
    await place.host.page().call('session.end', { by: 'done' });
    await settle();
    expect(place.kiosk.counts().waitingArrivals).toBe(1);
    place.clinic.setOnline(true);
    await place.minute();
    expect(place.clinic.bodies('arrivals')).toHaveLength(1);
    expect(place.kiosk.counts().waitingArrivals).toBe(0);
  });
});

describe('an arrival that is told more than once', () => {
  test('at check-in and with the answers at the end is one, with what was known first', async () => {
    const { place, ids } = await expecting();
    const arrive = (arrival: object) => place.host.page().call('check-in.arrive', arrival);
    const session = crypto.randomUUID();
    await arrive({ appointment: ids[0] });
    await place.host.clock.advance(5_000);
    expect(await arrive({ appointment: ids[0], session })).toEqual({ told: true, queueNumber: 'A1' });
    const [first, second] = place.clinic.bodies('arrivals');
    expect(second).toEqual({ ...(first as object), session });
  });

  /** What a server needs to see that two arrivals are one person's. */
  const arrivalsOf = ({ clinic }: KioskPlace) =>
    z.array(z.object({ id: z.string(), session: z.optional(z.string()) })).parse(clinic.bodies('arrivals'));

  test('is told with its form as soon as that is begun, and who goes on with the form elsewhere is told with it too', async () => {
    const { place } = await expecting();
    const draft = draftOf();
    await place.host.page().call('check-in.arrive', {});
    await place.host.page().call('drafts.save', draft);
    await place.host.page().call('drafts.save', draft);
    await settle();
    const [first, begun, ...more] = arrivalsOf(place);
    expect(first).not.toHaveProperty('session');
    expect(begun).toMatchObject({ id: first?.id, session: draft.session });
    expect(more).toEqual([]);

    const other = await createKioskPlace({ clinic: place.clinic });
    await other.begin();
    place.clinic.keepPaused('K7-42QF', JANE.birthDate, draft);
    await other.host.page().call('intake.resume', { code: 'K7-42QF', birthDate: JANE.birthDate });
    await other.host.page().call('check-in.arrive', {});
    const again = arrivalsOf(place).at(-1);
    expect(again?.session).toBe(draft.session);
    expect(again?.id).not.toBe(first?.id);
  });

  test('a form that was begun offline is told with its arrival after a crash', async () => {
    const { place } = await expecting();
    place.clinic.setOnline(false);
    await place.host.page().call('check-in.arrive', {});
    await place.host.page().call('drafts.save', draftOf());
    // Nothing ends in order: what the next start knows is what lies on the disk.
    const next = await place.again();
    expect(next.kiosk.counts().waitingArrivals).toBe(1);
    place.clinic.setOnline(true);
    await next.minute();
    expect(arrivalsOf(place).at(-1)).toMatchObject({ session: draftOf().session });
  });

  test('each form of somebody who fills in two is told, offline too', async () => {
    const { place } = await expecting();
    const page = place.host.page();
    place.clinic.setOnline(false);
    await page.call('check-in.arrive', {});
    await page.call('drafts.save', draftOf(1));
    await page.call('drafts.save', draftOf(2));
    place.clinic.setOnline(true);
    await place.minute();
    const told = arrivalsOf(place);
    expect(told.map(({ session }) => session)).toEqual([draftOf(1).session, draftOf(2).session]);
    expect(new Set(told.map(({ id }) => id)).size).toBe(1);
  });

  test('what could not be told outlives a restart, and is told once', async () => {
    const { place, ids } = await expecting();
    place.clinic.setOnline(false);
    await place.host.page().call('check-in.arrive', { appointment: ids[0] });
    await place.kiosk.stop();
    const next = await place.again();
    expect(next.kiosk.counts().waitingArrivals).toBe(1);
    place.clinic.setOnline(true);
    await next.minute();
    expect(place.clinic.bodies('arrivals')).toMatchObject([{ appointment: ids[0], language: 'en' }]);
    expect(next.kiosk.counts().waitingArrivals).toBe(0);
    await next.kiosk.stop();
    expect((await next.again()).kiosk.counts().waitingArrivals).toBe(0);
  });

  test('one of yesterday is told to nobody', async () => {
    const { place, ids } = await expecting();
    place.clinic.setOnline(false);
    await place.host.page().call('check-in.arrive', { appointment: ids[0] });
    await place.kiosk.stop();
    await place.host.clock.advance(24 * 60 * 60_000);
    const next = await place.again();
    place.clinic.setOnline(true);
    await next.minute();
    expect(place.clinic.bodies('arrivals')).toEqual([]);
    expect(next.kiosk.counts().waitingArrivals).toBe(0);
  });
});
