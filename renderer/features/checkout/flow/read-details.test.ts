import { describe, expect, it } from 'vitest';
import { pharmacyOf, shopOf } from '../../../../sync/domain/testing/fixture-shop.ts';
import type { PublishedPack } from '../../../../sync/domain/vendor/published-pack.ts';
import { emptyAddress, isTypedAddress, typedOf } from '../order/typed-address.ts';
import { type CheckoutDetails, emptyDetails } from './checkout-events.ts';
import {
  addressOf,
  billingToSend,
  deliveryOf,
  isAddressRight,
  otherState,
  placeOf,
  readAddress,
  readContact,
} from './read-details.ts';

const areas: PublishedPack['serviceAreas'] = [
  { place: 'US-NY', modality: 'async' },
  { place: 'US-OH', modality: 'unavailable' },
  { place: 'GB', modality: 'async' },
];
const typed: CheckoutDetails = {
  ...emptyDetails('US'),
  ...{ name: ' Ana Ruiz ', reach: '(202) 555-0143', line1: '1 Elm', city: 'Albany', region: 'US-NY' },
  postcode: '12207',
};

describe('a billing address', () => {
  const own = { ...emptyAddress('US'), line1: '350 Fifth Avenue', city: 'New York', region: 'US-NY' };
  const used = { ...own, postcode: '10001', isUsed: true };

  it('is sent where it is used and whole, wherever the vendor cares for people', () => {
    expect(billingToSend({ ...typed, billing: used })).toMatchObject({ city: 'New York', postcode: '10001' });
    const abroad = { ...used, country: 'CA', region: 'CA-ON', postcode: 'm5v 2t6' };
    expect(billingToSend({ ...typed, billing: abroad })).toMatchObject({ postcode: 'M5V 2T6' });
  });

  it.each<[string, Partial<CheckoutDetails>]>([
    ['nobody gave one', {}],
    ['the delivery’s is used', { billing: { ...used, isUsed: false } }],
    ['a part is missing', { billing: { ...used, city: ' ' } }],
    ['its ZIP code is another state’s', { billing: { ...used, postcode: '94607' } }],
    ['it is paid at the desk', { billing: used, payment: 'desk' }],
    ['it is paid by a kept card', { billing: used, payment: 'kept' }],
  ])('isn’t sent - %s', (_why, part) => {
    expect(billingToSend({ ...typed, ...part })).toBeUndefined();
  });

  it('is typed as it was given', () => {
    const address = { lines: ['1 Elm', 'Apt 2'], city: 'Leeds', postcode: 'LS1 4DY', country: 'GB' };
    expect(addressOf(typedOf(address))).toEqual(address);
    expect(isTypedAddress(typedOf(address))).toBe(true);
    expect(isTypedAddress({ ...typedOf(address), city: undefined })).toBe(false);
  });
});

describe('contact', () => {
  it.each([
    ['a number without its country', '(202) 555-0143', { phone: '+12025550143' }],
    ['an email address', ' ana@example.org ', { email: 'ana@example.org' }],
  ])('is %s', async (_what, reach, value) => {
    const { contact } = await readContact({ name: ' Ana Ruiz ', reach }, 'US');
    expect(contact).toEqual({ name: 'Ana Ruiz', ...value });
  });

  it.each([
    ['', '', ['name-missing', 'reach-missing']],
    ['Ana', 'ana@', ['email-wrong']],
    ['Ana', '555', ['phone-wrong']],
  ])('says what is wrong: %s, %s', async (name, reach, faults) => {
    expect(await readContact({ name, reach }, 'US')).toEqual({ faults });
  });
});

describe('an address', () => {
  const right = (part: Partial<CheckoutDetails>) => isAddressRight(readAddress({ ...typed, ...part }, areas));

  it('is right where it is whole and served', () => {
    expect(right({})).toBe(true);
    expect(right({ line1: ' ' })).toBe(false);
    expect(right({ region: 'US-OH', postcode: '43004' })).toBe(false);
  });

  it('case 20: asks about a state that isn’t the ZIP code’s, and takes the one that is said', () => {
    const other = { ...typed, postcode: '06902' };
    expect(otherState(other)).toBe('US-CT');
    expect(right({ postcode: '06902' })).toBe(false);
    expect(right({ postcode: '06902', regionConfirmed: true })).toBe(true);
    expect(otherState({ ...typed, postcode: '06390' })).toBeUndefined();
  });

  it('case 19: takes British postcodes by their shape', () => {
    const british = { country: 'GB', region: null, city: 'Forces' };
    for (const postcode of ['BFPO 57', 'bf1 2au', 'SW1A 1AA'])
      expect(right({ ...british, postcode })).toBe(true);
    expect(right({ ...british, postcode: '12207' })).toBe(false);
  });
});

describe('a delivery', () => {
  const shop = shopOf({
    pharmacies: [pharmacyOf('elm'), pharmacyOf('gone', { active: false })],
    shipping: [
      { id: 'far', name: { en: 'Far' }, amount: 900, days: { min: 3, max: 5 }, places: ['US-AK'] },
      { id: 'near', name: { en: 'Near' }, amount: 500, days: { min: 1, max: 2 } },
    ],
  });

  it('goes by the first rate of its place, unless another one was chosen', () => {
    expect(deliveryOf('mail', typed, shop)).toMatchObject({ way: 'mail', rate: 'near' });
    expect(deliveryOf('mail', { ...typed, rate: 'far' }, shop)).toMatchObject({ rate: 'near' });
    expect(deliveryOf('mail', { ...typed, region: 'US-AK', rate: 'near' }, shop)).toMatchObject({
      rate: 'near',
    });
  });

  it('is handed over at a pharmacy that is there, whose place counts', () => {
    const at = { ...typed, pharmacy: 'elm', note: ' Ring twice ' };
    expect(deliveryOf('pickup', at, shop)).toEqual({ way: 'pickup', pharmacy: 'elm', note: 'Ring twice' });
    expect(placeOf('pickup', at, shop)).toBe('US-OH');
    expect(deliveryOf('pickup', { ...typed, pharmacy: 'gone' }, shop)).toBeUndefined();
  });
});
