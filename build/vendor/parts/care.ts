/** What comes before a prescription: rules for a photo ID, against the vendor's products and places. */
import { carePart } from '../../../sync/domain/care/care-part.ts';
import type { IdentityRule } from '../../../sync/domain/identity/identity-rules.ts';
import { isKnownPlace, isWithin } from '../../../sync/domain/places/places.ts';
import { isObject, objectsOf, textOf } from '../form/form-index.ts';
import { jsonPath } from '../read/faults.ts';
import type { PackReading } from '../read/part.ts';
import { parseWith } from '../read/schema-faults.ts';
import { productSlugsOf, productsOf } from './catalog.ts';

function checkPlaces(
  { places = [] }: IdentityRule,
  path: readonly PropertyKey[],
  { raw, vendor: faults }: PackReading,
): void {
  const served = objectsOf(raw.serviceAreas).flatMap(({ place }) => textOf(place) ?? []);
  for (const [at, place] of places.entries()) {
    const where = jsonPath([...path, 'places', at]);
    if (!isKnownPlace(place))
      faults.error(
        'unknown-place',
        where,
        `${place} is no place that this product knows`,
        'Write an ISO 3166 code, as "US-CA" or "GB".',
      );
    else if (!served.some((area) => isWithin(place, area) || isWithin(area, place)))
      faults.error(
        'place-not-served',
        where,
        `the vendor cares for nobody in ${place}`,
        'Take it out, or add it to serviceAreas of vendor.json.',
      );
  }
}

async function checkProducts(
  { products = [] }: IdentityRule,
  path: readonly PropertyKey[],
  reading: PackReading,
): Promise<void> {
  const slugs = await productSlugsOf(reading);
  const overTheCounter = (await productsOf(reading)).filter(({ kind }) => kind === 'otc');
  for (const [at, product] of products.entries()) {
    const where = jsonPath([...path, 'products', at]);
    if (!slugs.includes(product))
      reading.vendor.error(
        'identity-product',
        where,
        `there is no product ${product}`,
        'Name the slug of a product of this pack.',
      );
    else if (overTheCounter.some(({ slug }) => slug === product))
      reading.vendor.error(
        'identity-product',
        where,
        `${product} is sold without a prescription`,
        'Take it out: an ID is checked before something is prescribed.',
      );
  }
}

export const careBuild = {
  async check(reading: PackReading) {
    const { raw } = reading;
    const written = isObject(raw.care) ? raw.care.identity : undefined;
    const { identity } = carePart.fields.care.def.innerType.shape;
    const rules = parseWith(identity, written, [], undefined);
    if (!Array.isArray(rules)) return {};
    for (const [index, rule] of rules.entries()) {
      const path = ['care', 'identity', index];
      checkPlaces(rule, path, reading);
      await checkProducts(rule, path, reading);
    }
    return {};
  },
  // Published as it is written, with the rest of vendor.json.
  publish: async () => ({}),
};
