/** A date of birth that a claim has proven: pushed and claimed over HTTP, read as records by the patient's own devices. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsPageSchema } from '../../../protocol/api/records.ts';
import type { PersonEdit } from '../../../protocol/operations/payloads/person-edit.ts';
import { personEdit } from '../../../protocol/operations/person-edit.ts';
import { sealed } from '../../testing/test-device.ts';
import { withCookie } from '../../testing/test-patients.ts';
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../accounts/testing/test-accounts.ts';

let clinic: TestAccounts;
beforeAll(async () => {
  clinic = await openTestAccounts();
});
afterAll(() => clinic.server.close());

const push = (browser: TestBrowser, person: string, birthDate: string, basedOn: string | null = null) => {
  const edit: PersonEdit = {
    ...{ session: person, vendor: 'meadow', person, statedAt: '2026-05-04T10:00:00+02:00' },
    change: { does: 'state', record: 'birth-date', basedOn, value: { birthDate } },
  };
  return browser.device.push(clinic.server.send, 'meadow', [sealed(personEdit.kind, edit)]);
};
async function recordsOf(browser: TestBrowser) {
  const send = withCookie(clinic.server.send, browser.cookie());
  const { status, text } = await browser.device.request(send, 'GET', '/connect/meadow/sync/v1/records');
  return status === 200 ? recordsPageSchema.parse(JSON.parse(text)).records : [];
}

describe('a date of birth', () => {
  it('is the patient’s word until a claim has proven it, and then only the clinic’s to correct', async () => {
    const phone = await clinic.browser();
    const { person } = await phone.enter('ana@mail.example');
    const stated = await push(phone, person, '1990-04-05');
    expect(stated.results[0]?.outcome).toBe('applied');
    const opId = clinic.sent({ device: phone.device.deviceId });
    expect((await phone.claim([opId], '1990-05-04')).json).toEqual({ claimed: [opId] });
    const proven = { value: { birthDate: '1990-05-04' }, author: 'clinic', proven: true };
    const [record] = await recordsOf(phone);
    expect(record).toMatchObject({ kind: 'person', id: 'birth-date', body: proven });
    const version = String(record?.body?.version);
    const other = await push(phone, person, '1991-01-01', version);
    const records = await recordsOf(phone);
    expect(records.find(({ id }) => id === 'birth-date')?.body).toMatchObject(proven);
    expect(records.find(({ id }) => id === other.results[0]?.opId)?.body).toMatchObject({
      ...{ record: 'birth-date', value: { birthDate: '1991-01-01' }, why: 'proven' },
    });
  });
});
