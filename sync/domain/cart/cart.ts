/**
 * A cart: what somebody wants of each SKU, said by one device at a time, and merged so that the order and the number of merges never matter.
 *
 * Each entry is of one source (the cart in which it was first put) and keeps the last word said about it. Two carts that meet, a guest's and the account's,
 * have different sources: what they hold adds up, once, and a line shows no more than the product's limit.
 */
/** In one order at most, of whatever product: as an order is sealed. */
export const MAX_QUANTITY = 99;
/** Entries that are kept. */
export const MAX_ENTRIES = 200;

/** When it was said, in milliseconds since 1970 or one more than whatever the device had read; and by whom, for two at once. */
interface Said {
  readonly at: number;
  readonly by: string;
}

export interface CartEntry extends Said {
  readonly source: string;
  readonly sku: string;
  /** In the cart, or saved for later. */
  readonly place: 'cart' | 'later';
  /** Slug of it. */
  readonly product: string;
  /** 0: taken out. */
  readonly quantity: number;
  /** Of one, in the minor unit, as the person last saw and accepted it. */
  readonly unit: number;
  /** Of a prescription: the operation that sent the form. */
  readonly consultation?: string | undefined;
}

/** What is chosen for all of it. `promotion`: as typed. `place`: ISO 3166, where it is to be delivered. `rate`, `pharmacy`: of the way. */
export const cartChoices = ['promotion', 'way', 'place', 'rate', 'pharmacy'] as const;
export type CartChoice = (typeof cartChoices)[number];

export interface CartContent {
  /** By {@link keyOf}. */
  readonly entries: Readonly<Record<string, CartEntry>>;
  readonly choices: Readonly<Partial<Record<CartChoice, Said & { readonly value: string }>>>;
}

/** Who says something, and when. */
export interface Stamp {
  /** The cart of the device that says it. */
  readonly source: string;
  readonly at: number;
}

export const emptyCart: CartContent = { entries: {}, choices: {} };

export function keyOf({ source, sku: of, place }: Pick<CartEntry, 'source' | 'sku' | 'place'>): string {
  return `${source}/${of}/${place}`;
}

/** In a fixed order: two devices that say the same thing at once don't differ by how they wrote it down. */
const textOf = (said: Said) =>
  JSON.stringify(Object.entries(said).toSorted(([one], [other]) => (one < other ? -1 : 1)));
function later<One extends Said>(one: One | undefined, other: One): One {
  if (one === undefined || one.at < other.at) return other;
  if (one.at > other.at) return one;
  if (one.by !== other.by) return one.by < other.by ? other : one;
  return textOf(one) < textOf(other) ? other : one;
}

function mergedBy<One extends Said>(
  one: Readonly<Record<string, One>>,
  other: Readonly<Record<string, One>>,
): Record<string, One> {
  const all: Record<string, One> = { ...one };
  for (const [key, said] of Object.entries(other)) all[key] = later(all[key], said);
  return all;
}

/** The last word on each entry and choice. Idempotent, commutative, associative. */
export function merged(one: CartContent, other: CartContent): CartContent {
  return {
    entries: mergedBy(one.entries, other.entries),
    choices: mergedBy(one.choices, other.choices),
  };
}

export const isSame = (one: CartContent, other: CartContent): boolean =>
  fingerprint(one) === fingerprint(other);
function fingerprint({ entries, choices }: CartContent): string {
  const sorted = (of: Readonly<Record<string, Said>>) =>
    Object.entries(of)
      .toSorted(([one], [two]) => (one < two ? -1 : 1))
      .map(([key, said]) => [key, textOf(said)]);
  return JSON.stringify([sorted(entries), sorted(choices)]);
}

/** Later than whatever is in there: a slow clock never loses against what its person has seen. */
export function stampAfter({ entries, choices }: CartContent, source: string, now: number): Stamp {
  const newest = [...Object.values(entries), ...Object.values(choices)].map(({ at }) => at);
  return { source, at: Math.min(Math.max(now, 0, ...newest.map((at) => at + 1)), Number.MAX_SAFE_INTEGER) };
}

/** The oldest of what was taken out goes first, then the oldest of all. */
export function trimmed(cart: CartContent): CartContent {
  const all = Object.entries(cart.entries);
  if (all.length <= MAX_ENTRIES) return cart;
  const kept = all.toSorted(
    ([, one], [, two]) => Number(two.quantity > 0) - Number(one.quantity > 0) || two.at - one.at,
  );
  return { ...cart, entries: Object.fromEntries(kept.slice(0, MAX_ENTRIES)) };
}

/** A way to buy a product, as somebody puts it into their cart. */
export type CartItem = Pick<CartEntry, 'sku' | 'product' | 'unit' | 'consultation'>;

export interface CartLine extends CartItem {
  /** Of all sources, at most the limit. */
  readonly quantity: number;
}

