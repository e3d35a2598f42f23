/** I9: nothing that a device claims changes money or eligibility. Every field of an order is tampered with, by a walk over it and not by a list. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { promotionHash } from '../../../domain/shop/promotion.ts';
import { orderPlace } from '../../../protocol/operations/order-place.ts';
import { type OrderPlace, orderPlaceV3 } from '../../../protocol/operations/payloads/order-place.ts';
import { sealedTo, type TestDevice } from '../../testing/test-device.ts';
import { sealingTarget } from '../../testing/test-sealing.ts';
import {
  byMail,
  openTestOrders,
  orderOf,
  PLASTERS,
  TABLETS,
  type TestOrders,
} from './testing/test-orders.ts';

const CODE = 'ALWAYS';
const PRICES: Readonly<Record<string, number>> = { [PLASTERS]: 500, [TABLETS]: 4900 };
const FEE = 2500;
const POSTAGE = 500;
const FREE_FROM = 5000;
/** Of one form: fewer than a device may have orders of it. */
const AT_ONCE = 20;
/** Each day some values in the place of each field, `npm run test:full` all. */
const EVERY = process.env.FULL === '1' ? 1 : 3;
const SERVED = ['US-CA', 'US-NY'];

let desk: TestOrders;
let device: TestDevice;
let form: string;
/** All that were sent. */
const forms = new Set<string>();
async function sendForm(): Promise<void> {
  form = await desk.consult(device);
  forms.add(form);
}
beforeAll(async () => {
  desk = await openTestOrders();
  desk.sold.shop = {
    ...desk.sold.shop,
    promotions: [
      ...desk.sold.shop.promotions,
      { code: await promotionHash(CODE), off: { percent: 10 }, rx: false },
    ],
  };
  ({ device } = await desk.clinic.browser({ from: '203.0.113.7' }));
  await sendForm();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.sql`delete from rate_limits`;
});

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type Path = readonly (string | number)[];
interface Tampering {
  readonly path: Path;
  /** `undefined`: the field is gone. */
  readonly to: Json | undefined;
}

const CLAIMS = {
  price: 1,
  unit: 1,
  amount: 1,
  total: 1,
  discount: 9999,
  stock: 99,
  rx: false,
  kind: 'otc',
  paid: true,
};
const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function insteadOf(value: Json): readonly (Json | undefined)[] {
  const any = [undefined, null, true, {}, []];
  if (typeof value === 'number') return [...any, 0, -1, 1, value - 1, value + 1, 99, 1e15, 0.5, `${value}`];
  if (typeof value === 'string')
    return [
      ...any,
      '',
      'x',
      `${value} `,
      value.toUpperCase(),
      value.toLowerCase(),
      randomUUID(),
      '\u0000',
      '__proto__',
      'US-NY',
      'US-TX',
      'JPY',
      'free',
      'WELCOME',
      0,
    ];
  if (Array.isArray(value)) return [...any, [...value, ...value], value.toReversed(), value.slice(1)];
  return isObject(value) ? [...any, { ...value, ...CLAIMS }] : any;
}

function* walk(value: Json, path: Path = []): Generator<Tampering> {
  for (const to of insteadOf(value)) if (path.length > 0) yield { path, to };
  if (Array.isArray(value)) for (const [at, one] of value.entries()) yield* walk(one, [...path, at]);
  else if (isObject(value))
    for (const [name, one] of Object.entries(value)) yield* walk(one, [...path, name]);
}

function tampered(value: Json, [first, ...rest]: Path, to: Json | undefined): Json {
  if (first === undefined) return to ?? null;
  if (Array.isArray(value))
    return value.flatMap((one: Json, at) =>
      at !== first ? [one] : rest.length === 0 && to === undefined ? [] : [tampered(one, rest, to)],
    );
  if (!isObject(value)) return value;
  const { [first]: before = null, ...others } = value;
  return rest.length === 0 && to === undefined ? others : { ...others, [first]: tampered(before, rest, to) };
}

/** Worked out here, by other code than the product's. */
function priceOf({ lines, promotion = '', delivery }: OrderPlace): number {
  const isPaidHere = (sku: string) => delivery.way === 'mail' || sku !== TABLETS;
  const sum = (skus: (sku: string) => boolean) =>
    lines.reduce((total, { sku, quantity }) => total + (skus(sku) ? (PRICES[sku] ?? 0) * quantity : 0), 0);
  const otc = sum((sku) => sku === PLASTERS);
  const isLower = [CODE, 'WELCOME'].includes(promotion.replace(/\s/g, '').toUpperCase());
  const goods = sum(isPaidHere) - (isLower ? Math.round(otc / 10) : 0);
  const postage = delivery.way === 'mail' && goods < FREE_FROM ? POSTAGE : 0;
  const fee = delivery.way === 'none' || lines.some(({ sku }) => sku === TABLETS) ? FEE : 0;
  return goods + postage + fee;
}

/** What has to be true of any order that may be paid. */
function mayBePlaced({
  lines,
  consultation,
  delivery,
  shown,
  promotion = '',
  consents,
}: OrderPlace): readonly string[] {
  const place = delivery.way === 'mail' ? delivery.address : undefined;
  const needs: Readonly<Record<string, boolean>> = {
    'sold here': lines.every(({ sku }) => sku in PRICES),
    'not too many': lines.reduce((all, { quantity }) => all + quantity, 0) < 99,
    'of their own form':
      (delivery.way !== 'none' && lines.every(({ sku }) => sku !== TABLETS)) ||
      forms.has(consultation?.toLowerCase() ?? ''),
    'where it is delivered': !place || (place.country === 'US' && SERVED.includes(place.region ?? '')),
    'a postcode': !place || /^\d{5}(-\d{4})?$/.test(place.postcode?.trim() ?? ''),
    'a rate of theirs': delivery.way !== 'mail' || delivery.rate === 'standard',
    'an open pharmacy': delivery.way !== 'pickup' || ['corner', 'plaza'].includes(delivery.pharmacy),
    'no made-up code': ['', CODE, 'WELCOME'].includes(promotion.replace(/\s/g, '').toUpperCase()),
    'consents to what was published': consents.length === 0,
    'as much as was shown':
      shown.currency === 'USD' && shown.total >= priceOf({ lines, promotion, delivery } as OrderPlace),
  };
  return Object.entries(needs).flatMap(([need, isMet]) => (isMet ? [] : [need]));
}

