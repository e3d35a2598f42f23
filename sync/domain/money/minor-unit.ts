/** Decimal digits of a currency: 2 for USD, 0 for JPY. All amounts are stored in the minor unit. */
const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

export const majorOf = (amount: number, currency: string): number => amount / 10 ** minorDigits(currency);

/** With all of its digits, as machines read it: "49.00". */
export function decimalOf(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}
