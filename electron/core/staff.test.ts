import { describe, expect, test } from 'vitest';
import { healthPageSchema } from '../../renderer/platform/kiosk/bridge-contract.ts';
import { ENROL_CODE, STAFF_PIN } from '../testing/fake-clinic.ts';
import { settle } from '../testing/fake-clock.ts';
import { createKioskPlace, type KioskPlace } from '../testing/kiosk-place.ts';
import { draftOf } from '../testing/samples.ts';
import { FIRST_LOCK_MS, STAFF_SESSION_MS } from './state/pin.ts';

const unlock = (place: KioskPlace, pin = STAFF_PIN) => place.host.page().call('staff.unlock', { pin });
const act = (place: KioskPlace, action: string) => place.host.page().call('staff.act', { action });

describe('K7: the staff’s PIN', () => {
  test('nothing of the staff is there without it', async () => {
    const place = await createKioskPlace();
    await expect(place.host.page().call('staff.health')).rejects.toThrow('forbidden');
    await expect(act(place, 'exit')).rejects.toThrow('forbidden');
    await expect(place.host.page().call('staff.enrol', { code: ENROL_CODE })).rejects.toThrow('forbidden');
    expect(place.host.exits).toEqual([]);
  });

  test('wrong tries lock, and a restart does not open', async () => {
    const place = await createKioskPlace();
    expect(await unlock(place, '000001')).toEqual({ status: 'wrong', triesLeft: 2 });
    expect(await unlock(place, '000002')).toEqual({ status: 'wrong', triesLeft: 1 });
    expect(await unlock(place, '000003')).toMatchObject({ status: 'locked' });
    const next = await place.again();
    expect(await unlock(next)).toMatchObject({ status: 'locked' });
    await next.host.clock.advance(FIRST_LOCK_MS);
    expect(await unlock(next)).toEqual({ status: 'open' });
  });

  test('two at once have the free tries once', async () => {
    const place = await createKioskPlace();
    const verdicts = await Promise.all(
      ['000001', '000002', '000003', STAFF_PIN].map((pin) => unlock(place, pin)),
    );
    expect(verdicts.at(-1)).toMatchObject({ status: 'locked' });
  });

  test('deleting the file of tries locks staff out first', async () => {
    const place = await createKioskPlace();
    await place.host.disk.unlink('/kiosk-data/kiosk', 'staff-pin.json');
    const next = await place.again();
    expect(await unlock(next)).toMatchObject({ status: 'locked' });
  });

  test('it closes by itself two minutes after the last press', async () => {
    const place = await createKioskPlace();
    await unlock(place);
    await place.host.clock.advance(STAFF_SESSION_MS - 1);
    await place.host.page().call('staff.health');
    await place.host.clock.advance(STAFF_SESSION_MS - 1);
    await place.host.page().call('session.active');
    await place.host.clock.advance(STAFF_SESSION_MS);
    await expect(place.host.page().call('staff.health')).rejects.toThrow('forbidden');
  });

  test('it closes when staff leave, and with the page', async () => {
    const place = await createKioskPlace();
    await unlock(place);
    await place.host.page().call('staff.leave');
    await expect(place.host.page().call('staff.health')).rejects.toThrow('forbidden');
    await place.begin();
    await unlock(place);
    await place.host.page().call('session.end', { by: 'done' });
    await settle();
    await expect(place.host.page().call('staff.health')).rejects.toThrow('forbidden');
  });

  test('each verdict is put down, and no digit of a PIN', async () => {
    const place = await createKioskPlace();
    await unlock(place, '982451');
    await unlock(place);
    const verdicts = (await place.log()).filter(({ event }) => event === 'staff.pin');
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['wrong', 'right']);
    expect(await place.logText()).not.toMatch(/982451|271828/);
  });
});

describe('what staff may do', () => {
  test('each action ends the patient’s session first, and what was unfinished goes to the clinic', async () => {
    const place = await createKioskPlace();
    await place.begin();
    await place.host.page().call('drafts.save', draftOf());
    await unlock(place);
    await act(place, 'close');
    await settle();
    expect(place.intakes.ends).toEqual(['staff']);
    expect(place.host.page().last('status')).toMatchObject({ phase: 'closed', reason: 'staff' });
  });

  test('closed stays closed over a restart, until staff open', async () => {
    const place = await createKioskPlace();
    await unlock(place);
    await act(place, 'close');
    expect(await place.begin()).toBe(false);
    const next = await place.again();
    expect(next.host.page().last('status')).toMatchObject({ phase: 'closed', reason: 'staff' });
    await unlock(next);
    await act(next, 'open');
    expect(next.host.page().last('status')).toMatchObject({ phase: 'attract' });
    expect(await next.begin()).toBe(true);
  });

  test('exit is the one way out, and restart comes back', async () => {
    const place = await createKioskPlace();
    await unlock(place);
    await act(place, 'exit');
    expect(place.host.exits).toEqual([0]);
    const next = await place.again();
    await unlock(next);
    await act(next, 'restart');
    expect(next.host.relaunches).toHaveLength(1);
    expect((await next.log()).filter(({ event }) => event === 'app.stopped')).toEqual([
      expect.objectContaining({ by: 'staff' }),
      expect.objectContaining({ by: 'staff' }),
    ]);
  });

  test('sync now sends, and asks the server', async () => {
    const place = await createKioskPlace();
    const before = place.clinic.bodies('health').length;
    await unlock(place);
    await act(place, 'sync-now');
    expect(place.intakes.sends()).toBe(1);
    expect(place.clinic.bodies('health').length).toBe(before + 1);
  });
});

describe('K15: the health page', () => {
  test('it tells what staff need to know', async () => {
    const place = await createKioskPlace();
    await place.begin();
    await place.host.page().call('session.end', { by: 'done' });
    await settle();
    place.intakes.setQueued(3);
    await place.clinic.expect([]);
    await place.minute();
    await unlock(place);
    const page = healthPageSchema.parse(await place.host.page().call('staff.health'));
    expect(page).toMatchObject({
      version: '1.2.3',
      host: 'electron',
      name: 'Front door',
      configVersion: 1,
      queued: 3,
      lastSync: '2026-11-20T08:59:00.000Z',
      online: true,
      keyValidUntil: '2027-02-01T00:00:00.000Z',
      printer: 'ready',
      speech: 'ready',
      memoryMegabytes: 180,
      freeDiskMegabytes: 20_001,
      viewFailures: 0,
      lastWipe: { complete: true },
      lastUpdate: 'none',
    });
    expect(page.checkInVersion).toBeDefined();
    expect(page.configRefused).toBeUndefined();
    expect(page.uptimeSeconds).toBeGreaterThan(60);
  });

  test('it says why a newer configuration was not taken', async () => {
    const place = await createKioskPlace();
    await place.clinic.assign({ vendor: 'willow' });
    await place.minute();
    await unlock(place);
    expect(await place.host.page().call('staff.health')).toMatchObject({
      configVersion: 1,
      configRefused: 'wrong-vendor',
    });
  });
});
