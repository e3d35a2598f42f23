/** What a kiosk's staff PIN has to be, and what its hash has to cost: the console sets it, the kiosk judges it. */

/** OWASP Password Storage (2024) for scrypt: N = 2^17, r = 8, p = 1. */
export const PIN_SCRYPT = { leastLogN: 17, mostLogN: 20, r: 8, p: 1, keyBytes: 32, saltBytes: 16 } as const;

/** Twice what scrypt takes, in bytes, so that Node allows it. @param logN binary logarithm of N */
export const pinScryptOptions = (logN: number) => {
  const { r, p } = PIN_SCRYPT;
  return { N: 2 ** logN, r, p, maxmem: 2 * 128 * r * 2 ** logN };
};

/** A PIN that can be guessed within the free tries is none: one digit over and over, or digits in a row. */
export function isUsablePin(pin: string): boolean {
  if (!/^\d{6,12}$/.test(pin)) return false;
  const steps = new Set(Array.from(pin.slice(1), (digit, index) => Number(digit) - Number(pin[index])));
  return steps.size > 1;
}
