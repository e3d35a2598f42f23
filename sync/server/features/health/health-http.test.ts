/** The way of an edit: pushed by a patient's device, opened and judged in a worker, read as records by their devices and by nobody else's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weightOf } from '../../../domain/health/resources.ts';
import { recordsPageSchema } from '../../../protocol/api/records.ts';
import { healthEdit } from '../../../protocol/operations/health-edit.ts';
import type { HealthEdit } from '../../../protocol/operations/payloads/health-edit.ts';
import { sealed } from '../../testing/test-device.ts';
import { withCookie } from '../../testing/test-patients.ts';
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../accounts/testing/test-accounts.ts';

let clinic: TestAccounts;
beforeAll(async () => {
  clinic = await openTestAccounts();
});
afterAll(() => clinic.server.close());

const push = (browser: TestBrowser, person: string, weight: number) => {
  const edit: HealthEdit = {
    ...{ session: person, vendor: 'meadow', person, statedAt: '2026-05-04T10:00:00+02:00' },
    change: { does: 'state', record: 'weight', basedOn: null, resource: weightOf(weight, 'kg') },
  };
  return browser.device.push(clinic.server.send, 'meadow', [sealed(healthEdit.kind, edit)]);
};
async function recordsOf(browser: TestBrowser) {
  const send = withCookie(clinic.server.send, browser.cookie());
  const { status, text } = await browser.device.request(send, 'GET', '/connect/meadow/sync/v1/records');
  return status === 200 ? recordsPageSchema.parse(JSON.parse(text)).records : status;
}
const kindsOf = (records: Awaited<ReturnType<typeof recordsOf>>) =>
  typeof records === 'number' ? records : records.map(({ kind, id }) => `${kind} ${id}`);

describe('a health profile', () => {
  it('is on both devices of its patient, with both values where they disagree, and on nobody else’s', async () => {
    const [phone, tablet, stranger] = [
      await clinic.browser(),
      await clinic.browser(),
      await clinic.browser(),
    ];
    const { person } = await phone.enter('ana@mail.example');
    await tablet.enter('ana@mail.example');
    await stranger.enter('ben@mail.example');
    const [first] = (await push(phone, person, 80)).results;
    expect(first).toMatchObject({ outcome: 'applied', recordsSeq: expect.any(Number) });
    const second = await push(tablet, person, 82);
    const forged = await push(stranger, person, 20);
    expect([second, forged].map(({ results }) => results[0]?.outcome)).toEqual(['applied', 'applied']);
    for (const browser of [phone, tablet])
      expect(kindsOf(await recordsOf(browser))).toEqual([
        'health weight',
        `health-conflict ${second.results[0]?.opId}`,
      ]);
    expect(await recordsOf(stranger)).toEqual([]);
    expect(await recordsOf(await clinic.browser())).toBe(401);
  });
});
