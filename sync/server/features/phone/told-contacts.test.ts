/** Whatever changes how somebody signs in is told to each of their addresses, in the language that is read there. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestBrowser } from '../accounts/testing/test-accounts.ts';
import { openTestPhones, type TestPhones } from './testing/test-phones.ts';

const [FIRST, SECOND, THIRD] = ['ana@example.org', 'ana@work.example', 'ana@other.example'] as const;
const SECRET = 'violet harbor quietly sings';

let phones: TestPhones;
let ana: TestBrowser;
let other: TestBrowser;

async function addEmail(email: string, language: string): Promise<void> {
  await ana.call('POST', 'contacts', { email, language });
  const added = await ana.call('PUT', 'contacts', { email, language, code: phones.codeFor(email) });
  expect(added.status).toBe(204);
}

/** Signed in on two devices, with two addresses: one is read in English, the other in Spanish. */
beforeEach(async () => {
  phones = await openTestPhones();
  ana = await phones.patient(FIRST);
  await addEmail(SECOND, 'es');
  other = await phones.browser({ from: '203.0.113.9' });
  await other.enter(FIRST);
  phones.server.pass(1_000);
});
afterEach(() => phones.server.close());

const idOfOther = async () =>
  (await ana.sessions()).json.sessions.find(({ current }) => !current)?.id ?? 'none';

const CHANGES = {
  'signed-in': async () => (await (await phones.browser({ from: '203.0.113.8' })).enter(FIRST)).person !== '',
  'password-set': () => ana.call('PUT', 'password', { password: SECRET }),
  'password-removed': async () => {
    await ana.call('PUT', 'password', { password: SECRET });
    return ana.call('PUT', 'password', { password: null });
  },
  'session-ended': async () => ana.call('DELETE', `sessions/${await idOfOther()}`),
  'sessions-ended': () => ana.call('DELETE', 'sessions'),
  'email-added': () => addEmail(THIRD, 'ar'),
  'email-removed': async () => {
    await addEmail(THIRD, 'ar');
    return ana.call('POST', 'contacts/removal', { email: THIRD });
  },
  'phone-added': () => phones.prove(ana),
  'phone-contact': () => phones.prove(ana, undefined, undefined, false),
  'phone-removed': async () => {
    await phones.prove(ana);
    return ana.call('DELETE', 'phone');
  },
  'account-closed': () => ana.call('POST', 'closing'),
} as const;

describe('every address is told, in its own language', () => {
  it.each(Object.entries(CHANGES))('%s', async (what, change) => {
    const before = phones.letters.length;
    await change();
    const told = phones.letters
      .slice(before)
      .flatMap((letter) => ('what' in letter && letter.what === what ? [[letter.to, letter.language]] : []));
    expect(told).toEqual(
      expect.arrayContaining([
        [FIRST, 'en'],
        [SECOND, 'es'],
      ]),
    );
    const isOfThird = what === 'email-added' || what === 'email-removed';
    expect(told.filter(([to]) => to === THIRD)).toEqual(isOfThird ? [[THIRD, 'ar']] : []);
    expect(told).toHaveLength(isOfThird ? 3 : 2);
  });
});
