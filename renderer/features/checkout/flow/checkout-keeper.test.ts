import { describe, expect, it } from 'vitest';
import { createTestAccount, testSession } from '../../../platform/contract/account-testing.ts';
import type { Deliveries, Delivery, Platform } from '../../../platform/contract/contract.ts';
import { createTestShelf, type TestShelf } from '../../../platform/contract/shelf-testing.ts';
import { testDelivery } from '../../../platform/contract/testing.ts';
import { emptyDetails } from './checkout-events.ts';
import { checkoutShelf, findPlaced, openKeeper } from './checkout-keeper.ts';
import { type CheckoutRecord, unwrapCheckout, wrapCheckout } from './persisted-checkout.ts';

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
    const kept = wrapCheckout({ ...record, visit: 1 });
    await expect.poll(() => shelf.value(checkoutShelf('none', FORM))).toEqual(kept);
  });

  it('is not taken for another one', async () => {
    const { platform, open } = device();
    expect(await findPlaced(platform, 'none', OTHER)).toBeUndefined();
    const { record: begun } = await open(OTHER);
    expect(begun).toMatchObject({ cart: { id: OTHER }, details: { name: '' }, placed: false });
    expect(begun.order).not.toBe(record.order);
  });
});

const ANA = 'aaaaaaaa-0000-4000-8000-000000000001';
const BEN = 'bbbbbbbb-0000-4000-8000-000000000002';
const typed = {
  ...record.details,
  line1: '1 Elm Street',
  city: 'Albany',
  postcode: '12207',
  note: 'the back door',
};

/** A device of one's own, and who is signed in on it. */
function household(start: Readonly<Record<string, unknown>> = {}) {
  const shelf = createTestShelf(start, 'own');
  const sent: Delivery[] = [];
  let count = 0;
  const as = (person?: string) => {
    const account = createTestAccount(person === undefined ? undefined : { ...testSession, person });
    // What a keeper asks of a platform.
    return {
      shelf,
      account,
      vendor: 'meadow',
      deliveries: { list: async () => sent } as Partial<Deliveries> as Deliveries,
      now: () => new Date(),
      newSessionId() {
        count += 1;
        return `order-${count}`;
      },
    } as Partial<Platform> as Platform;
  };
  const open = async (
    person: string | undefined,
    cart: { id: string; version: number; promotion?: string },
  ) => {
    const opening = { cart, way: 'mail', country: 'US', owner: 'own', person } as const;
    const keeper = await openKeeper(as(person), opening);
    return {
      ...keeper,
      async place() {
        await keeper.placing();
        sent.push({ ...testDelivery(), kind: 'order.place', session: keeper.record.order });
      },
      async type(part: Partial<typeof typed>) {
        keeper.keep({ details: { ...keeper.record.details, ...part }, consents: [] });
        await keeper.close();
      },
    };
  };
  return { shelf, as, open };
}

