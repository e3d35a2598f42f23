/** Whom a decision about a flood reaches: what its page had shown, and nobody by association. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { floodDetailSchema } from '../../../protocol/api/floods.ts';
import type { InboxItem } from '../../../protocol/api/inbox.ts';
import { fixturePack } from '../../testing/fixture-pack.ts';
import { openConsole, type TestConsole } from '../../testing/test-console.ts';
import { createTestDevice, intake, safetyAlert, sealed, type TestDevice } from '../../testing/test-device.ts';
import { enrolKiosk } from '../../testing/test-kiosk.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

/** Alerts of one network within an hour. */
const OF_NETWORK = 5;
const DEVICES = 40;

let server: TestServer;
let staff: TestConsole;
let cookie: string;
const servers: TestServer[] = [];
beforeEach(async () => {
  server = await openTestServer({
    packs: [
      await fixturePack('meadow', 'Meadow', {
        inboxQuotas: { device: { alerts: 4 }, network: { alerts: OF_NETWORK } },
      }),
    ],
  });
  servers.push(server);
  staff = openConsole(server);
  cookie = await staff.signIn();
});
afterAll(async () => {
  for (const one of servers) await one.close();
});

const alertOf = (over = {}) => safetyAlert(server.formHash, over);
const formOf = (over = {}) => intake(server.formHash, over);
const alertFrom = (device: TestDevice) => staff.submit(device, 'safety.alert', alertOf());
async function pushAlerts(device: TestDevice, count: number): Promise<void> {
  const alerts = Array.from({ length: count }, () => sealed('safety.alert', alertOf()));
  await device.push(server.send, 'meadow', alerts);
}
const pageOf = async (query = '') => (await staff.inbox(cookie, query)).items;
const floodsOf = async (scope: 'device' | 'network' | 'vendor') =>
  (await pageOf()).filter(({ flood }) => flood?.scope === scope);
async function ask(item: InboxItem | undefined, action = '', body?: unknown) {
  const path = `meadow/api/floods/${item?.id}${action}`;
  const answer = await staff.call(body === undefined ? 'GET' : 'POST', path, cookie, body);
  return floodDetailSchema.parse(JSON.parse(answer.body));
}
/** As the screen does: what was read is dismissed. */
async function dismiss(item: InboxItem | undefined) {
  const { seenTo } = await ask(item);
  return ask(item, '/dismiss', { note: 'A script.', seenTo });
}
async function statusOf(id: string) {
  const [row] = await server.database.sql<[{ open: boolean; dismissed: boolean; flood: string | null }]>`
    select resolved_at is null as open, dismissed, flood from inbox_items where id = ${id}`;
  return row;
}

