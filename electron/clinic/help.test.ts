import { describe, expect, test } from 'vitest';
import { settle } from '../testing/fake-clock.ts';
import { createKioskPlace, type KioskPlace } from '../testing/kiosk-place.ts';
import { CRISIS_NOT_TOLD_MS, HELP_NOT_TOLD_MS, KEEP_CALLING_MS, REPEAT_MS } from './help.ts';

const call = ({ host }: KioskPlace, reason: 'help' | 'crisis') => host.page().call('help.call', { reason });
const last = ({ host }: KioskPlace) => host.page().last('help');
const ids = ({ clinic }: KioskPlace) =>
  new Set(
    clinic
      .bodies('help')
      .map((body) => (typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined)),
  );

describe('calling for help', () => {
  test('asked, then on the desk’s screen, then a person comes; the call is repeated under one id until then', async () => {
    const place = await createKioskPlace();
    await call(place, 'help');
    await settle();
    await place.host.clock.advance(2 * REPEAT_MS);
    expect(place.host.page().events('help')).toEqual(['asking', 'shown']);
    place.clinic.setHelp('answered');
    await place.host.clock.advance(REPEAT_MS);
    expect(last(place)).toBe('answered');
    const asked = place.clinic.bodies('help').length;
    await place.host.clock.advance(10 * REPEAT_MS);
    expect(place.clinic.bodies('help').length).toBe(asked);
    expect(ids(place).size).toBe(1);
  });

  test('nobody can be reached: that is said after ten seconds, and taken back when the desk has it', async () => {
    const place = await createKioskPlace();
    place.clinic.setOnline(false);
    await call(place, 'help');
    await place.host.clock.advance(HELP_NOT_TOLD_MS);
    expect(last(place)).toBe('not-told');
    place.clinic.setOnline(true);
    await place.host.clock.advance(REPEAT_MS);
    expect(last(place)).toBe('shown');
  });

  test('what waits for a screen at the desk is not shown', async () => {
    const place = await createKioskPlace();
    place.clinic.setHelp('waiting');
    await call(place, 'help');
    await place.host.clock.advance(HELP_NOT_TOLD_MS);
    expect(place.host.page().events('help')).toEqual(['asking', 'not-told']);
  });

  test('a crisis that no person has answered within twenty seconds sends to the desk, even where it is shown', async () => {
    const place = await createKioskPlace();
    await place.begin();
    await call(place, 'crisis');
    await place.host.clock.advance(CRISIS_NOT_TOLD_MS - 1);
    expect(last(place)).toBe('shown');
    await place.host.clock.advance(1);
    expect(last(place)).toBe('not-told');
    await place.host.clock.advance(60_000);
    expect(last(place)).toBe('not-told');
    place.clinic.setHelp('answered');
    await place.host.clock.advance(REPEAT_MS);
    expect(last(place)).toBe('answered');
  });

  test('a crisis takes the place of a call for help, and not the other way round', async () => {
    const place = await createKioskPlace();
    await call(place, 'help');
    await settle();
    await call(place, 'crisis');
    await settle();
    await call(place, 'help');
    await place.host.clock.advance(REPEAT_MS);
    expect(place.clinic.bodies('help').at(-1)).toMatchObject({ reason: 'crisis' });
    expect(ids(place).size).toBe(2);
  });

  test('a call that the desk does not have yet goes on when its caller has gone, for ten minutes', async () => {
    const place = await createKioskPlace();
    await place.begin();
    place.clinic.setOnline(false);
    await call(place, 'crisis');
    await place.host.page().call('session.end', { by: 'done' });
    await settle();
    place.clinic.setOnline(true);
    await place.host.clock.advance(2 * REPEAT_MS);
    expect(place.clinic.bodies('help')).toEqual([expect.objectContaining({ reason: 'crisis' })]);
    expect(last(place)).toBeUndefined();
    place.clinic.setOnline(false);
    await call(place, 'help');
    await place.host.page().call('session.begin', { language: 'en' });
    await place.host.page().call('session.end', { by: 'done' });
    await place.host.clock.advance(KEEP_CALLING_MS + 2 * REPEAT_MS);
    place.clinic.setOnline(true);
    await place.host.clock.advance(60_000);
    expect(place.clinic.bodies('help')).toHaveLength(1);
  });
});
