/** Codes by text: to a person who wants to prove a number, and to one who has proven it. */
import type { Language } from '../../../domain/languages.ts';
import { TEXTS_PER_DAY } from '../../../domain/texts/text-settings.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Vendor } from '../../packs/vendor-directory.ts';
import { type AccountDesk, proofSubject } from '../accounts/feature.ts';
import { type MobileNumber, readMobileNumber } from './mobile-number.ts';
import type { TextDays } from './text-days.ts';
import type { TextLimits } from './text-limits.ts';

/** Of a number that nobody has proven the same is asked. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

export interface Asking {
  readonly vendor: Vendor;
  /** As typed. */
  readonly phone: string;
  readonly language: Language;
  readonly device: string;
  /** IP address. */
  readonly from: string;
}

export interface Texting {
  /** @throws ProblemError NOT_FOUND where the vendor sends no texts, INVALID_REQUEST of the number. */
  numberOf(asking: Pick<Asking, 'vendor' | 'phone'>): MobileNumber;
  /** To who is signed in. @throws ProblemError RATE_LIMITED. */
  codeToProve(asking: Asking, person: string): Promise<void>;
  /** To who wants to sign in; does as much where nobody has proven the number. @throws ProblemError RATE_LIMITED. */
  codeToSignIn(asking: Asking): Promise<void>;
}

export function createTexting(dependencies: {
  readonly sql: Sql;
  readonly desk: Pick<AccountDesk, 'codes' | 'phones' | 'letters' | 'limits' | 'people'>;
  readonly limits: TextLimits;
  readonly days: TextDays;
}): Texting {
  const { sql, desk, limits, days } = dependencies;

  function settingsOf({ pack }: Vendor) {
    const { texts } = pack.settings;
    if (texts === undefined) throw new ProblemError('NOT_FOUND');
    return { countries: texts.countries, perDay: texts.perDay ?? TEXTS_PER_DAY };
  }

  function numberOf({ vendor, phone }: Pick<Asking, 'vendor' | 'phone'>): MobileNumber {
    const read = readMobileNumber(phone, vendor.pack.region, settingsOf(vendor).countries);
    if (typeof read === 'string')
      throw new ProblemError('INVALID_REQUEST', { errors: [{ pointer: '/phone', detail: read }] });
    return read;
  }

  return {
    numberOf,
    async codeToProve(asking, person) {
      const { e164: number } = numberOf(asking);
      const { device, from, language } = asking;
      const vendor = asking.vendor.pack.slug;
      const { perDay } = settingsOf(asking.vendor);
      await limits.prove({ vendor, person, number, from, perDay });
      await sql.begin(async (transaction) => {
        const owner = { vendor, email: proofSubject(person, number), device };
        const code = await desk.codes.issue(transaction, owner, language);
        await desk.letters.codeByText(transaction, { vendor, to: number, language, code });
        await days.sent(transaction, vendor, 1);
      });
    },
    async codeToSignIn(asking) {
      const { e164: number } = numberOf(asking);
      const { device, from, language } = asking;
      const vendor = asking.vendor.pack.slug;
      const { perDay } = settingsOf(asking.vendor);
      const owner = await desk.phones.ownerOf(sql, vendor, number);
      const isKnown = await desk.people.isKnown(sql, vendor, owner?.person ?? NOBODY, device);
      await desk.limits.askForCode({ vendor, email: number, device, from, isKnown });
      const isSent = await limits.signIn({ vendor, number, perDay, isProven: owner !== undefined });
      await sql.begin(async (transaction) => {
        const code = await desk.codes.issue(transaction, { vendor, email: number, device }, language);
        // To a stranger's number goes a message that has expired: as much work, and no text.
        await desk.letters.codeByText(transaction, {
          ...{ vendor, to: number, language, code },
          ...(isSent ? {} : { isDecoy: true }),
        });
        await days.sent(transaction, vendor, isSent ? 1 : 0);
      });
    },
  };
}
