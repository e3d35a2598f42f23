/** What the accounts write to people. Each is queued within the transaction that it tells of. */
import type { Language } from '../../../domain/languages.ts';
import type { Transaction } from '../../base/database/database.ts';

export type AccountChange = 'password-set' | 'password-removed' | 'signed-in' | 'sessions-ended';

interface Letter {
  readonly vendor: string;
  /** In the form of `email-address.ts`. */
  readonly to: string;
  readonly language: Language;
}

export interface Letters {
  /** The same whether the address has an account or not. */
  code(transaction: Transaction, letter: Letter & { readonly code: string }): Promise<void>;
  somethingChanged(
    transaction: Transaction,
    letter: Letter & { readonly what: AccountChange; readonly at: Date },
  ): Promise<void>;
}
