import { describe, expect, it } from 'vitest';
import type { Deliveries, Delivery, DeviceOwner, Platform } from '../../../platform/contract/contract.ts';
import { createTestShelf } from '../../../platform/contract/shelf-testing.ts';
import { type CheckoutDetails, emptyDetails } from './checkout-events.ts';
import { findPlaced, openKeeper } from './checkout-keeper.ts';
import { EARLIER_DAYS, filledUp, isSamePerson, MAX_EARLIER } from './earlier-visit.ts';
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
  let days = 0;
  const wait = (more: number) => {
    days += more;
  };
  const sent: Partial<Delivery>[] = [];
  // What a keeper asks of a platform.
  const platform = {
    shelf,
    vendor: 'meadow',
    now: () => new Date(Date.now() + days * 86_400_000),
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
  return { shelf, platform, open, sent, wait };
}

describe('on a device of which nobody has said whose it is', () => {
  it('a guest finds what they have typed while they are there', async () => {
    const { open } = device();
    await (await open()).typed(ana);
    expect(await open()).toMatchObject({ record: { details: ana }, earlier: [] });
  });

  it('the next visitor after the idle time sees none of it, and it is not lost', async () => {
    const { shelf, open } = device();
    const first = await open();
    await first.typed(ana);
    shelf.leave();
    const next = await open();
    expect(next).toMatchObject({
      record: { details: nobody, consents: [], placed: false },
      earlier: [{ details: ana }],
    });
    expect(next.record.order).not.toBe(first.record.order);
    expect((await open()).earlier).toMatchObject([{ details: ana }]);
    shelf.leave();
    expect((await open()).earlier).toMatchObject([{ details: ana }]);
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
    expect((await open()).earlier).toMatchObject([{ details: ana }]);
    sent.push({ kind: 'order.place', session: record.order });
    shelf.put('checkout', wrapCheckout({ ...record, details: ana, placed: true }));
    expect((await open()).earlier).toMatchObject([{ details: { ...ana, note: '' } }]);
  });

  const ben = { ...nobody, name: 'Ben Ode', reach: 'ben@example.org' };

  it('what they type is theirs, a third sees neither, and neither is lost', async () => {
    const { shelf, open } = device();
    for (const details of [ana, ben]) {
      await (await open()).typed(details);
      shelf.leave();
    }
    const next = await open();
    expect(next).toMatchObject({
      record: { details: nobody },
      earlier: [{ details: ben }, { details: ana }],
    });
    await next.takeEarlier(next.earlier.slice(1));
    expect((await open()).earlier).toMatchObject([{ details: ben }]);
  });

  it('what an earlier release put aside isn’t lost either', async () => {
    const { shelf, open } = device();
    const { record, typed } = await open();
    await typed(ben);
    shelf.put('checkout/earlier', wrapCheckout({ ...record, order: 'before', details: ana }));
    shelf.leave();
    expect((await open()).earlier).toMatchObject([{ details: ben }, { details: ana }]);
  });

  it('is put aside once, from however many tabs that are opened at once', async () => {
    const { shelf, open } = device();
    await (await open()).typed(ana);
    shelf.leave();
    expect((await Promise.all([open(), open()])).at(-1)?.earlier).toMatchObject([{ details: ana }]);
    expect((await open()).earlier).toHaveLength(1);
  });

  it('stays for as many visits and as long as it is said to', async () => {
    const { shelf, open, wait } = device();
    for (let visit = 0; visit <= MAX_EARLIER; visit += 1) {
      await (await open()).typed({ ...ben, name: `Guest ${visit}` });
      shelf.leave();
    }
    const { earlier } = await open();
    expect(earlier).toHaveLength(MAX_EARLIER);
    expect([earlier[0], earlier.at(-1)]).toMatchObject([
      { details: { name: `Guest ${MAX_EARLIER}` } },
      { details: { name: 'Guest 1' } },
    ]);
    wait(EARLIER_DAYS - 1);
    expect((await open()).earlier).toHaveLength(MAX_EARLIER);
    wait(1);
    expect((await open()).earlier).toEqual([]);
    expect(shelf.value('checkout/earlier')).toBeUndefined();
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
    await again.takeEarlier(again.earlier);
    expect(await open()).toMatchObject({ record: { details: ana }, earlier: [] });
  });
});

it('on a device of one’s own it stays as it was, however long nobody was there', async () => {
  const { shelf, open } = device('own');
  await (await open()).typed(ana);
  shelf.leave();
  expect(await open()).toMatchObject({ record: { details: ana }, earlier: [] });
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
    const later = { ...typed, name: 'Ana R.' };
    expect({ ...typed, ...filledUp(typed, later, ana) }).toEqual({ ...ana, name: 'Ana R.' });
  });
});
