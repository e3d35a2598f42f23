/** A photo ID that the place of an order asks for: nothing is charged or handed over without it, whichever way the order came to that place. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pharmacyOf } from '../../../domain/testing/fixture-shop.ts';
import type { OrderPlace } from '../../../protocol/operations/payloads/order-place.ts';
import { openTestOrders, type Placed, TABLETS, type TestOrders } from './testing/test-orders.ts';

/** Tablets by mail to California. */
const TOTAL = 7900;
const DOCTOR = 'Dr. Lindqvist';
const CALIFORNIA = 'US-CA';
const NEVADA = 'US-NV';
let desk: TestOrders;
beforeAll(async () => {
  desk = await openTestOrders();
  desk.sold.shop.pharmacies.push(pharmacyOf('border', { region: NEVADA }));
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.sql`delete from rate_limits`;
  desk.server.pass(1_000);
  desk.identity.lacking.splice(0);
  desk.identity.state = 'missing';
});

const DAY = 86_400_000;
let passed = 0;
async function later(days: number) {
  passed += days * DAY;
  desk.server.pass(days * DAY);
  await desk.server.turns.turn();
}

/** Answered now, however long this file runs already. */
const consult = (device: Parameters<typeof desk.consult>[0]) =>
  desk.consult(device, { completedAt: new Date(Date.now() + passed).toISOString() });

let people = 0;
/** With a form that is theirs. */
async function patient() {
  people += 1;
  const phone = await desk.clinic.browser({ from: `203.0.113.${people}` });
  const { person } = await phone.enter(`ana-${people}@mail.example`);
  const form = await consult(phone.device);
  await desk.sql`insert into person_operations (vendor, op_id, person, claimed_at) values ('meadow', ${form}, ${person}, now()) on conflict do nothing`;
  const place = (over: Partial<OrderPlace> = {}) =>
    desk.place(phone.device, {
      ...{ lines: [{ sku: TABLETS, quantity: 1 }], consultation: form, person },
      shown: { total: TOTAL, currency: 'USD' },
      ...over,
    });
  return { person, form, place };
}
const pickup = (pharmacy: string) => ({ delivery: { way: 'pickup', pharmacy } }) as const;
const wishesOf = ({ id }: Placed) =>
  desk.pay.wished.filter(({ order }) => order === id).map(({ wish }) => wish);
const held = ({ id }: Placed) => desk.pay.tell(id, 'authorized', { held: TOTAL });
const approve = (consultation: string) => desk.moved({ consultation, status: 'approved', actor: DOCTOR });
const clinicalOf = async (placed: Placed) => (await desk.view(placed)).statuses.clinical;
const move = (placed: Placed, pharmacy: string) => desk.ask('POST', placed, '/pharmacy', { pharmacy });
const prepare = async ({ id }: Placed) =>
  (await desk.staff('POST', `orders/${id}/fulfillment`, { to: 'preparing' })).status;
/** As the staff who look at photo IDs do. */
const confirms = (person: string) =>
  desk.core.publishWithin((transaction, publish) =>
    desk.orders.idConfirmed(transaction, publish, { vendor: 'meadow', person, actor: DOCTOR }),
  );
/** Prescribed before anything was ordered. */
function decided(form: string): void {
  desk.states.set(form, 'prescribed');
  desk.prescribed.set(form, 'tablets');
}

describe('an order that comes after the decision', () => {
  it('to a place that asks for an ID is held until staff have confirmed it', async () => {
    const { person, form, place } = await patient();
    decided(form);
    desk.identity.lacking.push(CALIFORNIA);
    const placed = await place();
    expect(desk.identity.asked.at(-1)).toEqual({
      ...{ vendor: 'meadow', consultation: form },
      ...{ products: ['tablets'], places: [CALIFORNIA] },
    });
    expect(await clinicalOf(placed)).toBe('waiting');
    expect(desk.pay.dueOf(placed.id)).toMatchObject({ amount: TOTAL, purpose: 'hold' });
    await held(placed);
    await confirms(person);
    expect(wishesOf(placed)).toEqual([]);
    expect(await desk.seen(placed.id)).toMatchObject({ order: { waitsForId: true }, label: 'received' });
    // A date that nobody has promised isn't shown.
    expect(await desk.view(placed)).not.toHaveProperty('reviewBy');
    desk.identity.lacking.splice(0);
    await confirms(person);
    expect(await clinicalOf(placed)).toBe('approved');
    expect(wishesOf(placed)).toEqual(['capture']);
  });

  it('goes on when it is read, too: an account may have been begun with it since', async () => {
    const { form, place } = await patient();
    decided(form);
    desk.identity.lacking.push(CALIFORNIA);
    const placed = await place();
    await held(placed);
    desk.identity.lacking.splice(0);
    expect(await clinicalOf(placed)).toBe('approved');
    expect(wishesOf(placed)).toEqual(['capture']);
  });

  it('takes what was prescribed while it waits: a second one doesn’t', async () => {
    const { form, place } = await patient();
    decided(form);
    desk.identity.lacking.push(CALIFORNIA);
    await place();
    const second = await place();
    expect((await desk.view(second)).problems).toMatchObject([{ code: 'RX_NOT_QUALIFIED' }]);
  });

  it('to a place that asks for none is charged at once', async () => {
    const { form, place } = await patient();
    decided(form);
    desk.identity.lacking.push(NEVADA);
    const placed = await place();
    expect(await clinicalOf(placed)).toBe('approved');
    expect(desk.pay.dueOf(placed.id)).toMatchObject({ purpose: 'charge' });
  });
});

