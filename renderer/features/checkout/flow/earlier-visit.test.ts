import { describe, expect, it } from 'vitest';
import type { Deliveries, Delivery, DeviceOwner, Platform } from '../../../platform/contract/contract.ts';
import { createTestShelf } from '../../../platform/contract/shelf-testing.ts';
import { type CheckoutDetails, emptyDetails } from './checkout-events.ts';
import { findPlaced, openKeeper } from './checkout-keeper.ts';
import { filledUp, isSamePerson } from './earlier-visit.ts';
import { wrapCheckout } from './persisted-checkout.ts';

const nobody = emptyDetails('US');
const ana: CheckoutDetails = {
  ...nobody,
  ...{ name: 'Ana Ruiz', reach: 'ana@example.org', note: 'the back door' },
  ...{ line1: '1 Elm Street', city: 'Oakland', region: 'US-CA', postcode: '94607' },
};

function device(owner?: DeviceOwner) {
  const shelf = createTestShelf({}, owner);
  let count = 0;
  const sent: Partial<Delivery>[] = [];
  // What a keeper asks of a platform.
  const platform = {
    shelf,
    vendor: 'meadow',
    deliveries: { list: async () => sent as Delivery[] } as Partial<Deliveries> as Deliveries,
    newSessionId() {
      count += 1;
      return `order-${count}`;
    },
  } as Partial<Platform> as Platform;
  const open = async (person?: string) => {
    const cart = { id: 'cart', version: 1 };
    const opening = { cart, way: 'mail', country: 'US', owner: owner ?? 'own', person } as const;
    const keeper = await openKeeper(platform, opening);
    // On the disk.
    await keeper.close();
    const typed = async (details: CheckoutDetails) => {
      keeper.keep({ details, consents: [] });
      await keeper.close();
    };
    return { ...keeper, typed };
  };
  return { shelf, platform, open, sent };
}

describe('on a device of which nobody has said whose it is', () => {
  it('a guest finds what they have typed while they are there', async () => {
    const { open } = device();
    await (await open()).typed(ana);
    expect(await open()).toMatchObject({ record: { details: ana }, earlier: undefined });
  });

  it('the next visitor after the idle time sees none of it, and it is not lost', async () => {
    const { shelf, open } = device();
    const first = await open();
    await first.typed(ana);
    shelf.leave();
    const next = await open();
    expect(next).toMatchObject({ record: { details: nobody, consents: [], placed: false }, earlier: ana });
    expect(next.record.order).not.toBe(first.record.order);
    expect((await open()).earlier).toEqual(ana);
    shelf.leave();
    expect((await open()).earlier).toEqual(ana);
  });

  it('an emptied cart leads them to no order of the visit before', async () => {
    const { shelf, platform, open } = device();
    const { placing, record } = await open();
    await placing();
    expect(await findPlaced(platform, 'mail')).toMatchObject({ order: record.order });
    shelf.leave();
    expect(await findPlaced(platform, 'mail')).toBeUndefined();
  });

  it('a note that came with an order comes with no other', async () => {
    const { shelf, open, sent } = device();
    const { typed, placing, record } = await open();
    await typed(ana);
    await placing();
    shelf.leave();
    expect((await open()).earlier).toEqual(ana);
    sent.push({ kind: 'order.place', session: record.order });
    shelf.put('checkout', wrapCheckout({ ...record, details: ana, placed: true }));
    expect((await open()).earlier).toEqual({ ...ana, note: '' });
  });

  it('what they type is theirs, and a third sees neither', async () => {
    const { shelf, open } = device();
    await (await open()).typed(ana);
    shelf.leave();
    const ben = { ...nobody, name: 'Ben Ode', reach: 'ben@example.org' };
    await (await open()).typed(ben);
    shelf.leave();
    expect(await open()).toMatchObject({ record: { details: nobody }, earlier: ben });
  });

  it('who goes on where it was left open is there, and finds it again', async () => {
    const { shelf, open } = device();
    const page = await open();
    await page.typed(ana);
    shelf.leave();
    await page.typed({ ...ana, note: 'the front door' });
    expect((await open()).record.details).toEqual({ ...ana, note: 'the front door' });
  });

  it('who signs in takes nothing along of the visit before', async () => {
    const { shelf, open } = device();
    await (await open()).typed(ana);
    shelf.leave();
    expect((await open('ben')).record.details).toEqual(nobody);
  });

  it('is forgotten once its person has it again', async () => {
    const { shelf, open } = device();
    await (await open()).typed(ana);
    shelf.leave();
    const again = await open();
    await again.typed(ana);
    await again.takeEarlier();
    expect(await open()).toMatchObject({ record: { details: ana }, earlier: undefined });
  });
});

it('on a device of one’s own it stays as it was, however long nobody was there', async () => {
  const { shelf, open } = device('own');
  await (await open()).typed(ana);
  shelf.leave();
  expect(await open()).toMatchObject({ record: { details: ana }, earlier: undefined });
});

describe('somebody is taken for the same person', () => {
  const phone = { ...ana, reach: '(510) 555-0134' };
  const unreachable = { ...ana, reach: 'ana@' };
  it.each([
    ['by their email address', 'ANA@example.org ', '', ana, true],
    ['by their number, however it is written', '+1 510-555-0134', '', phone, true],
    ['not by another address', 'ben@example.org', 'Ana Ruiz', ana, false],
    ['not by their name, where they could be reached', '', 'Ana Ruiz', ana, false],
    ['not by what isn’t a whole address', 'ana@', 'Ana Ruiz', unreachable, false],
    ['by their name, where they could not', 'ana@example.org', 'ana ruiz', unreachable, true],
    ['not by no name', 'ben@example.org', '', { ...unreachable, name: '' }, false],
  ])('%s', async (_, reach, name, earlier, isSame) => {
    expect(await isSamePerson({ reach, name }, earlier, 'US')).toBe(isSame);
  });

  it('and has again what they haven’t typed since', () => {
    const typed = { ...nobody, reach: ana.reach };
    expect({ ...typed, ...filledUp(typed, ana) }).toEqual(ana);
    const moved = { ...typed, name: 'Ana R.', line1: '2 Oak Street', postcode: '12207' };
    expect({ ...moved, ...filledUp(moved, ana) }).toEqual({ ...moved, note: ana.note });
  });
});
