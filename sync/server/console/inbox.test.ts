import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchResponseSchema } from '../../protocol/console.ts';
import { openConsole, type TestConsole } from '../testing/test-console.ts';
import {
  createTestDevice,
  intake,
  safetyAlert,
  sealed,
  sleepResponse,
  type TestDevice,
} from '../testing/test-device.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let device: TestDevice;
let staff: TestConsole;
beforeAll(async () => {
  server = await openTestServer();
  device = await createTestDevice();
  staff = openConsole(server);
});
afterAll(() => server.close());

describe('the inbox (promise 10)', () => {
  it('shows alerts first, then red cases, then the rest by what is due', async () => {
    const form = server.formHash;
    const chestPain = sleepResponse({ chestPain: true });
    const routine = await staff.submit(device, 'intake.submit', intake(form));
    const red = await staff.submit(device, 'intake.submit', intake(form, { response: chestPain }));
    const later = await staff.submit(device, 'intake.submit', intake(form));
    const alert = await staff.submit(device, 'safety.alert', safetyAlert(form));
    const cookie = await staff.signIn();
    const idsOf = async (filter: string) =>
      (await staff.inbox(cookie, `?filter=${filter}`)).items.map(({ id }) => id);
    const all = await staff.inbox(cookie);
    expect(all.items.map(({ id }) => id)).toEqual([alert, red, routine, later]);
    expect(all.counts).toEqual({ open: 4, alerts: 1, red: 2, held: 0 });
    expect(all.items[1]).toMatchObject({
      kind: 'case',
      patientName: 'Rosa Quill',
      place: 'US-CA',
      triage: 'red',
      status: 'new',
      reasons: [{ rule: 'chest-pain-now', outcome: 'URGENT', withdrawn: false }],
      formTitle: { en: 'Sleep check' },
    });
    expect(await idsOf('alerts')).toEqual([alert]);
    expect(await idsOf('red')).toEqual([alert, red]);
    expect(await idsOf('held')).toEqual([]);
    expect(await idsOf('done')).toEqual([]);
    await staff.call('POST', `meadow/api/cases/${red}/review`, cookie, {});
    await staff.call('POST', `meadow/api/alerts/${alert}/acknowledge`, cookie, { note: 'Called.' });
    expect(await idsOf('open')).toEqual([routine, later]);
    expect(await idsOf('done')).toEqual([alert, red]);
  });

  it('goes through its pages without a case twice or left out', async () => {
    const cookie = await staff.signIn();
    const before = (await staff.inbox(cookie)).items.length;
    const operations = Array.from({ length: 110 }, (_, index) =>
      sealed('intake.submit', intake(server.formHash, index % 7 === 0 ? { consents: [] } : {})),
    );
    for (let from = 0; from < operations.length; from += 50)
      await device.push(server.send, 'meadow', operations.slice(from, from + 50));
    for (const filter of ['open', 'held']) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await staff.inbox(cookie, `?filter=${filter}${cursor ? `&cursor=${cursor}` : ''}`);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.cursor;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(filter === 'open' ? before + 110 : 16);
    }
  });

  it('starts at the top for a cursor that it can not read', async () => {
    const cookie = await staff.signIn();
    const first = await staff.inbox(cookie);
    expect((await staff.inbox(cookie, '?cursor=nonsense')).items).toEqual(first.items);
  });

  it('finds a case by its code, however it is typed, and only its own vendor', async () => {
    const operation = sealed('intake.submit', intake(server.formHash));
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [operation]);
    const code = result?.receipt?.code ?? '';
    const typed = encodeURIComponent(` ${code.toLowerCase().replace('-', ' ')} `);
    const search = async (vendor: string) => {
      const answer = await staff.call(
        'GET',
        `${vendor}/api/search?code=${typed}`,
        await staff.signIn(vendor),
      );
      return searchResponseSchema.parse(JSON.parse(answer.body)).items.map(({ id }) => id);
    };
    expect(await search('meadow')).toContain(operation.opId);
    expect(await search('brook')).toEqual([]);
  });
});
