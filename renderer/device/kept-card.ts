/** The card that is kept in the account that is signed in here. Where others use the device, too, there is none. */
import { CARD_RECORD, type SavedCardBody, savedCardSchema } from '../../sync/protocol/records/card.ts';
import { useAccountState, useRecords } from './use-account.ts';

export type KeptCard = SavedCardBody;

export interface KnownCard {
  readonly status: 'loading' | 'known';
  readonly card: KeptCard | undefined;
  /** Whether who is here may have one kept. */
  readonly mayKeep: boolean;
}

export function useKeptCard(): KnownCard {
  const account = useAccountState();
  const { status, records } = useRecords(CARD_RECORD, savedCardSchema);
  const mayKeep = account?.status === 'signed-in' && !account.shared;
  return {
    status: mayKeep && status === 'loading' ? 'loading' : 'known',
    card: mayKeep ? records[0]?.body : undefined,
    mayKeep,
  };
}

const NAMES: Readonly<Record<string, string>> = { amex: 'American Express', mastercard: 'Mastercard' };

/** "Visa •••• 4242", in the order of its digits in every language. */
export function cardName({ brand, last4 }: KeptCard): string {
  const name = NAMES[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
  return `\u2066${name} •••• ${last4}\u2069`;
}
