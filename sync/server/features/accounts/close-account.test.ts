import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withCookie } from '../../testing/test-patients.ts';
import { openTestAccounts, type TestAccounts, type TestBrowser } from './testing/test-accounts.ts';

const MINUTE = 60_000;

let clinic: TestAccounts;
beforeAll(async () => {
  clinic = await openTestAccounts();
});
afterAll(() => clinic.server.close());

const records = async (browser: TestBrowser) => {
  const send = withCookie(clinic.server.send, browser.cookie());
  const { status, text } = await browser.device.request(send, 'GET', '/connect/meadow/sync/v1/records');
  return [status, JSON.parse(text).code];
};

describe('an account', () => {
  it('is closed with a fresh proof alone, and each of its devices hears of it', async () => {
    const email = 'ana@mail.example';
    const [phone, tablet] = [await clinic.browser(), await clinic.browser()];
    await tablet.enter(email);
    await phone.enter(email);
    const code = (await tablet.askForCode(email)) && clinic.codeFor(email);
    clinic.server.pass(5 * MINUTE + 1);
    expect((await phone.call('POST', 'closing')).code).toBe('PROOF_TOO_OLD');
    expect((await tablet.session()).status).toBe(200);
    await phone.enter(email);
    expect((await phone.call('POST', 'closing')).status).toBe(204);
    expect(phone.cookie()).toBe('');
    expect(await records(tablet)).toEqual([410, 'PERSON_CLOSED']);
    expect((await tablet.session()).code).toBe('PERSON_CLOSED');
    expect((await tablet.signIn(email, { code })).code).toBe('SIGN_IN_FAILED');
    expect(clinic.changesFor(email).at(-1)).toBe('account-closed');
    // The sign-in that failed is written when nobody waits for it any more: before this, or after.
    expect((await clinic.trail()).map(({ action }) => action)).toContain('account-closed');
  });

  it('frees its address: who proves it later is somebody new, and sees nothing of what was', async () => {
    const email = 'ben@mail.example';
    const phone = await clinic.browser();
    const { person } = await phone.enter(email);
    const opId = clinic.sent({ device: phone.device.deviceId });
    expect((await phone.claim([opId], '1990-05-04')).json.claimed).toEqual([opId]);
    expect((await phone.call('POST', 'closing')).status).toBe(204);
    const again = await phone.enter(email);
    expect(again.person).not.toBe(person);
    expect((await phone.claim([opId], '1990-05-04')).json.claimed).toEqual([]);
    // What was sent stays the closed account's: the clinic keeps it.
    const rows = await clinic.server.database.sql`select person from person_operations where op_id = ${opId}`;
    expect(rows).toEqual([{ person }]);
  });

  it('is closed once: nobody else’s session closes it, and no second request does anything', async () => {
    const [phone, stranger] = [await clinic.browser(), await clinic.browser()];
    await phone.enter('cleo@mail.example');
    await stranger.enter('dan@mail.example');
    const cookie = phone.cookie();
    expect((await stranger.call('POST', 'closing', undefined, { cookie })).status).toBe(401);
    expect((await phone.session()).status).toBe(200);
    expect((await phone.call('POST', 'closing')).status).toBe(204);
    expect((await phone.call('POST', 'closing', undefined, { cookie })).code).toBe('PERSON_CLOSED');
    expect(clinic.changesFor('cleo@mail.example').filter((what) => what === 'account-closed')).toHaveLength(
      1,
    );
  });
});
