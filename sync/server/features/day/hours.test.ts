import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenPeriod } from '../../../domain/time/opening-hours.ts';
import { kioskListSchema } from '../../../protocol/api/console-kiosks.ts';
import {
  assignmentBytes,
  hoursOf,
  kioskAssignmentSchema,
  kioskAssignmentV1,
} from '../../../protocol/api/kiosk-assignment.ts';
import { fixturePack } from '../../testing/fixture-pack.ts';
import { openConsole, type TestConsole } from '../../testing/test-console.ts';
import { enrolKiosk, type TestKiosk } from '../../testing/test-kiosk.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

const weekdays: OpenPeriod = {
  daysOfWeek: ['mon', 'tue', 'wed', 'thu', 'fri'],
  openingTime: '08:00',
  closingTime: '18:00',
};

let server: TestServer;
let console: TestConsole;
let cookie: string;
/** What the clinic's pack says, as of now. */
let contact: { hoursOfOperation?: OpenPeriod[] | undefined };
beforeAll(async () => {
  const [meadow, brook] = [await fixturePack(), await fixturePack('brook', 'Brook Clinic')];
  const withHours = { ...meadow.pack.contact, hoursOfOperation: [weekdays] };
  contact = withHours;
  server = await openTestServer({
    packs: [{ ...meadow, pack: { ...meadow.pack, contact: withHours } }, brook],
  });
  console = openConsole(server);
});
beforeEach(async () => {
  // A minute for the next tries of this address.
  server.pass(60_000);
  cookie = await console.signIn();
});
afterAll(() => server.close());

const list = async (vendor = 'meadow', who = cookie) =>
  kioskListSchema.parse(JSON.parse((await console.call('GET', `${vendor}/api/kiosks`, who)).body));
const shown = async ({ id }: TestKiosk) => (await list()).kiosks.find((kiosk) => kiosk.id === id);
const config = {
  idleSeconds: 90,
  warningSeconds: 30,
  languages: ['en'],
  camera: true,
  maintenance: { from: '01:00', until: '02:30' },
};
const set = ({ id, vendor }: TestKiosk, more: object, who = cookie) =>
  console.call('POST', `${vendor}/api/kiosks/${id}/settings`, who, {
    name: 'Front door',
    config: { ...config, ...more },
  });
/** As a kiosk that reads up to `reads` gets it. */
const assignmentOf = async (kiosk: TestKiosk, reads?: number) =>
  kioskAssignmentSchema.parse(
    (await kiosk.ask('GET', reads === undefined ? 'assignment' : `assignment?reads=${reads}`)).json,
  );

describe('the clinic’s hours at a kiosk (promise 14)', () => {
  it('are kept by none until staff say so, and are there to be chosen where the pack has them', async () => {
    const kiosk = await enrolKiosk(server);
    expect(hoursOf(await assignmentOf(kiosk, 2))).toBeUndefined();
    expect((await shown(kiosk))?.config.keepsHours).toBe(false);
    expect((await list()).hours).toEqual({ en: 'Monday to Friday' });
  });

  it('are signed into the assignment with the clinic’s time zone, and taken out again', async () => {
    const kiosk = await enrolKiosk(server);
    expect((await set(kiosk, { keepsHours: true })).status).toBe(200);
    expect((await kiosk.health({ readsAssignment: 2 })).json).toMatchObject({ assignmentVersion: 2 });
    const assignment = await assignmentOf(kiosk, 2);
    expect(assignment).toMatchObject({
      v: 2,
      version: 2,
      config: { camera: true },
      hours: { timeZone: 'America/Los_Angeles', periods: [weekdays] },
    });
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: assignment.rootKey },
      format: 'jwk',
    });
    const signature = Buffer.from(assignment.signature, 'base64url');
    expect(verify(null, assignmentBytes(assignment), key, signature)).toBe(true);
    expect((await shown(kiosk))?.config.keepsHours).toBe(true);
    await set(kiosk, { keepsHours: false });
    expect(await assignmentOf(kiosk, 2)).toMatchObject({ v: 1, version: 3 });
  });

  it('stay as they are where a page of before there were hours saves', async () => {
    const kiosk = await enrolKiosk(server);
    await set(kiosk, { keepsHours: true });
    await set(kiosk, { idleSeconds: 60 });
    expect(await assignmentOf(kiosk, 2)).toMatchObject({ v: 2, config: { idleSeconds: 60 } });
  });

  it('are not told to a kiosk that could not read them: it gets all else, signed, under the same version', async () => {
    const kiosk = await enrolKiosk(server);
    await set(kiosk, { keepsHours: true });
    const newer = await assignmentOf(kiosk, 2);
    for (const path of ['assignment', 'assignment?reads=1', 'assignment?reads=two']) {
      const older = kioskAssignmentV1.parse((await kiosk.ask('GET', path)).json);
      const { v: _v, signature: _s, ...facts } = older;
      const { hours: _h, ...rest } = { hours: undefined, ...newer };
      expect(rest).toMatchObject(facts);
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: older.rootKey }, format: 'jwk' });
      expect(verify(null, assignmentBytes(older), key, Buffer.from(older.signature, 'base64url'))).toBe(true);
    }
    // It has what it can read, and is not told of news for ever.
    expect((await kiosk.health({ assignmentVersion: 2 })).json).toMatchObject({ assignmentVersion: 2 });
    expect((await shown(kiosk))?.health?.readsAssignment).toBeUndefined();
  });

  it('follow the clinic’s pack, and go where it has none any more', async () => {
    const kiosk = await enrolKiosk(server);
    await set(kiosk, { keepsHours: true });
    const unmoved = await enrolKiosk(server, { name: 'Garden' });
    contact.hoursOfOperation = [{ ...weekdays, closingTime: '20:00' }];
    expect((await kiosk.health({ readsAssignment: 2 })).json).toMatchObject({ assignmentVersion: 3 });
    expect(hoursOf(await assignmentOf(kiosk, 2))?.periods).toEqual(contact.hoursOfOperation);
    expect((await kiosk.health({ readsAssignment: 2 })).json).toMatchObject({ assignmentVersion: 3 });
    expect((await unmoved.health({ readsAssignment: 2 })).json).toMatchObject({ assignmentVersion: 1 });
    contact.hoursOfOperation = undefined;
    await kiosk.health({ readsAssignment: 2 });
    expect(await assignmentOf(kiosk, 2)).toMatchObject({ v: 1, version: 4 });
    contact.hoursOfOperation = [weekdays];
  });

  it('outlive a renewal', async () => {
    const kiosk = await enrolKiosk(server);
    await set(kiosk, { keepsHours: true });
    server.pass(46 * 86_400_000);
    cookie = await console.signIn();
    expect((await kiosk.health({ readsAssignment: 2 })).json).toMatchObject({ assignmentVersion: 3 });
    expect(hoursOf(await assignmentOf(kiosk, 2))?.periods).toEqual([weekdays]);
  });

  it('can not be chosen where the pack has them in words alone', async () => {
    const theirs = await console.signIn('brook');
    const kiosk = await enrolKiosk(server, { vendor: 'brook' });
    expect((await list('brook', theirs)).hours).toBeUndefined();
    expect((await set(kiosk, { keepsHours: true }, theirs)).code).toBe('INVALID_REQUEST');
    expect((await set(kiosk, { keepsHours: false }, theirs)).status).toBe(200);
  });
});