describe('a flood that is dismissed', () => {
  it('keeps what came after its page was read, open and in the list', async () => {
    const attacker = await createTestDevice();
    await pushAlerts(attacker, 20);
    const [row] = await floodsOf('device');
    const { seenTo } = await ask(row);
    const late = await alertFrom(attacker);
    const after = await ask(row, '/dismiss', { note: 'A script.', seenTo });
    expect(await statusOf(late)).toMatchObject({ open: true, dismissed: false });
    expect(after).toMatchObject({ open: true, flood: { alerts: 1, blocked: true } });
    expect(after.items.map(({ id }) => id)).toEqual([late]);
    expect((await pageOf()).map(({ id }) => id)).toEqual([late]);
    expect(await dismiss(after.items[0])).toMatchObject({ open: false });
    expect(await pageOf()).toEqual([]);
  });

  it('leaves a colleague what they have in hand, or have just decided', async () => {
    const attacker = await createTestDevice();
    await pushAlerts(attacker, 5);
    await dismiss((await floodsOf('device'))[0]);
    const forms: string[] = [];
    const session = randomUUID();
    for (const over of [{ session }, {}, {}])
      forms.push(await staff.submit(attacker, 'intake.submit', formOf(over)));
    const [held = '', decided = '', unread = ''] = forms;
    expect((await staff.call('POST', `meadow/api/cases/${held}/consultation/claim`, cookie, {})).status).toBe(
      200,
    );
    await server.database.sql`
      update inbox_items set pending_at = now(), pending_until = now() + interval '1 day', pending_by = 'Another', pending_actor = 'another@meadow.example'
      where id = ${decided}`;
    const alert = await staff.submit(attacker, 'safety.alert', alertOf({ session }));
    const [row] = (await pageOf()).filter(({ flood }) => flood !== null);
    expect(await dismiss(row)).toMatchObject({ open: false });
    expect(await Promise.all([held, alert, decided, unread].map(statusOf))).toMatchObject([
      { open: true, dismissed: false, flood: null },
      { open: true, dismissed: false, flood: null },
      { open: true, dismissed: false, flood: null },
      { open: false, dismissed: true },
    ]);
    // Each by itself, the one with an alert first.
    const left = await pageOf();
    expect(left.map(({ id }) => id)).toEqual([held, decided]);
    expect(left[0]).toMatchObject({ openAlerts: 1, flood: null });
  });

  it('is dismissed up to somewhere - a request that names no place is refused', async () => {
    await pushAlerts(await createTestDevice(), 20);
    const [row] = await floodsOf('device');
    for (const seenTo of [undefined, '', 'all', '9'.repeat(40)]) {
      const path = `meadow/api/floods/${row?.id}/dismiss`;
      expect((await staff.call('POST', path, cookie, { note: 'A script.', seenTo })).status).toBe(400);
    }
    expect(await floodsOf('device')).toHaveLength(1);
  });

  it('blocks nobody of a network: a first-time patient in it is listed first with the next alert', async () => {
    const devices: TestDevice[] = [];
    for (let index = 0; index < DEVICES; index++) {
      const device = await createTestDevice();
      devices.push(device);
      await alertFrom(device);
    }
    const [row] = await floodsOf('network');
    expect(row?.flood).toMatchObject({ alerts: DEVICES - OF_NETWORK, known: false });
    expect(await dismiss(row)).toMatchObject({ open: false, flood: { blocked: false } });
    const others = await pageOf();
    await server.database.sql`
      update inbox_items set resolved_at = now(), list_rank = null where id = any(${others.map(({ id }) => id)}::uuid[])`;
    const red = await staff.submit(await createTestDevice(), 'intake.submit', formOf());
    const patient = devices.at(-1) ?? (await createTestDevice());
    const session = randomUUID();
    const form = await staff.submit(patient, 'intake.submit', formOf({ session }));
    const alert = await staff.submit(patient, 'safety.alert', alertOf({ session }));
    expect(await statusOf(alert)).toMatchObject({ flood: null });
    const items = await pageOf();
    expect(items.map(({ id }) => id)).toEqual([form, red]);
    expect(items[0]).toMatchObject({ openAlerts: 1, flood: null });
    // Without a form before it, it is over the strangers' quota, and above forms all the same.
    const unsure = await alertFrom(devices.at(-2) ?? patient);
    expect((await pageOf()).map(({ id }) => id)).toEqual([form, unsure, red]);
  });

  it('keeps the alerts of a device that it blocks above forms, and its forms at the end', async () => {
    const attacker = await createTestDevice();
    await pushAlerts(attacker, 20);
    await dismiss((await floodsOf('device'))[0]);
    const red = await staff.submit(await createTestDevice(), 'intake.submit', formOf());
    const form = await staff.submit(attacker, 'intake.submit', formOf());
    expect((await pageOf()).map(({ id }) => id)).toEqual([red, form]);
    await alertFrom(attacker);
    const [first, second] = await pageOf();
    expect(first?.flood).toMatchObject({ alerts: 1, cases: 1, blocked: true });
    expect(second?.id).toBe(red);
    expect(await pageOf('?filter=alerts')).toHaveLength(1);
  });

  it('of strangers leaves what patients sent over the same network’s quota', async () => {
    const patients: TestDevice[] = [];
    for (let index = 0; index < OF_NETWORK + 2; index++) {
      const patient = await createTestDevice();
      patients.push(patient);
      await staff.submit(patient, 'intake.submit', formOf());
    }
    const known: string[] = [];
    for (const patient of patients) known.push(await alertFrom(patient));
    for (let index = 0; index < OF_NETWORK + 3; index++) await alertFrom(await createTestDevice());
    const rows = await floodsOf('network');
    expect(rows.map(({ flood }) => [flood?.known, flood?.alerts])).toEqual([
      [true, 2],
      [false, 3],
    ]);
    await dismiss(rows[1]);
    expect(await statusOf(known.at(-1) ?? '')).toMatchObject({ open: true });
    expect((await floodsOf('network')).map(({ id }) => id)).toEqual([rows[0]?.id]);
  });
});

describe('a flood of before its key said whose it is', () => {
  it('is read, dismissed, and its block lifted', async () => {
    const device = await createTestDevice();
    const id = await alertFrom(device);
    const { sql } = server.database;
    await sql`update inbox_items set flood = 'network:192.0.2.1' where id = ${id}`;
    await sql`insert into inbox_floods (vendor, key, began_at, lead) values ('meadow', 'network:192.0.2.1', now(), ${id})`;
    const [row] = await floodsOf('network');
    expect(row?.flood).toMatchObject({ alerts: 1, known: null });
    expect(await dismiss(row)).toMatchObject({ open: false });
    await sql`
      insert into blocked_devices (vendor, device, blocked_at, blocked_by, flood)
      values ('meadow', ${device.deviceId}, now(), 'Ana', 'network:192.0.2.1')`;
    await alertFrom(device);
    const [blocked] = await floodsOf('network');
    expect(blocked?.flood).toMatchObject({ blocked: true });
    expect(await ask(blocked, '/lift', {})).toMatchObject({ open: true, flood: { blocked: false } });
  });
});

describe('a kiosk whose flood is dismissed', () => {
  it('is never blocked: many people answer at it', async () => {
    const own = await openTestServer({
      packs: [
        await fixturePack('meadow', 'Meadow', {
          inboxQuotas: { device: { alerts: 4 }, kiosk: { alerts: 4 } },
        }),
      ],
    });
    servers.push(own);
    server = own;
    staff = openConsole(own);
    cookie = await staff.signIn();
    const kiosk = await enrolKiosk(own);
    const phone = await createTestDevice();
    for (const device of [kiosk.device, phone]) await pushAlerts(device, 20);
    const floods = await floodsOf('device');
    expect(floods).toHaveLength(2);
    for (const flood of floods) expect(await dismiss(flood)).toMatchObject({ open: false });
    const blocked = await own.database.sql`select device from blocked_devices`;
    expect(blocked.map(({ device }) => device)).toEqual([phone.deviceId]);
  });
});
