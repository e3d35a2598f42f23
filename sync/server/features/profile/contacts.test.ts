/** Further email addresses of a person, and who may remove which. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContactList } from '../../../protocol/api/accounts.ts';
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../accounts/testing/test-accounts.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const language = 'en';

let clinic: TestAccounts;
beforeAll(async () => {
  clinic = await openTestAccounts();
});
afterAll(() => clinic.server.close());
beforeEach(async () => {
  await clinic.server.database.sql`delete from rate_limits`;
  clinic.server.pass(1_000);
});

let people = 0;
const newAddress = (name: string) => `${name}-${people++}@mail.example`;
const ask = (browser: TestBrowser, email: string) => browser.call('POST', 'contacts', { email, language });
const prove = (browser: TestBrowser, email: string, code = clinic.codeFor(email)) =>
  browser.call('PUT', 'contacts', { email, language, code });
const remove = (browser: TestBrowser, email: string) => browser.call('POST', 'contacts/removal', { email });
const list = async (browser: TestBrowser) =>
  (await browser.call<ContactList>('GET', 'contacts')).json.contacts.map(({ email, canRemove }) => [
    email,
    canRemove,
  ]);

async function add(browser: TestBrowser, email: string): Promise<void> {
  expect((await ask(browser, email)).status).toBe(204);
  clinic.server.pass(1_000);
  expect((await prove(browser, email)).status).toBe(204);
}

describe('another email address', () => {
  it('is added by a fresh proof and its own code, signs in, and is told to the one before (A10)', async () => {
    const [old, added] = [newAddress('old'), newAddress('new')];
    const phone = await clinic.browser();
    const { person } = await phone.enter(old);
    clinic.server.pass(5 * MINUTE + 1);
    expect((await ask(phone, added)).code).toBe('PROOF_TOO_OLD');
    await phone.enter(old);
    await add(phone, added);
    expect(clinic.changesFor(old).at(-1)).toBe('email-added');
    expect((await (await clinic.browser()).enter(added)).person).toBe(person);
    expect((await clinic.trail()).map(({ action }) => action)).toContain('account-email-added');
    expect(JSON.stringify(await clinic.trail())).not.toContain(added);
  });

  it('that mail came back from is told to its patient alone, until a code from there is entered', async () => {
    const email = newAddress('gone');
    const [phone, other] = [await clinic.browser(), await clinic.browser()];
    const [{ person }] = [await phone.enter(email), await other.enter(newAddress('there'))];
    const undeliverable = async (browser: TestBrowser) =>
      (await browser.call<ContactList>('GET', 'contacts')).json.contacts.map((one) => one.undeliverable);
    await clinic.messages.undeliverable({ vendor: 'meadow', channel: 'mail', to: email });
    await clinic.messages.undeliverable({ vendor: 'brook', channel: 'mail', to: email });
    expect([await undeliverable(phone), await undeliverable(other)]).toEqual([[true], [false]]);
    clinic.server.pass(60_000);
    expect((await (await clinic.browser()).enter(email)).person).toBe(person);
    expect(await undeliverable(phone)).toEqual([false]);
  });

  it('can’t take the place of the one before for seven days, which may undo it meanwhile (A10)', async () => {
    const [old, added] = [newAddress('old'), newAddress('new')];
    const [owner, thief] = [await clinic.browser(), await clinic.browser()];
    await owner.enter(old);
    await thief.enter(old);
    await add(thief, added);
    expect((await remove(thief, old)).code).toBe('EMAIL_NEEDED');
    expect(await list(thief)).toEqual([
      [old, false],
      [added, true],
    ]);
    clinic.server.pass(7 * DAY - MINUTE);
    await thief.enter(added);
    expect((await remove(thief, old)).code).toBe('EMAIL_NEEDED');
    await owner.enter(old);
    expect((await remove(owner, added)).status).toBe(204);
    expect([(await owner.session()).status, (await thief.session()).status]).toEqual([200, 401]);
    expect(clinic.changesFor(added).at(-1)).toBe('email-removed');
  });

  it('stands alone after seven days', async () => {
    const [old, added] = [newAddress('old'), newAddress('new')];
    const phone = await clinic.browser();
    await phone.enter(old);
    await add(phone, added);
    clinic.server.pass(7 * DAY);
    await phone.enter(added);
    expect((await remove(phone, old)).status).toBe(204);
    expect(await list(phone)).toEqual([[added, false]]);
    expect((await remove(phone, added)).code).toBe('EMAIL_NEEDED');
  });

  it('waits for its code for ten minutes, in the session that asked, and is gone with a new password (A6, A8)', async () => {
    const [old, added] = [newAddress('old'), newAddress('new')];
    const [owner, thief] = [await clinic.browser(), await clinic.browser()];
    await owner.enter(old);
    await thief.enter(old);
    expect((await ask(thief, added)).status).toBe(204);
    const code = clinic.codeFor(added);
    // Neither another session of the same person uses it, nor does it sign anybody in.
    expect((await prove(owner, added, code)).code).toBe('SIGN_IN_FAILED');
    expect((await thief.signIn(added, { code })).code).toBe('SIGN_IN_FAILED');
    expect((await owner.call('PUT', 'password', { password: 'seven blue herons at dusk' })).status).toBe(204);
    expect((await prove(thief, added, code)).status).toBe(401);
    expect((await ask(owner, added)).status).toBe(204);
    clinic.server.pass(10 * MINUTE + 1);
    expect((await prove(owner, added)).code).toBe('SIGN_IN_FAILED');
  });

  it('is nobody else’s: asking tells nothing, and only who reads it hears that it has an account', async () => {
    const [one, other] = [newAddress('one'), newAddress('other')];
    const [phone, stranger] = [await clinic.browser(), await clinic.browser()];
    await phone.enter(one);
    await stranger.enter(other);
    const answers = [await ask(phone, other), await ask(phone, newAddress('free'))];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [204, ''],
      [204, ''],
    ]);
    expect((await prove(phone, other, '000000')).code).toBe('SIGN_IN_FAILED');
    expect((await prove(phone, other)).code).toBe('EMAIL_TAKEN');
    expect((await remove(phone, other)).code).toBe('NOT_FOUND');
    expect(await list(stranger)).toEqual([[other, false]]);
  });
});
