/** What was typed, as an order takes it; or what is wrong in it. Pure, but for the metadata of phone numbers, which come when they are needed. */
import type { Delivery, Way } from '../../../../sync/domain/orders/order-view.ts';
import { stateOfZip } from '../../../../sync/domain/places/zip-states.ts';
import {
  type Address,
  type AddressFault,
  type AddressField,
  addressFaults,
  addressForm,
  isServed,
  tidyPostcode,
} from '../../../../sync/domain/profile/address.ts';
import { rateAt } from '../../../../sync/domain/shop/places.ts';
import type { Shop } from '../../../../sync/domain/shop/shop.ts';
import type { PublishedPack } from '../../../../sync/domain/vendor/published-pack.ts';
import { readContactValue } from '../../../base/contact-value.ts';
import type { TypedAddress } from '../order/typed-address.ts';
import type { CheckoutDetails } from './checkout-events.ts';

export interface ReadContact {
  readonly name: string;
  readonly email?: string;
  /** E.164. */
  readonly phone?: string;
}

export type ContactFault = 'name-missing' | 'reach-missing' | 'email-wrong' | 'phone-wrong';

/** An order is told to somebody: without a way to reach them nobody learns what becomes of it. */
export async function readContact(
  { name, reach }: Pick<CheckoutDetails, 'name' | 'reach'>,
  place: string,
): Promise<{ readonly contact?: ReadContact; readonly faults: readonly ContactFault[] }> {
  const isEmail = reach.includes('@');
  const value = await readContactValue(isEmail ? 'email' : 'phone', reach, place);
  const faults: ContactFault[] = [];
  if (name.trim() === '') faults.push('name-missing');
  if (reach.trim() === '') faults.push('reach-missing');
  else if (value === undefined) faults.push(isEmail ? 'email-wrong' : 'phone-wrong');
  if (faults.length > 0 || value === undefined) return { faults };
  return { contact: { name: name.trim(), ...(isEmail ? { email: value } : { phone: value }) }, faults };
}

export function addressOf(details: TypedAddress): Address {
  const { line1, line2, city, region, postcode, country } = details;
  const code = tidyPostcode(country, postcode);
  return {
    lines: [line1.trim(), ...(line2.trim() === '' ? [] : [line2.trim()])],
    city: city.trim(),
    ...(region !== null && addressForm(country).region !== 'none' && { region }),
    ...(code !== '' && { postcode: code }),
    country,
  };
}

/** The state that the ZIP code says, where that isn't the one that was chosen and nobody has said that it is right. */
export function otherState(details: TypedAddress): string | undefined {
  const { country, region, postcode, regionConfirmed } = details;
  const said = country === 'US' ? stateOfZip(postcode) : undefined;
  return said !== undefined && region !== null && said !== region && !regionConfirmed ? said : undefined;
}

export interface ReadAddress {
  readonly address: Address;
  readonly faults: ReadonlyMap<AddressField, AddressFault>;
  readonly otherState: string | undefined;
  /** Only where the vendor cares for people: what blocks is the area, and never a code that we don't know. */
  readonly isServed: boolean;
}

export function readAddress(details: TypedAddress, serviceAreas: PublishedPack['serviceAreas']): ReadAddress {
  const address = addressOf(details);
  const served = serviceAreas.flatMap(({ place, modality }) => (modality === 'unavailable' ? [] : [place]));
  return {
    address,
    faults: addressFaults(address),
    otherState: otherState(details),
    isServed: isServed(address, served),
  };
}

/** A card may be billed anywhere. */
export const readBilling = (typed: TypedAddress): ReadAddress => ({
  ...{ address: addressOf(typed), faults: addressFaults(addressOf(typed)) },
  ...{ otherState: otherState(typed), isServed: true },
});

/** Of a card that is typed: nobody at a desk asks for one, and a kept card has its own. Undefined: the delivery's. */
export function billingToSend({ billing, payment }: CheckoutDetails): Address | undefined {
  if (!billing?.isUsed || payment === 'desk' || payment === 'kept') return undefined;
  const read = readBilling(billing);
  return isAddressRight(read) ? read.address : undefined;
}

export const isAddressRight = ({ faults, otherState: other, isServed: served }: ReadAddress): boolean =>
  faults.size === 0 && other === undefined && served;

/** Where it is mailed to, or handed over: what taxes and rates go by. Undefined until that is known. */
export function placeOf(
  way: Way,
  details: CheckoutDetails,
  shop: Pick<Shop, 'pharmacies'>,
): string | undefined {
  if (way === 'pickup') {
    const pharmacy = shop.pharmacies.find(({ id }) => id === details.pharmacy);
    return pharmacy && (pharmacy.region ?? pharmacy.country);
  }
  const { region } = addressForm(details.country);
  return region === 'none' ? details.country : (details.region ?? undefined);
}

/** @returns undefined where something of it is missing. */
export function deliveryOf(way: Way, details: CheckoutDetails, shop: Shop): Delivery | undefined {
  if (way === 'none') return { way };
  if (way === 'pickup') {
    const pharmacy = shop.pharmacies.find(({ id, active }) => id === details.pharmacy && active);
    const note = details.note.trim();
    return pharmacy && { way, pharmacy: pharmacy.id, ...(note !== '' && { note }) };
  }
  const rate = rateAt(shop, placeOf(way, details, shop), details.rate);
  return rate === undefined ? undefined : { way, address: addressOf(details), rate };
}
