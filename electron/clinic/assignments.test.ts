import { describe, expect, test } from 'vitest';
import { until } from '../../sync/client/testing/until.ts';
import { enrolRequestSchema } from '../../sync/protocol/api/kiosk.ts';
import { createFakeClinic, ENROL_CODE, STAFF_PIN } from '../testing/fake-clinic.ts';
import { settle } from '../testing/fake-clock.ts';
import { createFakeIntakes } from '../testing/fake-intakes.ts';
import { createKioskPlace, type KioskPlace } from '../testing/kiosk-place.ts';
import { draftOf } from '../testing/samples.ts';
import { MANAGED_FILE, rawPoint } from './assignments.ts';
import { createSmallFiles } from './small-file.ts';

const DAY = 86_400_000;
const status = ({ host }: KioskPlace) => host.page().last('status');
const version = async (place: KioskPlace) => {
  const page = place.host.page();
  await page.call('staff.unlock', { pin: STAFF_PIN });
  const health = await page.call('staff.health');
  await page.call('staff.leave');
  return typeof health === 'object' && health !== null && 'configVersion' in health
    ? health.configVersion
    : undefined;
};

describe('K8: enrollment', () => {
  test('a new machine takes nobody, and asks for a code', async () => {
    const place = await createKioskPlace({ enrolled: false });
    expect(status(place)).toMatchObject({ phase: 'not-enrolled', languages: ['en', 'es'] });
    expect(await place.begin()).toBe(false);
    await expect(place.host.page().call('staff.unlock', { pin: STAFF_PIN })).rejects.toThrow('forbidden');
  });

  test('the right code makes it a kiosk, with its own key, and stays so over a restart', async () => {
    const place = await createKioskPlace();
    const { deviceKey } = enrolRequestSchema.parse(place.clinic.bodies('enrol')[0]);
    const raw = Buffer.from(deviceKey, 'base64url');
    expect([raw.length, raw[0]]).toEqual([65, 4]);
    expect(deviceKey).toBe(rawPoint((await place.intakes.device()).publicJwk));
    expect(status(place)).toMatchObject({ phase: 'attract', languages: ['en', 'es', 'ar'] });
    expect(place.host.configured.at(-1)).toEqual({
      server: 'https://care.example/connect/meadow',
      pins: [],
      camera: false,
    });
    place.clinic.setOnline(false);
    const next = await place.again();
    expect(status(next)).toMatchObject({ phase: 'attract' });
  });

  test('a wrong code and a server that is away are told apart', async () => {
    const place = await createKioskPlace({ enrolled: false });
    const enrol = (code: string) => place.host.page().call('staff.enrol', { code });
    expect(await enrol('WRNG-CODE')).toEqual({ status: 'refused' });
    place.clinic.setOnline(false);
    expect(await enrol(ENROL_CODE)).toEqual({ status: 'offline' });
    expect(status(place)).toMatchObject({ phase: 'not-enrolled' });
  });

  test("another vendor's assignment is not accepted, no matter who signed it", async () => {
    const clinic = await createFakeClinic();
    const stranger = await createFakeClinic();
    const place = await createKioskPlace({
      clinic,
      intakes: await createFakeIntakes(stranger),
      enrolled: false,
    });
    expect(await place.host.page().call('staff.enrol', { code: ENROL_CODE })).toEqual({
      status: 'wrong-vendor',
    });
    expect(status(place)).toMatchObject({ phase: 'not-enrolled' });
  });

  test("an assignment that the machine's management has put there is taken at the start", async () => {
    const place = await createKioskPlace({ enrolled: false });
    const deviceKey = rawPoint((await place.intakes.device()).publicJwk);
    const managed = createSmallFiles(place.host.disk, '/kiosk-data');
    await managed.write(MANAGED_FILE, await place.clinic.assign({ deviceKey }));
    const next = await place.again();
    expect(status(next)).toMatchObject({ phase: 'attract' });
    // One for another machine is not.
    await managed.write(MANAGED_FILE, await place.clinic.assign({ deviceKey: 'AAAA' }));
    const later = await next.again();
    expect(status(later)).toMatchObject({ phase: 'attract' });
    expect(await later.log()).toContainEqual(
      expect.objectContaining({ event: 'assignment.refused', fault: 'wrong-device' }),
    );
  });

  test('a file of management that is older than what is in force takes nothing back', async () => {
    const place = await createKioskPlace();
    const old = await place.clinic.assign({ version: 1 });
    await place.clinic.assign({ version: 5 });
    await place.minute();
    expect(await version(place)).toBe(5);
    await createSmallFiles(place.host.disk, '/kiosk-data').write(MANAGED_FILE, old);
    const next = await place.again();
    expect(await version(next)).toBe(5);
  });

  test('a newer configuration comes by itself, and one that does not hold leaves the last good one', async () => {
    const place = await createKioskPlace();
    await place.clinic.assign({}, { languages: ['es'], camera: true });
    await place.minute();
    expect(status(place)).toMatchObject({ languages: ['es'] });
    expect(place.host.configured.at(-1)).toMatchObject({ camera: true });
    await place.clinic.assign({ notAfter: new Date(place.host.clock.now() - 3 * DAY).toISOString() });
    await place.minute();
    expect(status(place)).toMatchObject({ phase: 'attract', languages: ['es'] });
    expect(await place.log()).toContainEqual(
      expect.objectContaining({ event: 'assignment.refused', fault: 'expired' }),
    );
  });

  test("what has run out by the server's clock is no longer in force, whatever this machine's says, until a newer word comes", async () => {
    const place = await createKioskPlace();
    const { clock } = place.host;
    place.clinic.setTime(() => clock.now() + 100 * DAY);
    await place.minute();
    expect(status(place)).toMatchObject({ phase: 'not-enrolled' });
    const next = await place.again();
    expect(status(next)).toMatchObject({ phase: 'not-enrolled' });
    next.clinic.setTime(() => clock.now() + 100 * DAY);
    await next.clinic.assign();
    await clock.advance(70_000);
    await until(() => next.clinic.bodies('assignment').length > 1, 'the newer assignment');
    await settle(40);
    expect(status(next)).toMatchObject({ phase: 'attract' });
  });

  test('remote sign-out: the session is sealed, what can be sent is sent, and this kiosk never comes back', async () => {
    const place = await createKioskPlace();
    await place.begin();
    await place.host.page().call('drafts.save', draftOf());
    place.clinic.order({ revoked: true });
    await place.minute();
    await settle(60);
    expect(place.intakes.ends).toEqual(['staff']);
    expect(place.intakes.sends()).toBe(1);
    expect(place.intakes.stopped()).toBe(true);
    expect(place.host.relaunches).toHaveLength(1);
    const next = await place.again();
    expect(status(next)).toMatchObject({ phase: 'not-enrolled', reason: 'revoked' });
    // The old assignment, put back as a file, is that of a kiosk that was signed out.
    const deviceKey = rawPoint((await next.intakes.device()).publicJwk);
    const managed = createSmallFiles(next.host.disk, '/kiosk-data');
    await managed.write(MANAGED_FILE, await next.clinic.assign({ deviceKey, version: 99 }));
    const later = await next.again();
    expect(status(later)).toMatchObject({ phase: 'not-enrolled', reason: 'revoked' });
    // A code of the clinic's makes it that kiosk again, if the clinic wants it.
    await managed.remove(MANAGED_FILE);
    const again = await later.again();
    again.clinic.order({ revoked: false });
    expect(await again.host.page().call('staff.enrol', { code: ENROL_CODE })).toEqual({ status: 'enrolled' });
    expect(status(again)).toMatchObject({ phase: 'attract' });
    // And an assignment of another name makes it another.
    await managed.write(
      MANAGED_FILE,
      await later.clinic.assign({ deviceKey, version: 1, kioskId: 'aaaaaaaa-3a2b-4b0e-9d3f-6c0a2e5d8f41' }),
    );
    const anew = await later.again();
    expect(status(anew)).toMatchObject({ phase: 'attract' });
  });

  test('an order to restart waits for the patient who is here', async () => {
    const place = await createKioskPlace();
    await place.begin();
    place.clinic.order({ restart: true });
    await place.minute();
    expect(place.host.relaunches).toEqual([]);
    await place.host.page().call('session.end', { by: 'done' });
    await settle(40);
    expect(place.host.relaunches).toHaveLength(1);
    expect(place.intakes.ends).toEqual(['patient']);
  });

  test('an assignment that names another server is followed by a start that can use it', async () => {
    const place = await createKioskPlace();
    await place.clinic.assign({ server: 'https://new.example' });
    await place.minute();
    await settle(40);
    expect(place.host.relaunches).toHaveLength(1);
    const next = await place.again();
    await next.minute();
    // Remembered, and followed once: the kiosk's composition has read it.
    expect(next.host.relaunches).toEqual([]);
  });
});
