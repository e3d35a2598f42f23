/** Orders whose form has become another person's: nobody would decide on them any more. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testPatient } from '../../../protocol/testing/fixture-intake.ts';
import { openTestOrders, type Placed, TABLETS, type TestOrders } from './testing/test-orders.ts';

const TOTAL = 7900;
const { birthDate } = testPatient();
let desk: TestOrders;
beforeAll(async () => {
  desk = await openTestOrders();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.sql`delete from rate_limits`;
  desk.server.pass(1_000);
});

let people = 0;
const address = () => `orders-${people++}@mail.example`;
const browser = () => desk.clinic.browser({ from: `203.0.113.${people++}` });
type Browser = Awaited<ReturnType<typeof browser>>;
const order = (phone: Browser, consultation: string, person: string) =>
  desk.place(phone.device, {
    ...{ lines: [{ sku: TABLETS, quantity: 1 }], consultation, person },
    shown: { total: TOTAL, currency: 'USD' },
  });
const hold = ({ id }: Placed) => desk.pay.tell(id, 'authorized', { held: TOTAL });
const wishesOf = ({ id }: Placed) =>
  desk.pay.wished.filter((one) => one.order === id).map(({ wish }) => wish);
const stateOf = async ({ id }: Placed) => {
  const [row] = await desk.sql`select order_status, is_reserved from orders where id = ${id}`;
  return row;
};

describe('a form that another person claims', () => {
  /** Two people write on one phone: the first orders by a form that is the second one's. */
  async function shared() {
    const phone = await browser();
    const form = await desk.consult(phone.device);
    const { person } = await phone.enter(address());
    return { phone, form, person };
  }
  const claims = async (phone: Browser, form: string) => {
    await phone.enter(address());
    expect((await phone.claim([form], birthDate)).json.claimed).toEqual([form]);
  };

  it('gives back what is held for an order of the first one', async () => {
    const { phone, form, person } = await shared();
    const placed = await order(phone, form, person);
    await hold(placed);
    const letters = await desk.letters();
    await claims(phone, form);
    expect(await stateOf(placed)).toEqual({ order_status: 'cancelled', is_reserved: false });
    expect(wishesOf(placed)).toEqual(['release']);
    expect(await desk.letters()).toBe(letters + 1);
  });

  it('says what is wrong with an order that isn’t paid', async () => {
    const { phone, form, person } = await shared();
    const placed = await order(phone, form, person);
    await claims(phone, form);
    expect(await stateOf(placed)).toEqual({ order_status: 'problem', is_reserved: false });
  });

  it('leaves what was approved to be paid at the desk', async () => {
    const { phone, form, person } = await shared();
    const placed = await desk.place(phone.device, {
      ...{ lines: [{ sku: TABLETS, quantity: 1 }], consultation: form, person, payment: 'desk' },
      ...{ delivery: { way: 'pickup', pharmacy: 'corner' }, shown: { total: TOTAL, currency: 'USD' } },
    });
    await desk.moved({ consultation: form, status: 'approved', actor: 'Dr. Lindqvist' });
    await claims(phone, form);
    expect(await stateOf(placed)).toEqual({ order_status: 'placed', is_reserved: true });
  });

  it('lets an order go on that waited for the ID of who has its form now', async () => {
    const phone = await browser();
    const form = await desk.consult(phone.device);
    const placed = await desk.place(phone.device, {
      ...{ lines: [{ sku: TABLETS, quantity: 1 }], consultation: form },
      shown: { total: TOTAL, currency: 'USD' },
    });
    await hold(placed);
    desk.identity.lacking.push('US-CA');
    await desk.moved({ consultation: form, status: 'approved', actor: 'Dr. Lindqvist' });
    expect(wishesOf(placed)).toEqual([]);
    desk.identity.lacking.splice(0);
    await claims(phone, form);
    expect(wishesOf(placed)).toEqual(['capture']);
  });

  it('leaves what was charged to the clinic', async () => {
    const { phone, form, person } = await shared();
    const placed = await order(phone, form, person);
    await hold(placed);
    await desk.moved({ consultation: form, status: 'approved', actor: 'Dr. Lindqvist' });
    await desk.pay.tell(placed.id, 'captured', { held: 0, charged: TOTAL });
    await claims(phone, form);
    expect(await stateOf(placed)).toMatchObject({ order_status: 'placed' });
    expect(wishesOf(placed)).toEqual(['capture']);
  });
});

it('a merge that is undone gives back what is held for an order by the other one’s form', async () => {
  const [kept, other] = [await browser(), await browser()];
  const form = await desk.consult(other.device);
  const [ana, ben] = [await kept.enter(address()), await other.enter(address())];
  expect((await other.claim([form], birthDate)).json.claimed).toEqual([form]);
  desk.server.pass(1_000);
  const body = { other: ben.person, identityChecked: true, reason: 'Showed her license.' };
  expect((await desk.staff('POST', `patients/${ana.person}/merge`, body)).status).toBe(200);
  const placed = await order(kept, form, ana.person);
  await hold(placed);
  desk.server.pass(1_000);
  const { merges } = JSON.parse((await desk.staff('GET', `patients/${ana.person}`)).body);
  const undone = await desk.staff('POST', `merges/${merges[0].id}/undo`, { reason: 'They were two.' });
  expect(undone.status).toBe(200);
  expect(await stateOf(placed)).toEqual({ order_status: 'cancelled', is_reserved: false });
  expect(wishesOf(placed)).toEqual(['release']);
});
