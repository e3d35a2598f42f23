import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterOrder,
  type CartContent,
  type CartItem,
  choiceIn,
  emptyCart,
  isSame,
  linesIn,
  MAX_ENTRIES,
  MAX_QUANTITY,
  merged,
  moved,
  signedIn,
  stampAfter,
  switched,
  trimmed,
  withChoice,
  withMore,
  withQuantity,
} from './cart.ts';
import { cartContentSchema } from './cart-schema.ts';

const id = (number: number) => `0190000${number}-0000-7000-8000-000000000000`;
const [PHONE, LAPTOP, OTHER] = [id(1), id(2), id(3)];
const item = (sku: string, more: Partial<CartItem> = {}): CartItem => ({
  ...{ sku, product: sku.toLowerCase(), unit: 1000 },
  ...more,
});
const shown = (cart: CartContent, place: 'cart' | 'later' = 'cart', limit?: number) =>
  Object.fromEntries(linesIn(cart, place, () => limit).map(({ sku, quantity }) => [sku, quantity]));

/** What somebody may do with a cart on one device. */
type Act =
  | { readonly does: 'set'; readonly sku: string; readonly quantity: number }
  | { readonly does: 'more'; readonly sku: string }
  | { readonly does: 'move'; readonly sku: string; readonly to: 'cart' | 'later' }
  | { readonly does: 'switch'; readonly sku: string; readonly to: string }
  | { readonly does: 'choose'; readonly value: string };
const skus = fc.constantFrom('A', 'B', 'C');
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ does: fc.constant('set' as const), sku: skus, quantity: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ does: fc.constant('more' as const), sku: skus }),
  fc.record({ does: fc.constant('move' as const), sku: skus, to: fc.constantFrom('cart', 'later') }),
  fc.record({ does: fc.constant('switch' as const), sku: skus, to: skus }),
  fc.record({ does: fc.constant('choose' as const), value: fc.constantFrom('', 'SAVE', 'SPRING') }),
);
/** Clocks of a few milliseconds: most devices say two things at once. */
const devices = fc.constantFrom(PHONE, LAPTOP, OTHER);
const script = fc.array(fc.record({ device: devices, now: fc.integer({ min: 0, max: 4 }), act }), {
  maxLength: 8,
});

function acted(cart: CartContent, device: string, now: number, done: Act): CartContent {
  const stamp = stampAfter(cart, device, now);
  if (done.does === 'set') return withQuantity(cart, item(done.sku), done.quantity, stamp);
  if (done.does === 'more') return withMore(cart, item(done.sku), 1, 5, stamp);
  if (done.does === 'move') return moved(cart, item(done.sku), done.to, 5, stamp);
  if (done.does === 'switch') return switched(cart, item(done.sku), item(done.to), 5, stamp);
  return withChoice(cart, 'promotion', done.value, stamp);
}
const cart = script.map((steps) =>
  steps.reduce((so, { device, now, act: done }) => acted(so, device, now, done), emptyCart),
);