describe('a checkout is of who begins it', () => {
  const cart = { id: FORM, version: 1 };

  it('the next person who signs in sees neither what was typed nor the order, and takes nothing of it', async () => {
    const { open, as } = household();
    const first = await open(ANA, cart);
    await first.place();
    await first.type(typed);
    expect(await findPlaced(as(BEN), 'mail')).toBeUndefined();
    const next = await open(BEN, { id: OTHER, version: 1 });
    expect(next.record.details).toEqual(emptyDetails('US'));
    await next.type({ name: 'Ben' });
    expect(await findPlaced(as(), 'mail')).toBeUndefined();
    expect(await findPlaced(as(ANA), 'mail')).toMatchObject({ order: first.record.order, details: typed });
  });

  it('is on the disk once it is closed, also where writing had begun', async () => {
    const { open, shelf } = household();
    const { write } = shelf;
    shelf.write = async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return await write(...given);
    };
    await (await open(undefined, cart)).close();
    expect(shelf.value(checkoutShelf('mail', FORM))).toBeDefined();
  });

  it('what somebody has typed waits for them while another person is there', async () => {
    const { open } = household();
    await (await open(ANA, cart)).type(typed);
    await (await open(undefined, { id: OTHER, version: 1 })).type({ name: 'Ben' });
    await (await open(BEN, { id: BEN, version: 1 })).close();
    expect((await open(ANA, cart)).record.details).toEqual(typed);
  });

  it('a guest who signs in keeps what they typed, and leaves nothing behind', async () => {
    const { open, shelf } = household();
    const guest = await open(undefined, cart);
    await guest.type(typed);
    const { record: mine } = await open(ANA, cart);
    expect(mine).toMatchObject({ order: guest.record.order, details: typed });
    await expect.poll(() => shelf.value(checkoutShelf('mail', FORM))).toBeUndefined();
    expect((await open(ANA, { ...cart, version: 2 })).record.details).toEqual(typed);
  });

  it('a person whose session ended in between has both parts of what they typed', async () => {
    const { open } = household();
    await (await open(ANA, cart)).type(typed);
    await (await open(undefined, cart)).type({ reach: 'ana@example.org' });
    expect((await open(ANA, cart)).record.details).toEqual({ ...typed, reach: 'ana@example.org' });
  });

  it('an order that a guest has placed leads no person with an emptied cart to it, who may be another', async () => {
    const { open, as } = household();
    const guest = await open(undefined, cart);
    await guest.place();
    await guest.type(typed);
    expect(await findPlaced(as(ANA), 'mail')).toBeUndefined();
    expect((await open(ANA, { ...cart, version: 3 })).record.details).toEqual(emptyDetails('US'));
    expect(await findPlaced(as(), 'mail')).toMatchObject({ order: guest.record.order });
  });

  it('what a release wrote that asked nobody who they are opens for the guest, and for the person of that cart', async () => {
    const older = { ...record, cart, way: 'mail', details: typed, placed: false } as const;
    const { open, as, shelf } = household({ checkout: wrapCheckout({ ...older, placed: true }) });
    expect(await findPlaced(as(), 'mail')).toMatchObject({ order: record.order });
    expect(await open(undefined, cart)).toMatchObject({ token: record.token, record: { placed: true } });
    shelf.put('checkout', wrapCheckout(older));
    expect((await open(BEN, { id: OTHER, version: 1 })).record.details).toEqual(emptyDetails('US'));
    expect((await open(ANA, cart)).record).toMatchObject({ order: record.order, details: typed });
  });

  it('a consultation that a guest has paid leads them to it once they have an account', async () => {
    const { as } = household({ [checkoutShelf('none', FORM)]: wrapCheckout(record) });
    expect(await findPlaced(as(ANA), 'none', FORM)).toEqual(record);
    expect(await findPlaced(as(ANA), 'none', OTHER)).toBeUndefined();
  });
});

describe('the order after one that was placed', () => {
  const first = { id: FORM, version: 1, promotion: 'FIRST10' };
  const second = { ...first, version: 3, promotion: 'NEWCODE' };
  const said = { ...typed, promotion: 'FIRST10', payment: 'desk', rate: 'express' } as const;
  const placed = async (person?: string) => {
    const device = household();
    const keeper = await device.open(person, first);
    await keeper.place();
    await keeper.type(said);
    return device;
  };

  it('goes by what a person’s account says by now, and by the cart’s code', async () => {
    const { open } = await placed(ANA);
    const { record: next, said: known } = await open(ANA, second);
    expect(next).toMatchObject({ details: emptyDetails('US'), placed: false });
    // The account goes before it, once it knows.
    const { name, line1, city, postcode } = said;
    expect(known).toMatchObject({ name, line1, city, postcode });
    for (const part of ['note', 'promotion', 'payment', 'rate']) expect(known).not.toHaveProperty(part);
  });

  it('says nothing to the next person, nor to one whose order is not over', async () => {
    const { open } = await placed(ANA);
    expect((await open(ANA, first)).said).toBeUndefined();
    expect((await open(BEN, { ...second, id: OTHER })).said).toBeUndefined();
  });

  it('asks a guest for name, contact and address no second time, and repeats neither code nor note nor payment', async () => {
    const { open } = await placed();
    const { record: next } = await open(undefined, second);
    expect(next.details).toEqual({ ...said, promotion: '', note: '', payment: null });
  });

  it('is begun only by another version: the same one goes on as it was', async () => {
    const { open } = await placed(ANA);
    expect((await open(ANA, first)).record).toMatchObject({ details: said, placed: true });
  });
});