/** @param limitOf units of a product that one order may hold; {@link MAX_QUANTITY} where it isn't known. */
export function linesIn(
  { entries }: CartContent,
  place: CartEntry['place'],
  limitOf: (product: string) => number | undefined = () => undefined,
): readonly CartLine[] {
  const bySku = new Map<string, CartEntry[]>();
  for (const entry of Object.values(entries))
    if (entry.place === place && entry.quantity > 0)
      bySku.set(entry.sku, [...(bySku.get(entry.sku) ?? []), entry]);
  return [...bySku.values()].flatMap((all): CartLine[] => {
    const [newest] = all.toSorted((one, two) => (later(one, two) === one ? -1 : 1));
    if (newest === undefined) return [];
    const { sku: of, product, unit } = newest;
    const consultation = newest.consultation ?? all.find((each) => each.consultation)?.consultation;
    const wanted = all.reduce((sum, { quantity }) => sum + quantity, 0);
    const quantity = Math.min(wanted, limitOf(product) ?? MAX_QUANTITY, MAX_QUANTITY);
    return [{ sku: of, product, unit, quantity, ...(consultation === undefined ? {} : { consultation }) }];
  });
}

export const choiceIn = ({ choices }: CartContent, name: CartChoice): string | undefined =>
  choices[name]?.value || undefined;

/** @param value '' takes it back. */
export function withChoice(
  cart: CartContent,
  name: CartChoice,
  value: string,
  { source, at }: Stamp,
): CartContent {
  return { ...cart, choices: { ...cart.choices, [name]: { value, at, by: source } } };
}

/** So many of it in that place, whichever sources had some: the device that says so has it all from then on. */
export function withQuantity(
  cart: CartContent,
  item: CartItem,
  quantity: number,
  { source, at }: Stamp,
  place: CartEntry['place'] = 'cart',
): CartContent {
  const entries = { ...cart.entries };
  for (const [key, entry] of Object.entries(entries))
    if (entry.sku === item.sku && entry.place === place && entry.source !== source && entry.quantity > 0)
      entries[key] = { ...entry, quantity: 0, at, by: source };
  const { sku: of, product, unit, consultation } = item;
  const own: CartEntry = {
    ...{ source, sku: of, place, product, unit, at, by: source },
    quantity: Math.min(Math.max(quantity, 0), MAX_QUANTITY),
    ...(consultation === undefined ? {} : { consultation }),
  };
  if (own.quantity > 0 || entries[keyOf(own)] !== undefined) entries[keyOf(own)] = own;
  return { ...cart, entries };
}

const quantityOf = (cart: CartContent, of: string, place: CartEntry['place']) =>
  linesIn(cart, place).find((line) => line.sku === of)?.quantity ?? 0;

/** @param limit of the product. */
export function withMore(
  cart: CartContent,
  item: CartItem,
  more: number,
  limit: number,
  stamp_: Stamp,
): CartContent {
  return withQuantity(cart, item, Math.min(quantityOf(cart, item.sku, 'cart') + more, limit), stamp_);
}

/** From the cart to what is saved for later, or back. */
export function moved(
  cart: CartContent,
  item: CartItem,
  to: CartEntry['place'],
  limit: number,
  stamp_: Stamp,
): CartContent {
  const from = to === 'cart' ? 'later' : 'cart';
  const quantity = quantityOf(cart, item.sku, from) + quantityOf(cart, item.sku, to);
  return withQuantity(withQuantity(cart, item, 0, stamp_, from), item, Math.min(quantity, limit), stamp_, to);
}

/** Another way to buy the same product, as often. */
export function switched(
  cart: CartContent,
  from: CartItem,
  to: CartItem,
  limit: number,
  stamp_: Stamp,
): CartContent {
  const quantity = quantityOf(cart, from.sku, 'cart');
  return withMore(withQuantity(cart, from, 0, stamp_), to, quantity, limit, stamp_);
}

/** Of what has been ordered nothing stays; what was added meanwhile does. The code was for that order. */
export function afterOrder(
  cart: CartContent,
  ordered: readonly { readonly sku: string; readonly quantity: number }[],
  stamp_: Stamp,
): CartContent {
  const left = ordered.reduce((rest, { sku: of, quantity }) => {
    const line = linesIn(rest, 'cart').find((each) => each.sku === of);
    return line === undefined ? rest : withQuantity(rest, line, line.quantity - quantity, stamp_);
  }, cart);
  return choiceIn(left, 'promotion') === undefined ? left : withChoice(left, 'promotion', '', stamp_);
}

/**
 * A guest signs in. While they look around both carts add up; in the middle of a checkout theirs is what they are about to order, and what the account had
 * in its cart is saved for later. Done twice, nothing changes.
 */
export function signedIn(
  guest: CartContent,
  account: CartContent,
  during: 'browsing' | 'checkout',
  stamp_: Stamp,
): CartContent {
  const both = merged(guest, account);
  if (during === 'browsing') return both;
  const entries = { ...both.entries };
  for (const [key, entry] of Object.entries(both.entries)) {
    if (entry.place !== 'cart' || entry.quantity === 0 || guest.entries[key] !== undefined) continue;
    const saved = { ...entry, place: 'later' as const, at: stamp_.at, by: stamp_.source };
    const before = both.entries[keyOf(saved)]?.quantity ?? 0;
    entries[key] = { ...entry, quantity: 0, at: stamp_.at, by: stamp_.source };
    entries[keyOf(saved)] = { ...saved, quantity: Math.min(before + entry.quantity, MAX_QUANTITY) };
  }
  return { entries, choices: mergedBy(account.choices, { ...both.choices, ...guest.choices }) };
}
