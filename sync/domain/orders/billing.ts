/** Where the bank of a card has its holder, as a provider asks it: the delivery's address, unless the patient has given another. */
import type { Address } from '../profile/address.ts';
import type { OrderView } from './order-view.ts';

type Billed = Pick<OrderView, 'billing' | 'delivery'>;

const written = ({ lines, city, region = '', postcode = '', country }: Address): string =>
  JSON.stringify([lines, city, region, postcode, country]);

/** Undefined where nothing is mailed and nothing was given: then the provider's own form asks for what it needs. */
export const billingOf = ({ billing, delivery }: Billed): Address | undefined =>
  billing ?? (delivery.way === 'mail' ? delivery.address : undefined);

/** What is to be kept of it: another address than the delivery's. */
export function otherBilling({ billing, delivery }: Billed): Address | undefined {
  const isSame =
    billing !== undefined && delivery.way === 'mail' && written(billing) === written(delivery.address);
  return isSame ? undefined : billing;
}
