import { createPublicKey, randomBytes, scryptSync, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kioskListSchema } from '../../../protocol/api/console-kiosks.ts';
import { assignmentBytes, kioskAssignmentSchema } from '../../../protocol/api/kiosk-assignment.ts';
import { openConsole, type TestConsole } from '../../testing/test-console.ts';
import { createTestDevice, type TestDevice } from '../../testing/test-device.ts';
import { askAs, enrolKiosk, GOOD_PIN, newCode } from '../../testing/test-kiosk.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { CODE_MINUTES } from './enrolment.ts';

let server: TestServer;
let console: TestConsole;
let cookie: string;
beforeAll(async () => {
  server = await openTestServer();
  console = openConsole(server);
  cookie = await console.signIn();
});
afterAll(() => server.close());

const enrol = (device: TestDevice, code: string, vendor = 'meadow', deviceKey = device.deviceKey) =>
  askAs(server, device, vendor, 'POST', 'enrol', { code, deviceKey, host: 'chromium', version: '1.2.3' });

async function freshClock() {
  // A minute for the next tries of this address.
  server.pass(60_000);
  cookie = await console.signIn();
}

describe('enrolling (promise 1)', () => {
  it("makes a machine the vendor's kiosk by a code, signed by the root key that devices have pinned", async () => {
    const device = await createTestDevice();
    const { code } = await newCode(console, cookie, 'meadow', 'Front door');
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    // As people type it.
    const answer = await enrol(device, ` ${code.toLowerCase().replace('-', ' ')}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-sync-protocol')).toBe('1');
    expect(answer.headers.get('content-type')).toBe('application/json');
    const assignment = kioskAssignmentSchema.parse(answer.json);
    const { rootKey } = server.sealing.manifestOf('meadow');
    expect(assignment).toMatchObject({
      vendor: 'meadow',
      name: 'Front door',
      deviceKey: device.deviceKey,
      version: 1,
      server: 'http://localhost',
      rootKey,
      config: { idleSeconds: 120, languages: ['en', 'es', 'ar'], camera: false },
    });
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: rootKey }, format: 'jwk' });
    const signature = Buffer.from(assignment.signature, 'base64url');
    expect(verify(null, assignmentBytes(assignment), key, signature)).toBe(true);
    const { salt, hash, logN } = assignment.config.staffPin;
    const options = { N: 2 ** logN, r: 8, p: 1, maxmem: 2 ** 28 };
    expect(scryptSync(GOOD_PIN, Buffer.from(salt, 'base64'), 32, options).toString('base64')).toBe(hash);
    expect((await askAs(server, device, 'meadow', 'GET', 'assignment')).json).toEqual(assignment);
  });

  it('answers alike for a code that is wrong, used, over or of another vendor', async () => {
    await freshClock();
    const used = await newCode(console, cookie);
    expect((await enrol(await createTestDevice(), used.code)).status).toBe(200);
    const old = await newCode(console, cookie);
    server.pass(CODE_MINUTES * 60_000);
    await freshClock();
    const elsewhere = await newCode(console, cookie);
    const answers = [];
    for (const [code, vendor] of [
      ['00000-00000', 'meadow'],
      [used.code, 'meadow'],
      [old.code, 'meadow'],
      [elsewhere.code, 'brook'],
    ] as const)
      answers.push(await enrol(await createTestDevice(), code, vendor));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
  });

  it('gives the machine whose answer was lost the same assignment, and no other machine any', async () => {
    await freshClock();
    const device = await createTestDevice();
    const { code } = await newCode(console, cookie);
    const first = await enrol(device, code);
    expect((await enrol(device, code)).json).toEqual(first.json);
    expect((await enrol(await createTestDevice(), code)).status).toBe(404);
  });

  it('takes no key that the machine has not proven, and does not use up the code for it', async () => {
    await freshClock();
    const device = await createTestDevice();
    const { code } = await newCode(console, cookie);
    const other = (await createTestDevice()).deviceKey;
    const answers = [
      await enrol(device, code, 'meadow', other),
      await enrol(device, code, 'meadow', randomBytes(65).toString('base64url')),
      await enrol(device, code, 'meadow', 'AAAA'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect((await enrol(device, code)).status).toBe(200);
  });

  it('keeps no code that could be used', async () => {
    await freshClock();
    const { code } = await newCode(console, cookie);
    const rows = await server.database.sql`select * from kiosk_enrolments`;
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''));
    expect(JSON.stringify(rows)).not.toContain(GOOD_PIN);
  });

  it('slows down who guesses', async () => {
    await freshClock();
    const device = await createTestDevice();
    const statuses = [];
    for (let tries = 0; tries < 12; tries++) statuses.push((await enrol(device, '11111-11111')).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 404));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  it('is for those who may decide, with a PIN that is none', async () => {
    await freshClock();
    const ask = (who: string, pin: string) =>
      console.call('POST', 'meadow/api/kiosks/enrolments', who, { name: 'Hall', pin });
    expect((await ask(await console.signIn('meadow', 'auditor'), GOOD_PIN)).code).toBe('ROLE_NOT_ALLOWED');
    for (const pin of ['111111', '123456', '987654', '12345', '12a456'])
      expect([pin, (await ask(cookie, pin)).code]).toEqual([pin, 'INVALID_REQUEST']);
  });
});

describe('an enrolled kiosk (promises 2 and 3)', () => {
  const list = async () =>
    kioskListSchema.parse(JSON.parse((await console.call('GET', 'meadow/api/kiosks', cookie)).body)).kiosks;
  const settings = (id: string, body: object) =>
    console.call('POST', `meadow/api/kiosks/${id}/settings`, cookie, body);
  const config = {
    idleSeconds: 90,
    warningSeconds: 30,
    languages: ['en'],
    camera: true,
    maintenance: { from: '01:00', until: '02:30' },
  };

  it('is told of a new configuration, signed and with a higher version, and keeps its PIN', async () => {
    await freshClock();
    const kiosk = await enrolKiosk(server);
    expect((await settings(kiosk.id, { name: 'Side door', config })).status).toBe(200);
    expect((await kiosk.health()).json).toMatchObject({
      assignmentVersion: 2,
      revoked: false,
      restart: false,
    });
    const newer = kioskAssignmentSchema.parse((await kiosk.ask('GET', 'assignment')).json);
    expect(newer).toMatchObject({ version: 2, name: 'Side door', config });
    expect(newer.config.staffPin).toEqual(kiosk.assignment.config.staffPin);
    await settings(kiosk.id, { name: 'Side door', config, pin: '902183' });
    const newest = kioskAssignmentSchema.parse((await kiosk.ask('GET', 'assignment')).json);
    expect(newest.config.staffPin).not.toEqual(newer.config.staffPin);
    expect((await list()).find(({ id }) => id === kiosk.id)).toMatchObject({
      name: 'Side door',
      assignmentVersion: 3,
      config,
    });
  });

  it('can not be set below what protects patients', async () => {
    await freshClock();
    const kiosk = await enrolKiosk(server);
    for (const change of [
      { idleSeconds: 301 },
      { idleSeconds: 10 },
      { warningSeconds: 5 },
      { languages: [] },
      { languages: ['fr'] },
      { maintenance: { from: '25:00', until: '02:00' } },
      { staffPin: { algorithm: 'none' } },
    ])
      expect((await settings(kiosk.id, { name: 'X', config: { ...config, ...change } })).code).toBe(
        'INVALID_REQUEST',
      );
    expect((await kiosk.health()).json).toMatchObject({ assignmentVersion: 1 });
  });

  it('is shown with what it said last', async () => {
    await freshClock();
    const kiosk = await enrolKiosk(server);
    await kiosk.health({ state: 'in-session', queued: 3, wipesFailed: 1 });
    expect((await list()).find(({ id }) => id === kiosk.id)).toMatchObject({
      health: { state: 'in-session', queued: 3, wipesFailed: 1, version: '1.2.3' },
      restarting: false,
    });
  });

  it('restarts when it is asked to, once', async () => {
    await freshClock();
    const kiosk = await enrolKiosk(server);
    await console.call('POST', `meadow/api/kiosks/${kiosk.id}/restart`, cookie, {});
    expect((await kiosk.health()).json).toMatchObject({ restart: true });
    server.pass(30_000);
    expect((await kiosk.health({ uptimeSeconds: 10 })).json).toMatchObject({ restart: false });
    expect((await list()).find(({ id }) => id === kiosk.id)?.restarting).toBe(false);
  });

  it('hears that it was signed out, and is a stranger in everything else', async () => {
    await freshClock();
    const kiosk = await enrolKiosk(server);
    const answer = await console.call('POST', `meadow/api/kiosks/${kiosk.id}/sign-out`, cookie, {});
    expect(answer.status).toBe(200);
    expect((await kiosk.health()).json).toMatchObject({ revoked: true });
    expect((await kiosk.ask('GET', 'assignment')).status).toBe(404);
    expect((await kiosk.ask('GET', 'check-in-list')).status).toBe(404);
    expect((await settings(kiosk.id, { name: 'X', config })).status).toBe(404);
    expect((await list()).find(({ id }) => id === kiosk.id)?.revokedAt).not.toBeNull();
  });

  it("is nobody's but its vendor's", async () => {
    await freshClock();
    const kiosk = await enrolKiosk(server);
    expect((await askAs(server, kiosk.device, 'brook', 'GET', 'assignment')).status).toBe(404);
    const theirs = await console.signIn('brook');
    for (const path of ['restart', 'sign-out'])
      expect((await console.call('POST', `brook/api/kiosks/${kiosk.id}/${path}`, theirs, {})).status).toBe(
        404,
      );
    expect((await console.call('GET', 'brook/api/kiosks', theirs)).body).not.toContain(kiosk.id);
  });

  it('gets a new assignment before its own ends', async () => {
    const other = await openTestServer();
    try {
      const kiosk = await enrolKiosk(other);
      other.pass(44 * 86_400_000);
      expect((await kiosk.health()).json).toMatchObject({ assignmentVersion: 1 });
      other.pass(2 * 86_400_000);
      expect((await kiosk.health()).json).toMatchObject({ assignmentVersion: 2 });
      const newer = kioskAssignmentSchema.parse((await kiosk.ask('GET', 'assignment')).json);
      expect(Date.parse(newer.notAfter)).toBeGreaterThan(Date.parse(kiosk.assignment.notAfter));
    } finally {
      await other.close();
    }
  });

  it('leaves a trail of everyone involved', async () => {
    await freshClock();
    const kiosk = await enrolKiosk(server);
    await settings(kiosk.id, { name: 'Y', config });
    await console.call('POST', `meadow/api/kiosks/${kiosk.id}/sign-out`, cookie, {});
    const trail = await server.database.sql<{ action: string; actor: string }[]>`
      select action, actor from audit_events where subject = ${kiosk.id} order by no`;
    expect(trail.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'kiosk-enrolled clinician@meadow.test',
      'kiosk-configured clinician@meadow.test',
      'kiosk-revoked clinician@meadow.test',
    ]);
  });
});