it('an order that could not be handed over takes nothing of what was typed for it', async () => {
  const { open } = household();
  const first = await open(undefined, { id: FORM, version: 1 });
  await first.placing();
  await first.type(typed);
  expect((await open(undefined, { id: FORM, version: 2 })).record.details).toEqual(typed);
  expect((await open(ANA, { id: FORM, version: 3 })).record.details).toEqual(typed);
  expect((await open(ANA, { id: FORM, version: 4 })).record.details).toEqual(typed);
});

describe('a promo code in a cart that changes while it is being ordered', () => {
  const begun = async (code: string) => {
    const device = household();
    await (await device.open(ANA, { id: FORM, version: 1, promotion: 'FIRST10' })).type({
      ...typed,
      promotion: code,
    });
    return async (promotion?: string) => {
      const cart = { id: FORM, version: 2, ...(promotion !== undefined && { promotion }) };
      return (await device.open(ANA, cart)).record.details;
    };
  };

  it('is the one that was put into the cart since, with all else that was typed', async () => {
    expect(await (await begun('FIRST10'))('NEWCODE')).toEqual({ ...typed, promotion: 'NEWCODE' });
  });
  it('does not come back once it was taken out of the cart', async () => {
    expect(await (await begun('FIRST10'))()).toEqual({ ...typed, promotion: '' });
  });
  it('stays what was typed here where only the goods have changed', async () => {
    expect(await (await begun('TYPED'))('FIRST10')).toEqual({ ...typed, promotion: 'TYPED' });
  });
});

describe('a checkout that is open in two tabs', () => {
  const cart = { id: FORM, version: 1 };
  const stored = (shelf: TestShelf) => unwrapCheckout(shelf.value(checkoutShelf('mail', FORM)));

  it('keeps what is typed in either, the last of each', async () => {
    const { open, shelf } = household();
    const one = await open(undefined, cart);
    await expect.poll(() => stored(shelf)).toBeDefined();
    const two = await open(undefined, cart);
    await one.type({ name: 'Ana', line1: '1 Elm Street' });
    await two.type({ name: 'Ana Ruiz', city: 'Albany' });
    await one.type({ name: 'Ana', line1: '1 Elm Street', postcode: '12207' });
    const both = { name: 'Ana Ruiz', line1: '1 Elm Street', city: 'Albany', postcode: '12207' };
    expect(stored(shelf)?.details).toMatchObject(both);
    expect((await open(undefined, cart)).record).toMatchObject({ order: one.record.order, details: both });
  });

  it('is ordered once: typing in the other tab takes nothing of that', async () => {
    const { open, shelf } = household();
    const one = await open(undefined, cart);
    await expect.poll(() => stored(shelf)).toBeDefined();
    const two = await open(undefined, cart);
    await two.placing();
    await one.type({ name: 'Ana' });
    expect(stored(shelf)).toMatchObject({ order: two.record.order, placed: true });
  });

  it('stays the order of the newer cart, with what was typed for the older one', async () => {
    const { open, shelf } = household();
    const one = await open(undefined, cart);
    await expect.poll(() => stored(shelf)).toBeDefined();
    const two = await open(undefined, { ...cart, version: 2 });
    await expect.poll(() => stored(shelf)?.cart.version).toBe(2);
    await one.type({ line1: '1 Elm Street' });
    expect(stored(shelf)).toMatchObject({ order: two.record.order, details: { line1: '1 Elm Street' } });
  });

  it('goes on with the newer cart after the older one was ordered beside it', async () => {
    const { open, shelf } = household();
    const one = await open(undefined, cart);
    await one.type({ name: 'Ana' });
    const two = await open(undefined, { ...cart, version: 2 });
    await expect.poll(() => stored(shelf)?.cart.version).toBe(2);
    await one.placing();
    expect(stored(shelf)).toMatchObject({ order: one.record.order, placed: true });
    await two.type({ line1: '1 Elm Street' });
    const details = { name: 'Ana', line1: '1 Elm Street' };
    expect(stored(shelf)).toMatchObject({ order: two.record.order, placed: false, details });
  });

  it('puts nothing back once somebody has left the device', async () => {
    const { open, shelf } = household();
    const one = await open(undefined, cart);
    await one.type({ name: 'Ana' });
    await shelf.clear();
    await one.type({ name: 'Ana Ruiz' });
    expect(stored(shelf)).toBeUndefined();
  });
});
