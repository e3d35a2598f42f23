/** What a kiosk may be told to keep of a pack's hours. */
import type { PublishedPack } from '../../../domain/vendor/published-pack.ts';
import type { KeptHours } from '../../../protocol/api/kiosk-assignment.ts';

/** @returns undefined where the pack has hours in words alone, or there is no such pack */
export function clinicHours(
  pack: Pick<PublishedPack, 'contact' | 'timezone'> | undefined,
): KeptHours | undefined {
  const periods = pack?.contact.hoursOfOperation;
  return pack && periods && { timeZone: pack.timezone, periods: periods.map((period) => ({ ...period })) };
}
