/** How an address is written in its country: the order of its lines, on an envelope and in a form. */
import { formatAddress } from 'localized-address-format';
import { type Address, addressForm } from '../../../../sync/domain/profile/address.ts';

const FIELDS = ['lines', 'city', 'region', 'postcode'] as const;
export type OrderedField = (typeof FIELDS)[number];

const written = (country: string, parts: Readonly<Record<OrderedField, string>>) =>
  formatAddress({
    postalCountry: country,
    addressLines: parts.lines.split('\n'),
    locality: parts.city,
    administrativeArea: parts.region,
    postalCode: parts.postcode,
  });

/** In the US the ZIP code comes before what it fills in. */
export function fieldOrder(country: string): readonly OrderedField[] {
  if (addressForm(country).postcode === 'zip') return ['lines', 'postcode', 'city', 'region'];
  const text = written(country, { lines: '§lines', city: '§city', region: '§region', postcode: '§postcode' })
    .join('\n')
    .toLowerCase();
  const at = (field: OrderedField) => {
    const found = text.indexOf(`§${field}`);
    return found === -1 ? Number.POSITIVE_INFINITY : found;
  };
  return FIELDS.toSorted((one, other) => at(one) - at(other));
}

/** Without the country and the name. */
export const addressLines = ({ lines, city, region, postcode, country }: Address): readonly string[] =>
  written(country, {
    lines: lines.join('\n'),
    city,
    region: region?.split('-')[1] ?? '',
    postcode: postcode ?? '',
  }).filter((line) => line.trim() !== '');