describe('merging carts', () => {
  test('twice is once, in whatever order and grouping', () => {
    fc.assert(
      fc.property(cart, cart, cart, (one, two, three) => {
        expect(isSame(merged(one, one), one)).toBe(true);
        expect(isSame(merged(one, two), merged(two, one))).toBe(true);
        expect(isSame(merged(merged(one, two), three), merged(one, merged(two, three)))).toBe(true);
        expect(isSame(merged(merged(one, two), two), merged(one, two))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test('ends the same on all devices, whatever each has heard of the others meanwhile', () => {
    const step = fc.oneof(
      fc.record({ device: fc.nat(2), now: fc.nat(4), act }),
      fc.record({ device: fc.nat(2), hears: fc.nat(2) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 24 }), (steps) => {
        const sources = [PHONE, LAPTOP, OTHER];
        const carts = sources.map(() => emptyCart);
        const at = (device: number) => carts[device] ?? emptyCart;
        for (const next of steps)
          carts[next.device] =
            'act' in next
              ? acted(at(next.device), sources[next.device] ?? PHONE, next.now, next.act)
              : merged(at(next.device), at(next.hears));
        const ends = [
          merged(merged(at(0), at(1)), at(2)),
          merged(at(2), merged(at(1), at(0))),
          merged(merged(at(1), at(2)), merged(at(0), at(1))),
        ];
        for (const end of ends) expect(isSame(end, merged(merged(at(0), at(1)), at(2)))).toBe(true);
        expect(cartContentSchema.safeParse(ends[0]).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('a later word wins on every device, even one whose clock is slow', () => {
    fc.assert(
      fc.property(cart, devices, act, (before, device, done) => {
        const after = acted(before, device, -1_000_000, done);
        expect(isSame(merged(before, after), after)).toBe(true);
      }),
    );
  });
});

describe('case 13: a guest signs in', () => {
  const guest = withMore(emptyCart, item('A'), 2, 9, { source: PHONE, at: 1 });
  const account = withMore(withMore(emptyCart, item('A'), 1, 9, { source: LAPTOP, at: 1 }), item('B'), 1, 9, {
    source: LAPTOP,
    at: 2,
  });

  test('while looking around: both carts add up, to the limit, and once', () => {
    const stamp = { source: PHONE, at: 9 };
    const both = signedIn(guest, account, 'browsing', stamp);
    expect(shown(both)).toEqual({ A: 3, B: 1 });
    expect(shown(both, 'cart', 2)).toEqual({ A: 2, B: 1 });
    expect(isSame(signedIn(both, account, 'browsing', stamp), both)).toBe(true);
    expect(isSame(signedIn(both, both, 'browsing', stamp), both)).toBe(true);
  });

  test('in a checkout: what the guest is about to order stays, and the rest is saved for later', () => {
    const both = signedIn(guest, account, 'checkout', { source: PHONE, at: 9 });
    expect(shown(both)).toEqual({ A: 2 });
    expect(shown(both, 'later')).toEqual({ A: 1, B: 1 });
    const again = signedIn(both, account, 'checkout', { source: PHONE, at: 12 });
    expect(isSame(again, both)).toBe(true);
    expect(shown(merged(account, both))).toEqual({ A: 2 });
  });

  test('nothing is lost, and nothing is there twice', () => {
    const of = (content: CartContent) =>
      ['A', 'B', 'C'].map((sku) => (shown(content)[sku] ?? 0) + (shown(content, 'later')[sku] ?? 0));
    const from = (source: string) =>
      fc
        .array(fc.record({ sku: skus, quantity: fc.integer({ min: 0, max: 4 }) }), { maxLength: 4 })
        .map((all) =>
          all.reduce(
            (so, { sku, quantity }) => withQuantity(so, item(sku), quantity, stampAfter(so, source, 0)),
            emptyCart,
          ),
        );
    fc.assert(
      fc.property(from(PHONE), from(LAPTOP), fc.constantFrom('browsing', 'checkout'), (one, two, during) => {
        const both = signedIn(one, two, during, { source: PHONE, at: 99 });
        expect(of(both)).toEqual(of(one).map((count, at) => count + (of(two)[at] ?? 0)));
        const again = signedIn(both, merged(two, both), during, { source: PHONE, at: 100 });
        expect(isSame(again, both)).toBe(true);
        expect(during === 'browsing' || JSON.stringify(shown(both)) === JSON.stringify(shown(one))).toBe(
          true,
        );
      }),
    );
  });
});

describe('a cart', () => {
  const at = (time: number, source = PHONE) => ({ source, at: time });

  test('has one quantity of a SKU: who sets it sets all of it', () => {
    const both = merged(
      withMore(emptyCart, item('A'), 2, 9, at(1)),
      withMore(emptyCart, item('A'), 3, 9, at(1, LAPTOP)),
    );
    expect(shown(both)).toEqual({ A: 5 });
    expect(shown(withQuantity(both, item('A'), 4, at(2)))).toEqual({ A: 4 });
    expect(shown(withQuantity(both, item('A'), 0, at(2)))).toEqual({});
  });

  test('saves for later and takes back, and switches to another plan', () => {
    const one = withMore(emptyCart, item('A', { consultation: OTHER }), 2, 9, at(1));
    const saved = moved(one, item('A', { consultation: OTHER }), 'later', 9, at(2));
    expect([shown(saved), shown(saved, 'later')]).toEqual([{}, { A: 2 }]);
    const back = moved(saved, item('A', { consultation: OTHER }), 'cart', 9, at(3));
    expect([shown(back), shown(back, 'later')]).toEqual([{ A: 2 }, {}]);
    expect(linesIn(back, 'cart')).toEqual([{ ...item('A'), quantity: 2, consultation: OTHER }]);
    expect(shown(switched(back, item('A'), item('B'), 9, at(4)))).toEqual({ B: 2 });
  });

  test('keeps what was added after the order was placed, and no code', () => {
    const ordered = withChoice(withMore(emptyCart, item('A'), 2, 9, at(1)), 'promotion', 'SAVE', at(1));
    const meanwhile = withMore(withMore(ordered, item('A'), 1, 9, at(2)), item('B'), 1, 9, at(3));
    const left = afterOrder(meanwhile, [{ sku: 'A', quantity: 2 }], at(4));
    expect([shown(left), choiceIn(left, 'promotion')]).toEqual([{ A: 1, B: 1 }, undefined]);
  });

  test('grows no further than it may, and forgets what was taken out first', () => {
    let full = withQuantity(emptyCart, item('OUT'), 1, at(1));
    full = withQuantity(full, item('OUT'), 0, at(2));
    for (let number = 0; number < MAX_ENTRIES; number += 1)
      full = withQuantity(full, item(`S${number}`), 1, at(3 + number));
    const kept = trimmed(full);
    expect(Object.keys(kept.entries)).toHaveLength(MAX_ENTRIES);
    expect(Object.values(kept.entries).every(({ quantity }) => quantity === 1)).toBe(true);
    expect(cartContentSchema.safeParse(full).success).toBe(false);
  });

  test('never shows more than an order takes', () => {
    const many = merged(
      withQuantity(emptyCart, item('A'), 500, at(1)),
      withQuantity(emptyCart, item('A'), 80, at(1, LAPTOP)),
    );
    expect(shown(many)).toEqual({ A: MAX_QUANTITY });
  });

  test('is refused where an entry is under another’s name', () => {
    const { entries } = withQuantity(emptyCart, item('A'), 1, at(1));
    const [entry] = Object.values(entries);
    expect(cartContentSchema.safeParse({ entries: { other: entry }, choices: {} }).success).toBe(false);
  });
});
