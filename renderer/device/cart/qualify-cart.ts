import { linesIn, withQuantity } from '../../../sync/domain/cart/cart.ts';
import { qualificationOf, type SentForm } from '../../../sync/domain/cart/consultations.ts';
import type { Product } from '../../../sync/domain/catalog/product.ts';
import type { Platform } from '../../platform/contract/contract.ts';
import { readSentForms } from './sent-forms.ts';
import { type CartEdit, editCart, type StoredCart } from './stored-cart.ts';

/** A line is clear by the form that qualifies it: that is the one it is ordered on, and not an older one of its own. */
const onQualifying =
  (products: readonly Product[], forms: readonly SentForm[], now: Date): CartEdit =>
  (content, stamp) =>
    linesIn(content, 'cart').reduce((cart, line) => {
      const product = products.find(({ slug }) => slug === line.product);
      if (product?.kind !== 'rx') return cart;
      const { consultation: own } = line;
      const found = qualificationOf(product, forms, now, own);
      // Of one that isn't known here, another device may know that it qualifies.
      const isKnown = own === undefined || forms.some(({ id }) => id === own);
      if (found.status !== 'qualified' || found.form.id === own || !isKnown) return cart;
      return withQuantity(cart, { ...line, consultation: found.form.id }, line.quantity, stamp);
    }, content);

/** Once, before it is ordered. @returns it as it is by then: what needs no form waits for none. */
export async function qualifyCart(
  platform: Platform,
  cart: StoredCart,
  products: readonly Product[],
): Promise<StoredCart> {
  const isPrescribed = cart.lines.some(({ product }) =>
    products.some(({ slug, kind }) => slug === product && kind === 'rx'),
  );
  if (!isPrescribed) return cart;
  return await editCart(platform, onQualifying(products, await readSentForms(platform), platform.now()));
}
