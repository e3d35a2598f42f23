import type { Format } from '../../../i18n/index.ts';

/** A FHIR `time` as the reader's country writes it ("2:30 PM"); what is none, as it was typed. */
export function timeInWords(value: string, format: Format): string {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value)
    ? format.time(`2000-01-01T${value}Z`, { timeStyle: 'short', timeZone: 'UTC' })
    : value;
}
