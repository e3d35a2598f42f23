/** Medicines that a form may lead to, which of them a prescription is for, and where they are sent. */
import type { Prescription } from '../../../domain/care/consultation.ts';
import type { Product } from '../../../domain/catalog/product.ts';
import { deliveredIn } from '../../../domain/shop/places.ts';
import type { Core } from '../../core/feature.ts';
import type { ConsultedLine } from '../orders/service.ts';
import { catalogs } from '../shop/feature.ts';

export async function productsOf(
  core: Core,
  vendor: string,
  form: string | undefined,
): Promise<readonly Product[]> {
  const catalog = await catalogs.find(core)?.of(vendor);
  return (catalog?.products ?? []).filter(
    ({ kind, questionnaire }) => kind === 'rx' && questionnaire === form,
  );
}

/** Of each order that waits for the consultation. */
export async function placesOf(
  core: Core,
  vendor: string,
  lines: readonly Pick<ConsultedLine, 'delivery'>[],
): Promise<readonly string[]> {
  if (lines.length === 0) return [];
  const pharmacies = (await catalogs.find(core)?.of(vendor))?.shop.pharmacies ?? [];
  return lines.flatMap(({ delivery }) => deliveredIn(delivery, pharmacies) ?? []);
}

/** By its slug, and by what is in the medicine that was typed: leaving the product out, or writing another, leads around no guard. */
export function namedIn(
  { product, medicine }: Pick<Prescription, 'product' | 'medicine'>,
  products: readonly Product[],
): readonly string[] {
  const typed = medicine.toLowerCase();
  const isTyped = (words: string | undefined) => words !== undefined && typed.includes(words.toLowerCase());
  return products
    .filter(
      ({ slug, name, ingredients }) =>
        slug === product || Object.values(name).some(isTyped) || ingredients.every(isTyped),
    )
    .map(({ slug }) => slug);
}
