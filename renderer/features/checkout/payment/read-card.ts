/** A card as it is typed. Nothing of it leaves the page: the demo provider knows its cards by a name. */
import { demoCardOf } from '../../../../sync/domain/payment/demo-cards.ts';
import { westernDigits } from '../../../base/contact-value.ts';

export interface TypedCard {
  readonly number: string;
  /** `MM/YY` */
  readonly expiry: string;
  readonly cvc: string;
}
export type CardField = keyof TypedCard;

const digitsOf = (text: string) => westernDigits(text).replace(/\D/g, '');

/** In groups of four, as on the card. */
export const groupDigits = (text: string): string =>
  digitsOf(text)
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ');

/** The slash comes by itself. */
export function writeExpiry(text: string): string {
  const digits = digitsOf(text).slice(0, 4);
  return digits.length < 3 ? digits : `${digits.slice(0, 2)}/${digits.slice(2)}`;
}

/** The end of its month, or undefined where it is no date. */
function monthOf(expiry: string): number | undefined {
  const digits = digitsOf(expiry);
  const month = Number(digits.slice(0, 2));
  if (digits.length !== 4 || month < 1 || month > 12) return undefined;
  return (2000 + Number(digits.slice(2))) * 12 + month - 1;
}

export function readCard(
  typed: TypedCard,
  now: Date,
): { readonly method?: string; readonly faults: ReadonlyMap<CardField, 'missing' | 'wrong' | 'past'> } {
  const faults = new Map<CardField, 'missing' | 'wrong' | 'past'>();
  const card = demoCardOf(digitsOf(typed.number));
  if (digitsOf(typed.number) === '') faults.set('number', 'missing');
  else if (!card) faults.set('number', 'wrong');
  const month = monthOf(typed.expiry);
  if (typed.expiry.trim() === '') faults.set('expiry', 'missing');
  else if (month === undefined) faults.set('expiry', 'wrong');
  else if (month < now.getFullYear() * 12 + now.getMonth()) faults.set('expiry', 'past');
  if (typed.cvc.trim() === '') faults.set('cvc', 'missing');
  else if (!/^\d{3,4}$/.test(digitsOf(typed.cvc))) faults.set('cvc', 'wrong');
  return { faults, ...(card && faults.size === 0 && { method: card.token }) };
}
