/** The letters of accounts, in the queue. */
import type { Language } from '../../../../domain/languages.ts';
import type { Transaction } from '../../../base/database/database.ts';
import type { Messages } from '../../../core/messages/messages.ts';
import type { AccountChange } from './texts/letter-texts.ts';

export type { AccountChange };

import { CODE_MINUTES } from './code.ts';

interface Addressee {
  readonly vendor: string;
  readonly to: string;
  readonly language: Language;
}

export interface Letters {
  /** Asked for by the patient: an address that was refused before is tried again. */
  code(
    transaction: Transaction,
    /** `contact`: it proves another address of somebody who is signed in. */
    letter: Addressee & { readonly code: string; readonly purpose?: 'contact' },
  ): Promise<void>;
  /** To a proven number, or to one that is being proven. @param letter `isDecoy`: nothing leaves the house, after the same work. */
  codeByText(
    transaction: Transaction,
    letter: Addressee & { readonly code: string; readonly isDecoy?: boolean },
  ): Promise<void>;
  somethingChanged(
    transaction: Transaction,
    letter: Addressee & { readonly what: AccountChange; readonly at: Date },
  ): Promise<void>;
}

export function lettersOf(messages: Messages): Letters {
  return {
    async code(transaction, { code, purpose, ...addressee }) {
      await messages.lift(transaction, addressee);
      await messages.enqueue(transaction, {
        ...addressee,
        letter: 'code',
        params: { code, ...(purpose && { purpose }) },
        expiresInMs: CODE_MINUTES * 60_000,
      });
    },
    async codeByText(transaction, { code, isDecoy = false, ...addressee }) {
      const channel = 'sms';
      await messages.lift(transaction, { ...addressee, channel });
      await messages.enqueue(transaction, {
        ...{ ...addressee, channel, letter: 'code', params: { code } },
        expiresInMs: isDecoy ? 0 : CODE_MINUTES * 60_000,
      });
    },
    async somethingChanged(transaction, { what, at, ...addressee }) {
      await messages.enqueue(transaction, {
        ...addressee,
        letter: 'changed',
        params: { what, at: at.toISOString() },
      });
    },
  };
}
