import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsPageSchema } from '../../../protocol/api/records.ts';
import { SYNC_MEDIA_TYPE } from '../../../protocol/wire.ts';
import { ProblemError } from '../../base/problems.ts';
import { createTestDevice, type TestDevice } from '../../testing/test-device.ts';
import { createTestPatients, withCookie } from '../../testing/test-patients.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createWakes } from '../events/wakes.ts';
import type { Core, Feature } from '../feature.ts';
import { note } from './testing/open-records.ts';

const patients = createTestPatients();
let core: Core;
const witness: Feature = {
  name: 'witness',
  open(given) {
    core = given;
    return {};
  },
};
let server: TestServer;
let device: TestDevice;
beforeAll(async () => {
  server = await openTestServer({ features: [...patients.features, witness] });
  device = await createTestDevice();
});
afterAll(() => server.close());

const ask = (cookie: string, query = '', vendor = 'meadow', asking = device) =>
  asking.request(withCookie(server.send, cookie), 'GET', `/connect/${vendor}/sync/v1/records${query}`);
const publish = (...changes: readonly ReturnType<typeof note>[]) =>
  core.publishWithin(async (_transaction, { record }) => {
    for (const change of changes) record(change);
  });

function newPatient(vendor = 'meadow') {
  const name = { vendor, person: randomUUID() };
  return { name, cookie: patients.signIn({ ...name, device: device.deviceId }) };
}

describe('GET records', () => {
  it('gives who is signed in their own records, which no cache may keep (R21)', async () => {
    const [ana, ben] = [newPatient(), newPatient()];
    await publish(note(ana.name, 'n', 'ana'), note(ben.name, 'n', 'ben'));
    const answer = await ask(ana.cookie);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toContain(SYNC_MEDIA_TYPE);
    const page = recordsPageSchema.parse(JSON.parse(answer.text));
    expect(page).toMatchObject({
      ...{ person: ana.name.person, head: 1, more: false, resync: true, first: true },
      records: [{ body: { text: 'ana' } }],
    });
    const next = await ask(ana.cookie, `?cursor=${page.cursor}`);
    expect(JSON.parse(next.text)).toMatchObject({ records: [] });
    expect(JSON.parse(next.text)).not.toHaveProperty('resync');
    // Signed in as another now: the cursor is the first one's.
    const switched = await ask(ben.cookie, `?cursor=${page.cursor}`);
    expect(JSON.parse(switched.text)).toMatchObject({ resync: true, records: [{ body: { text: 'ben' } }] });
  });

  it.each(['?cursor=nonsense', `?cursor=${'a'.repeat(5_000)}`, '?cursor=x&cursor=y', '?cursor=%00'])(
    'gives everything where the cursor is none - %s',
    async (query) => {
      const { name, cookie } = newPatient();
      await publish(note(name, 'n', 'x'));
      expect(JSON.parse((await ask(cookie, query)).text)).toMatchObject({ resync: true, records: [{}] });
    },
  );

  it('gives nothing without a session of this vendor and this device, and says that it has ended', async () => {
    const elsewhere = newPatient('brook');
    const other = await createTestDevice();
    const stolen = newPatient();
    for (const answer of [
      await ask('nothing=x'),
      await ask(elsewhere.cookie),
      await ask(stolen.cookie, '', 'meadow', other),
    ])
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 'SESSION_ENDED']);
    const unproven = await server.app.inject({
      url: '/connect/meadow/sync/v1/records',
      headers: { cookie: stolen.cookie },
    });
    expect([unproven.statusCode, unproven.json().code]).toEqual([401, 'PROOF_MISSING']);
    const nowhere = await ask(stolen.cookie, '', 'nobody');
    expect([nowhere.status, JSON.parse(nowhere.text).code]).toEqual([404, 'VENDOR_NOT_FOUND']);
  });

  it.each(['PERSON_MERGED', 'PERSON_CLOSED'] as const)(
    'says that these records are nobody’s any more - %s',
    async (code) => {
      const { cookie } = newPatient();
      patients.failWith(new ProblemError(code));
      const answer = await ask(cookie);
      patients.failWith(undefined);
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([410, code]);
    },
  );

  it('wakes each device of the person once there is something, and nobody else’s', async () => {
    const [ana, ben] = [newPatient(), newPatient('brook')];
    const second = { ...ana.name, device: 'second' };
    patients.signIn(second);
    const woken: string[] = [];
    const wakes = createWakes(server.database.sql);
    for (const [vendor, name] of [
      ['meadow', device.deviceId],
      ['meadow', 'second'],
      ['brook', device.deviceId],
    ] as const)
      await wakes.listen(vendor, name, () => woken.push(`${vendor} ${name}`));
    await publish(note(ana.name, 'n', 'x'));
    // Twice is no harm: a device that is woken only asks.
    await expect
      .poll(() => [...new Set(woken)].toSorted())
      .toEqual([`meadow ${device.deviceId}`, 'meadow second'].toSorted());
    core.wakePerson('brook', ben.name.person);
    await expect.poll(() => woken).toContain(`brook ${device.deviceId}`);
    await wakes.close();
  });
});
