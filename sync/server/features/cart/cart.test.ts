import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type CartContent,
  emptyCart,
  linesIn,
  merged,
  withMore,
  withQuantity,
} from '../../../domain/cart/cart.ts';
import { cartContentSchema } from '../../../domain/cart/cart-schema.ts';
import { recordsPageSchema } from '../../../protocol/api/records.ts';
import { cartSave } from '../../../protocol/operations/cart-save.ts';
import { sealedTo } from '../../testing/test-device.ts';
import { withCookie } from '../../testing/test-patients.ts';
import { sealingTarget } from '../../testing/test-sealing.ts';
import type { TestBrowser } from '../accounts/testing/test-accounts.ts';
import { openPatientsDesk, type PatientsDesk } from '../persons/testing/test-patients-desk.ts';

const PHONE = '0199c0de-0000-4000-8000-00000000000a';
const LAPTOP = '0199c0de-0000-4000-8000-00000000000b';

let desk: PatientsDesk;
beforeAll(async () => {
  desk = await openPatientsDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.sql`delete from rate_limits`;
  desk.server.pass(1_000);
});

interface Person {
  readonly phone: TestBrowser;
  readonly person: string;
  readonly email: string;
}
let people = 0;
async function newPerson(): Promise<Person> {
  const email = `carla-${people++}@mail.example`;
  const phone = await desk.clinic.browser({ from: `203.0.113.${people}` });
  return { phone, email, person: (await phone.enter(email)).person };
}

const item = (sku: string) => ({ sku, product: sku.toLowerCase(), unit: 1000 });
const holding = (source: string, ...skus: readonly string[]): CartContent =>
  skus.reduce((cart, sku, at) => withMore(cart, item(sku), 1, 9, { source, at }), emptyCart);

async function saves(from: Person, cart: unknown, person = from.person) {
  desk.server.pass(1_000);
  const payload = { session: person, vendor: 'meadow', person, cart };
  const operation = await sealedTo(sealingTarget(desk.server.sealing, 'meadow'), cartSave.kind, payload);
  const { results } = await from.phone.device.push(desk.server.send, 'meadow', [operation]);
  return results[0]?.outcome;
}

async function bodyOf({ phone }: Person) {
  const { text } = await phone.device.request(
    withCookie(desk.server.send, phone.cookie()),
    'GET',
    '/connect/meadow/sync/v1/records',
  );
  return recordsPageSchema.parse(JSON.parse(text)).records.find(({ kind }) => kind === 'cart')?.body;
}
async function shown(of: Person) {
  const body = await bodyOf(of);
  const cart = body ? cartContentSchema.parse(body) : emptyCart;
  return Object.fromEntries(linesIn(cart, 'cart').map(({ sku, quantity }) => [sku, quantity]));
}

describe('a cart', () => {
  it('follows its person: what two devices say adds up, in whatever order and however often', async () => {
    const ana = await newPerson();
    const [phone, laptop] = [holding(PHONE, 'A', 'B'), holding(LAPTOP, 'A')];
    await saves(ana, laptop);
    await saves(ana, phone);
    await saves(ana, laptop);
    expect(await shown(ana)).toEqual({ A: 2, B: 1 });
    expect(await bodyOf(ana)).toEqual(merged(phone, laptop));
    const without = withQuantity(merged(phone, laptop), item('A'), 0, { source: PHONE, at: 9 });
    await saves(ana, without);
    await saves(ana, laptop);
    expect(await shown(ana)).toEqual({ B: 1 });
  });

  it('that says nothing new changes no record', async () => {
    const ana = await newPerson();
    await saves(ana, holding(PHONE, 'A'));
    const [before] = await desk.sql`select changed_at from carts where id = ${ana.person}`;
    await saves(ana, holding(PHONE, 'A'));
    expect(await desk.sql`select changed_at from carts where id = ${ana.person}`).toEqual([before]);
  });

  it('is nobody else’s: a device that isn’t signed in as the person changes none', async () => {
    const [ana, eve] = [await newPerson(), await newPerson()];
    await saves(ana, holding(PHONE, 'A'));
    await saves(eve, holding(LAPTOP, 'B'), ana.person);
    expect([await shown(ana), await shown(eve)]).toEqual([{ A: 1 }, {}]);
    await ana.phone.call('DELETE', 'session');
    await saves(ana, holding(PHONE, 'A', 'C'));
    await ana.phone.enter(ana.email);
    expect(await shown(ana)).toEqual({ A: 1 });
  });

  it.each([
    [
      'with a U+0000 in it',
      { ...holding(PHONE, 'A'), choices: { promotion: { value: '\u0000', at: 1, by: PHONE } } },
      'applied',
    ],
    ['that is none', { entries: { a: 1 }, choices: {} }, 'held'],
    [
      'under others’ names',
      { entries: { a: Object.values(holding(PHONE, 'A').entries)[0] }, choices: {} },
      'held',
    ],
  ])('%s breaks nothing', async (_what, cart, outcome) => {
    const ana = await newPerson();
    expect(await saves(ana, cart)).toBe(outcome);
    await saves(ana, holding(LAPTOP, 'B'));
    expect(await shown(ana)).toMatchObject({ B: 1 });
  });

  it('is gone with the account', async () => {
    const ana = await newPerson();
    await saves(ana, holding(PHONE, 'A'));
    expect((await ana.phone.call('POST', 'closing')).status).toBe(204);
    expect(await desk.sql`select id from carts where person = ${ana.person}`).toEqual([]);
  });

  it('of two accounts of one person adds up, and each has their own when the merge is undone', async () => {
    const [ana, double] = [await newPerson(), await newPerson()];
    await saves(ana, holding(PHONE, 'A'));
    await saves(double, holding(LAPTOP, 'A', 'B'));
    const payload = { other: double.person, identityChecked: true, reason: 'Showed her license.' };
    expect((await desk.call('POST', `patients/${ana.person}/merge`, { payload })).status).toBe(200);
    expect(await shown(ana)).toEqual({ A: 2, B: 1 });
    // Her phone has heard of all of it, and says so.
    await saves(ana, merged(holding(PHONE, 'A', 'C'), holding(LAPTOP, 'A', 'B')));
    desk.server.pass(1_000);
    const [merge] = (await desk.open(ana.person)).merges;
    desk.server.pass(1_000);
    const undone = await desk.call('POST', `merges/${merge?.id}/undo`, {
      payload: { reason: 'They were two.' },
    });
    expect(undone.status).toBe(200);
    await double.phone.enter(double.email);
    expect([await shown(ana), await shown(double)]).toEqual([
      { A: 1, C: 1 },
      { A: 1, B: 1 },
    ]);
  });
});