describe('an approval', () => {
  it('charges nothing of an order that was sent elsewhere while it could be undone, and tells its patient', async () => {
    const { person, form, place } = await patient();
    const placed = await place();
    await held(placed);
    const letters = await desk.letters();
    desk.identity.lacking.push(CALIFORNIA);
    await approve(form);
    expect(await clinicalOf(placed)).toBe('waiting');
    expect(wishesOf(placed)).toEqual([]);
    expect(await desk.letters()).toBe(letters + 1);
    expect(await prepare(placed)).toBe(409);
    desk.identity.lacking.splice(0);
    await confirms(person);
    expect(wishesOf(placed)).toEqual(['capture']);
  });
});

describe('a photo ID that nobody shows', () => {
  const stateOf = async ({ id }: Placed) => {
    const [row] = await desk.sql`select order_status, is_reserved from orders where id = ${id}`;
    return row;
  };
  const ENDED = { order_status: 'cancelled', is_reserved: false };
  const WAITS = { order_status: 'placed', is_reserved: true };

  it('gives back what is held for it after seven days', async () => {
    const { form, place } = await patient();
    const placed = await place();
    await held(placed);
    // However long the clinic took.
    await later(3);
    desk.identity.lacking.push(CALIFORNIA);
    await approve(form);
    await later(6);
    expect(await stateOf(placed)).toEqual(WAITS);
    const letters = await desk.letters();
    await later(2);
    expect(await stateOf(placed)).toEqual(ENDED);
    expect(wishesOf(placed)).toEqual(['release']);
    expect(await desk.letters()).toBeGreaterThan(letters);
  });

  it('gives back what a card holds since it was asked for', async () => {
    const { form, place } = await patient();
    decided(form);
    desk.identity.lacking.push(CALIFORNIA);
    const placed = await place();
    await held(placed);
    await later(8);
    expect(await stateOf(placed)).toEqual(ENDED);
  });

  it('ends what was to be paid at the counter', async () => {
    const { form, place } = await patient();
    const placed = await place({ ...pickup('corner'), payment: 'desk' });
    await later(2);
    desk.identity.lacking.push(CALIFORNIA);
    await approve(form);
    await later(6);
    expect(await stateOf(placed)).toEqual(WAITS);
    await later(2);
    expect(await stateOf(placed)).toEqual(ENDED);
  });

  it('is asked for from the day on which it goes where one is needed', async () => {
    const { form, place } = await patient();
    const placed = await place(pickup('corner'));
    await desk.pay.tell(placed.id, 'authorized', { held: 2500 });
    await approve(form);
    await desk.pay.tell(placed.id, 'captured', { held: 0, charged: 2500 });
    await later(20);
    desk.identity.lacking.push(NEVADA);
    await move(placed, 'border');
    await later(6);
    expect(await stateOf(placed)).toMatchObject({ order_status: 'placed' });
    await move(placed, 'plaza');
    await later(20);
    expect(await stateOf(placed)).toMatchObject({ order_status: 'placed' });
  });

  it('is asked for once more where staff refuse what was sent', async () => {
    const { person, form, place } = await patient();
    const placed = await place();
    await held(placed);
    desk.identity.lacking.push(CALIFORNIA);
    await approve(form);
    await later(6);
    await desk.core.publishWithin((transaction, publish) =>
      desk.orders.idRefused(transaction, publish, { vendor: 'meadow', person }),
    );
    await later(6);
    expect(await stateOf(placed)).toEqual(WAITS);
    await later(2);
    expect(await stateOf(placed)).toEqual(ENDED);
  });

  it('ends nothing that staff haven’t looked at', async () => {
    const { person, form, place } = await patient();
    const placed = await place();
    await held(placed);
    desk.identity.lacking.push(CALIFORNIA);
    await approve(form);
    desk.identity.state = 'sent';
    await later(9);
    expect(await stateOf(placed)).toEqual(WAITS);
    desk.identity.lacking.splice(0);
    await confirms(person);
    expect(wishesOf(placed)).toEqual(['capture']);
  });

  it('ends nothing where an account that has its form now was confirmed before', async () => {
    const { form, place } = await patient();
    const placed = await place();
    await held(placed);
    desk.identity.lacking.push(CALIFORNIA);
    await approve(form);
    desk.identity.lacking.splice(0);
    await later(8);
    expect(wishesOf(placed)).toEqual(['capture']);
  });

  it('ends nothing of which a part was given back, once it was shown', async () => {
    const { person, form, place } = await patient();
    const placed = await place(pickup('corner'));
    await desk.pay.tell(placed.id, 'authorized', { held: 2500 });
    await approve(form);
    await desk.pay.tell(placed.id, 'captured', { held: 0, charged: 2500 });
    desk.identity.lacking.push(NEVADA);
    await move(placed, 'border');
    await desk.pay.tell(placed.id, 'partially_refunded', { refunded: 500 });
    desk.identity.lacking.splice(0);
    await confirms(person);
    await later(20);
    expect(await stateOf(placed)).toMatchObject({ order_status: 'placed' });
    expect(wishesOf(placed)).not.toContain('release');
  });

  it('ends nothing once it was shown', async () => {
    const { person, form, place } = await patient();
    const placed = await place();
    await held(placed);
    desk.identity.lacking.push(CALIFORNIA);
    await approve(form);
    desk.identity.lacking.splice(0);
    await confirms(person);
    await later(20);
    expect(await stateOf(placed)).toEqual(WAITS);
  });
});

