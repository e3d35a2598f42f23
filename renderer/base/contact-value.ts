/** Arabic-Indic and Persian digits as the ones that numbering plans use. */
export function westernDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));
}

/** An address that mail can be sent to: one @, no spaces, a dot in the domain. Delivery alone proves more. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);
}

/** What to say of what isn't one: nothing was typed, or it can't be read. */
export function contactFault(method: 'phone' | 'sms' | 'email', typed: string) {
  const kind = method === 'email' ? 'email' : 'phone';
  return typed.trim() === '' ? (`contact.${kind}Missing` as const) : (`contact.${kind}Wrong` as const);
}

/** @returns the address as it is stored, or undefined where it isn't one. Numbers are kept as E.164. */
export async function readContactValue(
  method: 'phone' | 'sms' | 'email',
  typed: string,
  place: string,
): Promise<string | undefined> {
  const text = typed.trim();
  if (method === 'email') return isEmailAddress(text) ? text : undefined;
  // The metadata of all countries is loaded with the first number only.
  const { readPhone } = await import('../../sync/domain/person/phone.ts');
  const reading = readPhone(westernDigits(text), place);
  return reading.ok ? reading.e164 : undefined;
}
