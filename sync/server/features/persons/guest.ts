/** Who a guest is: nobody has said so, and so it is one device, one name and one birth date. Anything more would be a guess. */
import { createHash } from 'node:crypto';
import { nameTerms } from '../inbox/feature.ts';

export interface GuestFacts {
  readonly vendor: string;
  /** Thumbprint of the device's key. */
  readonly device: string;
  readonly name: string;
  /** ISO 8601. */
  readonly birthDate: string;
}

/** @returns an id that is the same wherever it is asked for: RFC 9562's version 8. A thumbprint is no word to be guessed, and so neither is this. */
export function guestId({ vendor, device, name, birthDate }: GuestFacts): string {
  const facts = JSON.stringify(['guest', vendor, device, nameTerms(name).toSorted(), birthDate]);
  const hex = createHash('sha256').update(facts).digest('hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
