/**
 * A partner's own name for what it embeds a form for: an order, a visit. It is kept beside the form, and partners log it, so that it may say nothing of
 * a person.
 */
export const EXTERNAL_ID_LENGTH = 64;

export type ExternalIdFault = 'empty' | 'too-long' | 'characters' | 'email' | 'birth-date';

const YEAR = /^(?:19|20)\d\d$/;
const isMonth = (text: string) => Number(text) >= 1 && Number(text) <= 12;
const isDay = (text: string) => Number(text) >= 1 && Number(text) <= 31;
/** In one of the orders that people write them: 1984-05-12, 12.05.1984, 05/12/1984. */
function isDate(one: string, two: string, three: string): boolean {
  if (YEAR.test(one)) return (isMonth(two) && isDay(three)) || (isDay(two) && isMonth(three));
  return YEAR.test(three) && ((isMonth(one) && isDay(two)) || (isDay(one) && isMonth(two)));
}

function looksLikeDate(text: string): boolean {
  const parts = text.split(/\D+/).filter(Boolean);
  const isParted = parts.some((_, at) => isDate(parts[at] ?? '', parts[at + 1] ?? '', parts[at + 2] ?? ''));
  const isRun = parts.some(
    (part) =>
      part.length === 8 &&
      (isDate(part.slice(0, 4), part.slice(4, 6), part.slice(6)) ||
        isDate(part.slice(0, 2), part.slice(2, 4), part.slice(4))),
  );
  return isParted || isRun;
}

/** At random (RFC 9562): four in a thousand would look like a date. */
const RANDOM_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** @returns why it can't be one; undefined where it can. What is merely possible, such as an order's date, is refused, too. */
export function externalIdFault(text: string): ExternalIdFault | undefined {
  if (text === '') return 'empty';
  if (RANDOM_UUID.test(text)) return undefined;
  if (/@|%40/i.test(text)) return 'email';
  if (text.length > EXTERNAL_ID_LENGTH) return 'too-long';
  if (!/^[A-Za-z0-9._~-]+$/.test(text))
    return /\d/.test(text) && looksLikeDate(text) ? 'birth-date' : 'characters';
  return looksLikeDate(text) ? 'birth-date' : undefined;
}
