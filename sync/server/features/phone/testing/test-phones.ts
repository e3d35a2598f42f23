/** Accounts at two clinics of which one sends texts, to North America. */
import type { PhoneAnswer } from '../../../../protocol/api/phone.ts';
import { fixturePack } from '../../../testing/fixture-pack.ts';
import type { TestServerOptions } from '../../../testing/test-server.ts';
import {
  type CallAnswer,
  openTestAccounts,
  type TestAccounts,
  type TestBrowser,
} from '../../accounts/testing/test-accounts.ts';

export const NUMBER = '+12025550143';
export const BIRTH_DATE = '1990-05-04';

export interface TestPhones extends TestAccounts {
  /** Signed in, with a date of birth on file. */
  patient(email: string, birthDate?: string | null): Promise<TestBrowser>;
  /** @throws where one of the steps fails. */
  prove(browser: TestBrowser, number?: string, typed?: string, signsIn?: boolean): Promise<void>;
  ask(browser: TestBrowser, phone?: string, from?: string): Promise<CallAnswer<unknown>>;
  enter(
    browser: TestBrowser,
    given?: {
      readonly phone?: string;
      readonly code?: string;
      readonly birthDate?: string;
      readonly from?: string;
    },
  ): Promise<CallAnswer<{ person: string }>>;
  phoneOf(browser: TestBrowser): Promise<PhoneAnswer>;
  textsTo(number: string): number;
}

export async function openTestPhones(
  options: TestServerOptions & { readonly perDay?: number } = {},
): Promise<TestPhones> {
  const { perDay, ...rest } = options;
  const texts = { countries: ['US', 'CA'], ...(perDay === undefined ? {} : { perDay }) };
  const accounts = await openTestAccounts({
    packs: [
      await fixturePack('meadow', 'Meadow Clinic', { texts }),
      await fixturePack('brook', 'Brook Clinic'),
    ],
    ...rest,
  });
  const { server, browser: open, codeFor, letters } = accounts;
  let people = 0;
  const phones: TestPhones = {
    ...accounts,
    async patient(email, birthDate = BIRTH_DATE) {
      people += 1;
      const browser = await open({ from: `198.51.${100 + people}.1` });
      const { person } = await browser.enter(email);
      await server.database.sql`update persons set birth_date = ${birthDate} where id = ${person}`;
      return browser;
    },
    async prove(browser, number = NUMBER, typed = number, signsIn = true) {
      const asked = await browser.call('POST', 'phone/proof', { phone: typed, language: 'en' });
      if (asked.status !== 204) throw new Error(`Asking was answered ${asked.status}: ${asked.body}`);
      const proven = await browser.call('PUT', 'phone', {
        phone: typed,
        language: 'en',
        code: codeFor(number),
        signsIn,
      });
      if (proven.status !== 204) throw new Error(`Proving was answered ${proven.status}: ${proven.body}`);
    },
    ask: (browser, phone = NUMBER, from) =>
      browser.call('POST', 'phone/codes', { phone, language: 'en' }, from === undefined ? {} : { from }),
    enter: (browser, { phone = NUMBER, code = codeFor(NUMBER), birthDate = BIRTH_DATE, from } = {}) =>
      browser.call(
        'POST',
        'phone/session',
        { phone, code, birthDate, language: 'en', shared: false },
        from === undefined ? {} : { from },
      ),
    phoneOf: async (browser) => (await browser.call<PhoneAnswer>('GET', 'phone')).json,
    textsTo: (number) => letters.filter((letter) => letter.to === number).length,
  };
  return phones;
}