const bases: Readonly<Record<string, () => Partial<OrderPlace>>> = {
  mailed: () => ({
    lines: [
      { sku: PLASTERS, quantity: 2 },
      { sku: TABLETS, quantity: 1 },
    ],
    consultation: form,
    delivery: byMail,
    billing: { lines: ['1 Bank Road'], city: 'Austin', region: 'US-TX', postcode: '73301', country: 'US' },
    contact: { name: 'Ana Ruiz', email: 'ana@mail.example', phone: '+15105550100' },
    promotion: CODE,
    consents: [
      {
        ...{ document: 'terms', version: '1.0', sha256: 'a'.repeat(64), language: 'en', decision: 'active' },
        decidedAt: '2026-01-01T00:00:00Z',
      },
    ],
    shown: { total: 900 + 4900 + FEE, currency: 'USD' },
  }),
  'picked up': () => ({
    lines: [{ sku: PLASTERS, quantity: 2 }],
    delivery: { way: 'pickup', pharmacy: 'corner', note: 'The blue door' },
    payment: 'desk',
    shown: { total: 1000, currency: 'USD' },
  }),
  // The last: nothing is sold by prescription from then on.
  'a consultation alone': () => ({
    lines: [],
    consultation: form,
    delivery: { way: 'none' },
    shown: { total: FEE, currency: 'USD' },
  }),
};
const fresh = (over: Partial<OrderPlace>, isClean: boolean): OrderPlace =>
  orderOf({ ...over, ...(isClean && { consents: [] }), token: randomBytes(32).toString('base64url') });

const jsonOf = (placed: OrderPlace): Json => JSON.parse(JSON.stringify(placed));

async function send(payloads: readonly Json[]): Promise<void> {
  const target = sealingTarget(desk.server.sealing, 'meadow');
  const operations = await Promise.all(payloads.map((one) => sealedTo(target, orderPlace.kind, one)));
  await device.push(desk.server.send, 'meadow', operations);
  await desk.judged();
}

interface Row {
  id: string;
  /** Of the same cart as another: it is another name of that one. */
  same_as: string | null;
  order_status: string;
  total: string;
}

/** What became of it, as the database has it. @returns what is wrong; nothing: all is well. */
async function faultsOf(payload: Json): Promise<readonly string[]> {
  const parsed = orderPlaceV3.safeParse(payload);
  const id = isObject(payload) && typeof payload.session === 'string' ? payload.session : '';
  const [row] = await desk.sql<Row[]>`
    select id, same_as, order_status, total from orders where vendor = 'meadow' and id::text = ${id.toLowerCase().replace(/\0/g, '')}`;
  if (!parsed.success) return row ? ['it fits no schema, and is an order'] : [];
  if (!row) return parsed.data.vendor === 'meadow' ? ['there is no order'] : [];
  const due = desk.pay.dueOf(row.id);
  if (row.same_as !== null || row.order_status !== 'placed')
    return due ? ['it isn’t placed, and something is due'] : [];
  const price = priceOf(parsed.data);
  const unmet = mayBePlaced(parsed.data);
  return [
    ...unmet.map((need) => `placed, and not ${need}`),
    ...(Number(row.total) === price ? [] : [`it costs ${row.total}, and ${price} is its price`]),
    ...(price === 0 || due?.amount === price ? [] : [`${due?.amount} is due of ${price}`]),
  ];
}

describe('an order of which one field was tampered with (I9)', () => {
  it.each(Object.keys(bases))(
    '%s: costs what it costs, or isn’t placed',
    { timeout: 600_000 },
    async (name) => {
      const make = bases[name];
      if (!make) throw new Error('There is no such order.');
      if (make().lines?.length === 0)
        desk.sold.products.splice(0, 99, ...desk.sold.products.filter(({ kind }) => kind !== 'rx'));
      await sendForm();
      // As it is, it can be placed: what is tampered with is all that is wrong.
      const clean = fresh(make(), true);
      await send([jsonOf(clean)]);
      expect([await faultsOf(jsonOf(clean)), desk.pay.dueOf(clean.session)?.amount]).toEqual([
        [],
        clean.shown.total,
      ]);
      const all = [...walk(jsonOf(fresh(make(), false)))];
      const paths = new Set(all.map(({ path }) => path.join('/')));
      expect(paths.size).toBeGreaterThan(15);
      const faults: string[] = [];
      const some = all.filter((_, at) => at % EVERY === 0);
      expect(new Set(some.map(({ path }) => path.join('/')))).toEqual(paths);
      for (let from = 0; from < some.length; from += AT_ONCE) {
        await sendForm();
        const payloads = some.slice(from, from + AT_ONCE).map(({ path, to }) => {
          const about = path[0] === 'consents';
          const payload = tampered(jsonOf(fresh(make(), !about)), path, to);
          return { payload, what: `${path.join('/')} = ${JSON.stringify(to)}` };
        });
        await send(payloads.map(({ payload }) => payload));
        for (const { payload, what } of payloads)
          for (const fault of await faultsOf(payload)) faults.push(`${what}: ${fault}`);
      }
      expect(faults).toEqual([]);
    },
  );
});
