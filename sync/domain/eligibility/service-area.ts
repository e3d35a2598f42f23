/**
 * What a vendor may do for somebody who is in a place. Licensure follows where the patient is, so that a place which isn't
 * listed is not served.
 */
import { isWithin } from '../places/areas.ts';
import type { VendorSource } from '../vendor/vendor-pack.ts';

export type Modality = VendorSource['serviceAreas'][number]['modality'];
export type ServiceGate = Modality | 'not-served';

/** The most exact entry decides: `US-LA` goes before `US`. */
export function serviceGate(areas: VendorSource['serviceAreas'], place: string): ServiceGate {
  const exact = areas.find((area) => area.place === place);
  return (exact ?? areas.find((area) => isWithin(place, area.place)))?.modality ?? 'not-served';
}
