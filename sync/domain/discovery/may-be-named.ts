import type { Product } from '../catalog/product.ts';
import { countryOf } from '../places/places.ts';

/**
 * In Britain nobody may be told of a prescription medicine before a consultation: not its name, not its price.
 * @param region ISO 3166: of the vendor, or where the patient is
 */
export const mayBeNamed = ({ kind }: Pick<Product, 'kind'>, region: string): boolean =>
  kind === 'otc' || countryOf(region) !== 'GB';
