import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../platform/contract/contract.ts';
import { createTestShelf } from '../../../platform/contract/shelf-testing.ts';
import { emptyDetails } from './checkout-events.ts';
import { checkoutShelf, findPlaced, openKeeper } from './checkout-keeper.ts';
import { type CheckoutRecord, wrapCheckout } from './persisted-checkout.ts';

const FORM = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const OTHER = '6fa459ea-ee8a-4ca4-894e-db77e160355e';
const record: CheckoutRecord = {
  order: '0f8fad5b-d9cb-469f-a165-70867728950e',
  token: 'A'.repeat(43),
  cart: { id: FORM, version: 0 },
  way: 'none',
  details: { ...emptyDetails('US'), name: 'Ana Ruiz' },
  consents: [],
  placed: true,
};
/** A device on which a release that had one place for all consultations has kept this one. */
function device() {
  const shelf = createTestShelf({ 'checkout/consultation': wrapCheckout(record) });
  // What a keeper asks of a platform.
  const platform = {
    shelf,
    vendor: 'meadow',
    newSessionId: () => '16fd2706-8baf-433b-82eb-8c7fada847da',
  } as Partial<Platform> as Platform;
  const open = (form: string) =>
    openKeeper(platform, { cart: { id: form, version: 0 }, way: 'none', country: 'US', owner: 'own' });
  return { shelf, platform, open };
}

describe('a consultation that an older release began to pay', () => {
  it('goes on as the same order, and has a place of its own from then on', async () => {
    const { shelf, platform, open } = device();
    expect(await findPlaced(platform, 'none', FORM)).toEqual(record);
    const keeper = await open(FORM);
    expect(keeper).toMatchObject({ token: record.token, record });
    await keeper.close();
    await expect.poll(() => shelf.value(checkoutShelf('none', FORM))).toEqual(wrapCheckout(record));
  });

  it('is not taken for another one', async () => {
    const { platform, open } = device();
    expect(await findPlaced(platform, 'none', OTHER)).toBeUndefined();
    const { record: begun } = await open(OTHER);
    expect(begun).toMatchObject({ cart: { id: OTHER }, details: { name: '' }, placed: false });
    expect(begun.order).not.toBe(record.order);
  });
});