describe('a clinician who vouches for who has sent a form', () => {
  it('lets go on what was ordered by it, of a guest, too', async () => {
    const phone = await desk.clinic.browser({ from: `203.0.113.${++people}` });
    const form = await consult(phone.device);
    const placed = await desk.place(phone.device, {
      ...{ lines: [{ sku: TABLETS, quantity: 1 }], consultation: form },
      shown: { total: TOTAL, currency: 'USD' },
    });
    await held(placed);
    desk.identity.lacking.push(CALIFORNIA);
    await approve(form);
    desk.identity.lacking.splice(0);
    await desk.core.publishWithin((transaction, publish) =>
      desk.orders.idConfirmed(transaction, publish, {
        ...{ vendor: 'meadow', consultation: form, actor: DOCTOR },
      }),
    );
    expect(wishesOf(placed)).toEqual(['capture']);
  });
});

describe('another pharmacy', () => {
  const approved = async () => {
    const one = await patient();
    const placed = await one.place(pickup('corner'));
    await desk.pay.tell(placed.id, 'authorized', { held: 2500 });
    await approve(one.form);
    return { ...one, placed };
  };

  it('in a place that asks for an ID gets nothing of what is paid until it is confirmed', async () => {
    const { person, placed } = await approved();
    await desk.pay.tell(placed.id, 'captured', { held: 0, charged: 2500 });
    desk.identity.lacking.push(NEVADA);
    expect((await move(placed, 'border')).status).toBe(200);
    expect(await clinicalOf(placed)).toBe('waiting');
    expect(await prepare(placed)).toBe(409);
    desk.identity.lacking.splice(0);
    await confirms(person);
    expect(await prepare(placed)).toBe(200);
  });

  it('may be changed back', async () => {
    const { placed } = await approved();
    await desk.pay.tell(placed.id, 'captured', { held: 0, charged: 2500 });
    desk.identity.lacking.push(NEVADA);
    await move(placed, 'border');
    await move(placed, 'plaza');
    expect(await clinicalOf(placed)).toBe('approved');
    expect(await prepare(placed)).toBe(200);
  });

  it('of what isn’t paid yet has it held, and not charged', async () => {
    const { form, place } = await patient();
    const placed = await place(pickup('corner'));
    await approve(form);
    desk.identity.lacking.push(NEVADA);
    await move(placed, 'border');
    expect(desk.pay.dueOf(placed.id)).toMatchObject({ purpose: 'hold' });
    await desk.pay.tell(placed.id, 'authorized', { held: 2500 });
    expect(wishesOf(placed)).toEqual([]);
    // Held there, it is charged once it goes where none is asked for.
    await move(placed, 'plaza');
    expect(wishesOf(placed)).toEqual(['capture']);
  });

  it('is chosen once the bank has answered', async () => {
    const { form, place } = await patient();
    const placed = await place(pickup('corner'));
    await approve(form);
    await desk.pay.tell(placed.id, 'requires_action');
    desk.identity.lacking.push(NEVADA);
    expect((await move(placed, 'border')).json.code).toBe('ORDER_LOCKED');
    expect((await desk.view(placed)).delivery).toMatchObject({ pharmacy: 'corner' });
  });
});
