import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type KioskAlarm, kioskListSchema } from '../../../protocol/api/console-kiosks.ts';
import { receiptCode } from '../../core/ingest/receipts.ts';
import { openConsole, type TestConsole } from '../../testing/test-console.ts';
import { createTestDevice, intake, sealed } from '../../testing/test-device.ts';
import { enrolKiosk, newCode, type TestKiosk } from '../../testing/test-kiosk.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let console: TestConsole;
let cookie: string;
beforeAll(async () => {
  server = await openTestServer();
  console = openConsole(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  // A minute for the next codes.
  server.pass(60_000);
  cookie = await console.signIn();
});

const form = () => sealed('intake.submit', intake(server.formHash));
const send = async (kiosk: TestKiosk, ...operations: ReturnType<typeof form>[]) =>
  (await kiosk.device.push(server.send, 'meadow', operations)).results.map(({ outcome }) => outcome);

async function alarms(kiosk: TestKiosk): Promise<readonly KioskAlarm[]> {
  const answer = await console.call('GET', 'meadow/api/kiosks', cookie);
  return (
    kioskListSchema.parse(JSON.parse(answer.body)).kiosks.find(({ id }) => id === kiosk.id)?.alarms ?? []
  );
}
const kinds = async (kiosk: TestKiosk) =>
  (await alarms(kiosk)).map(({ kind, counter, received }) => `${kind} ${counter} ${received}`);

describe("a kiosk's chain (promise 11)", () => {
  it('is quiet while all is well - in order, late, twice and at the same time', async () => {
    const kiosk = await enrolKiosk(server);
    const [one, two, three, four] = [
      kiosk.link(form()),
      kiosk.link(form()),
      kiosk.link(form()),
      kiosk.link(form()),
    ];
    expect(await send(kiosk, one)).toEqual(['applied']);
    expect(await send(kiosk, one)).toEqual(['applied']);
    await Promise.all([send(kiosk, four), send(kiosk, three)]);
    // On its way still.
    await kiosk.health({ chained: 4, queued: 1 });
    expect(await kinds(kiosk)).toEqual([]);
    await send(kiosk, two, two, three);
    await kiosk.health({ chained: 4, queued: 0 });
    expect(await kinds(kiosk)).toEqual([]);
  });

  it('tells once what is missing, more where more is, and no more when it has come', async () => {
    const kiosk = await enrolKiosk(server);
    const [one, two, three, four] = [
      kiosk.link(form()),
      kiosk.link(form()),
      kiosk.link(form()),
      kiosk.link(form()),
    ];
    await send(kiosk, one, three);
    await kiosk.health({ chained: 3 });
    await kiosk.health({ chained: 3 });
    expect(await kinds(kiosk)).toEqual(['missing 3 2']);
    await kiosk.health({ chained: 4 });
    expect(await kinds(kiosk)).toEqual(['missing 3 2', 'missing 4 2']);
    await send(kiosk, two, four);
    await kiosk.health({ chained: 4 });
    expect(await kinds(kiosk)).toEqual([]);
  });

  it('notices another envelope under a number, and takes both', async () => {
    const kiosk = await enrolKiosk(server);
    const first = kiosk.link(form());
    const second = kiosk.link(form(), { counter: 1, previous: '0'.repeat(64) });
    expect(await send(kiosk, first, second)).toEqual(['applied', 'applied']);
    expect(await alarms(kiosk)).toMatchObject([
      { kind: 'replaced', counter: 1, code: receiptCode(second.opId) },
    ]);
  });

  it('notices a link that follows something else, and takes it', async () => {
    const kiosk = await enrolKiosk(server);
    const first = kiosk.link(form());
    const second = kiosk.link(form(), { previous: 'f'.repeat(64) });
    expect(await send(kiosk, first, second)).toEqual(['applied', 'applied']);
    expect(await kinds(kiosk)).toEqual(['broken 2 null']);
    // The later one came first.
    const other = await enrolKiosk(server);
    const one = other.link(form());
    const two = other.link(form(), { previous: 'f'.repeat(64) });
    await send(other, two);
    expect(await kinds(other)).toEqual([]);
    await send(other, one);
    expect(await kinds(other)).toEqual(['broken 2 null']);
  });

  it('notices what the kiosk has not signed, and takes it', async () => {
    const kiosk = await enrolKiosk(server);
    const stranger = await enrolKiosk(server);
    expect(await send(kiosk, form())).toEqual(['applied']);
    expect(await send(kiosk, stranger.link(form()))).toEqual(['applied']);
    const changed = form();
    const { chain } = kiosk.link(form());
    expect(await send(kiosk, chain ? { ...changed, chain } : changed)).toEqual(['applied']);
    expect((await kinds(kiosk)).toSorted()).toEqual(['forged 1 null', 'forged 1 null', 'unsigned 0 null']);
  });

  it('asks nothing of a device that is no kiosk', async () => {
    const phone = await createTestDevice();
    const kiosk = await enrolKiosk(server);
    const { results } = await phone.push(server.send, 'meadow', [form(), kiosk.link(form())]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
    expect(
      await server.database.sql`select 1 from kiosk_alarms where device = ${phone.deviceId}`,
    ).toHaveLength(0);
  });

  it('is looked into by a person, and that is on record', async () => {
    const kiosk = await enrolKiosk(server);
    const operation = form();
    await send(kiosk, operation);
    const [alarm] = await alarms(kiosk);
    const path = `kiosks/${kiosk.id}/alarms/${alarm?.id}/seen`;
    const brook = await console.signIn('brook');
    expect((await console.call('POST', `brook/api/${path}`, brook, {})).status).toBe(404);
    expect((await console.call('POST', `meadow/api/${path}`, cookie, {})).status).toBe(200);
    expect(await alarms(kiosk)).toEqual([]);
    // The same operation again raises nothing new.
    await send(kiosk, operation);
    expect(await alarms(kiosk)).toEqual([]);
    const trail = await server.database.sql<{ action: string }[]>`
      select action from audit_events where subject = ${operation.opId} order by no`;
    expect(trail.map(({ action }) => action)).toEqual(['kiosk-alarm', 'kiosk-alarm-seen']);
  });

  it('goes on after a sign-out: what the kiosk has sealed still comes', async () => {
    const kiosk = await enrolKiosk(server);
    const [one, two] = [kiosk.link(form()), kiosk.link(form())];
    await send(kiosk, one);
    await console.call('POST', `meadow/api/kiosks/${kiosk.id}/sign-out`, cookie, {});
    await kiosk.health({ chained: 2 });
    expect(await kinds(kiosk)).toEqual(['missing 2 1']);
    expect(await send(kiosk, two)).toEqual(['applied']);
    await kiosk.health({ chained: 2 });
    expect(await kinds(kiosk)).toEqual([]);
  });

  it('is taken from a machine with a new key, which sends what it had signed with the old one, and tells', async () => {
    const old = await enrolKiosk(server);
    const payload = intake(server.formHash);
    const first = old.link(sealed('intake.submit', payload));
    const second = old.link(sealed('intake.submit', payload, { laneNo: 2 }));
    const third = old.link(form());
    expect(await send(old, first)).toEqual(['applied']);
    const anew = await enrolKiosk(server);
    // The server lacks what came before in the lane under this key: the machine offers it again.
    expect(await send(anew, second)).toEqual(['waiting']);
    expect(await send(anew, first, second, third)).toEqual(['applied', 'applied', 'applied']);
    expect(await kinds(anew)).toEqual(['forged 1 null', 'forged 2 null', 'forged 3 null']);
    expect(await kinds(old)).toEqual([]);
    // Its own chain begins anew, and lacks nothing.
    expect(await send(anew, anew.link(form()))).toEqual(['applied']);
    await anew.health({ chained: 1 });
    expect((await kinds(anew)).filter((kind) => !kind.startsWith('forged'))).toEqual([]);
  });

  it('goes on where the same machine is enrolled once more', async () => {
    const kiosk = await enrolKiosk(server);
    const [one, two] = [kiosk.link(form()), kiosk.link(form())];
    await send(kiosk, one);
    await console.call('POST', `meadow/api/kiosks/${kiosk.id}/sign-out`, cookie, {});
    server.pass(60_000);
    const { code } = await newCode(console, cookie);
    const answer = await kiosk.ask('POST', 'enrol', {
      code,
      deviceKey: kiosk.device.deviceKey,
      host: 'chromium',
      version: '1.2.3',
    });
    expect(answer.json).toMatchObject({ kioskId: kiosk.id, version: 2 });
    expect(await send(kiosk, two)).toEqual(['applied']);
    await kiosk.health({ chained: 2 });
    expect(await kinds(kiosk)).toEqual([]);
  });
});
