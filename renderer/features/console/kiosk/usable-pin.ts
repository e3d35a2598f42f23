/** Whether a kiosk's PIN is one: 6 to 12 digits, not all alike and not in a row. The server judges the same. */
export function isUsablePin(pin: string): boolean {
  if (!/^\d{6,12}$/.test(pin)) return false;
  const steps = new Set(Array.from(pin.slice(1), (digit, index) => Number(digit) - Number(pin[index])));
  return steps.size > 1;
}
