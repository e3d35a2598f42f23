import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderPlace } from '../../../../protocol/operations/payloads/order-place.ts';
import type { TestDevice } from '../../../testing/test-device.ts';
import { openTestOrders, type Placed, TABLETS, type TestOrders } from '../testing/test-orders.ts';

let desk: TestOrders;
beforeAll(async () => {
  desk = await openTestOrders();
}, 60_000);
afterAll(() => desk?.close());

let people = 0;
const guest = () => desk.clinic.browser({ from: `203.0.113.${people++}` });
const someone = (name: string) => ({ name, email: `${name.toLowerCase()}@mail.example` });
const codesOf = async (placed: Placed) => (await desk.view(placed)).problems.map(({ code }) => code);

/** With a code for a first order. */
const first = (device: TestDevice, over: Partial<OrderPlace> = {}) =>
  desk.place(device, { promotion: 'first', ...over });
async function paid(device: TestDevice, over: Partial<OrderPlace> = {}): Promise<Placed> {
  const placed = await desk.place(device, over);
  await desk.pay.tell(placed.id, 'captured', { charged: 1500 });
  return placed;
}
/** After an hour unpaid. */
async function lapse(): Promise<void> {
  desk.server.pass(61 * 60_000);
  await desk.server.turns.turn();
}

it('a code for a first order isn’t used up by an order that nobody has paid', async () => {
  const { device } = await guest();
  await desk.place(device);
  expect(await codesOf(await first(device))).toEqual([]);
});

it('two orders with a code for a first one take it in turns, and never both', async () => {
  const { device } = await guest();
  const one = await first(device);
  const other = await first(device);
  expect([await codesOf(one), await codesOf(other)]).toEqual([[], ['PROMO_NOT_ELIGIBLE']]);
  await lapse();
  // Looked at, the other one has it now.
  expect([await codesOf(other), await codesOf(one)]).toEqual([[], ['PROMO_NOT_ELIGIBLE']]);
  await desk.pay.tell(other.id, 'captured', { charged: 1400 });
  expect(await codesOf(one)).toEqual(['PROMO_NOT_ELIGIBLE']);
});

it('who has ordered has no first order any more, also where it is to be paid at the desk or was approved', async () => {
  const shop = desk.sold.shop;
  desk.sold.shop = { ...shop, payAtDesk: true };
  const byCard = await guest();
  await paid(byCard.device);
  const atDesk = await guest();
  await desk.place(atDesk.device, { payment: 'desk' });
  const approved = await guest();
  const consultation = await desk.consult(approved.device);
  const rx = { lines: [{ sku: TABLETS, quantity: 1 }], consultation };
  await desk.place(approved.device, { ...rx, shown: { total: 9999, currency: 'USD' } });
  await desk.moved({ consultation, status: 'approved', actor: 'Dr. Lindqvist' });
  for (const { device } of [byCard, atDesk, approved])
    expect(await codesOf(await first(device))).toEqual(['PROMO_NOT_ELIGIBLE']);
  desk.sold.shop = shop;
});

it('on a device of several people each has a first order, and hears of nobody else’s', async () => {
  const { device, enter } = await guest();
  await paid(device, { contact: someone('Ben') });
  expect(await codesOf(await first(device, { contact: someone('Cleo') }))).toEqual([]);
  const again = { name: 'B.', email: 'BEN@mail.example' };
  expect(await codesOf(await first(device, { contact: again }))).toEqual(['PROMO_NOT_ELIGIBLE']);
  const { person } = await enter('dora@mail.example');
  expect(await codesOf(await first(device, { person, contact: someone('Ben') }))).toEqual([]);
});

it('what was ordered in an account is the account’s alone, on each of its devices', async () => {
  const phone = await guest();
  const { person } = await phone.enter('eve@mail.example');
  await paid(phone.device, { person, contact: someone('Eve') });
  expect(await codesOf(await first(phone.device, { contact: someone('Eve') }))).toEqual([]);
  const laptop = await guest();
  await laptop.enter('eve@mail.example');
  expect(await codesOf(await first(laptop.device, { person }))).toEqual(['PROMO_NOT_ELIGIBLE']);
});

it('in a waiting room nobody is told whether somebody has ordered', async () => {
  const { device } = await guest();
  await paid(device);
  await desk.sql`
    insert into kiosks (vendor, id, device, device_key, name, host, version, assignment, enrolled_at)
    values ('meadow', ${randomUUID()}, ${device.deviceId}, '', 'Waiting room', 'chromium', 1, '{}', now())`;
  expect(await codesOf(await first(device))).toEqual([]);
});
