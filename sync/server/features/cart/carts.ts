/** A person's cart: the carts of all whom a merge has made one, by the last word on each entry. */

import { type CartContent, emptyCart, isSame, merged, trimmed } from '../../../domain/cart/cart.ts';
import { cartContentSchema } from '../../../domain/cart/cart-schema.ts';
import { CART_ID, CART_RECORD, CART_VERSION } from '../../../protocol/records/cart.ts';
import type { Transaction } from '../../base/database/database.ts';
import type { Publish } from '../../core/records/publishing.ts';

interface Holder {
  readonly vendor: string;
  readonly person: string;
}

const contentOf = (json: string): CartContent => cartContentSchema.parse(JSON.parse(json));

async function findCart(transaction: Transaction, { vendor, person }: Holder): Promise<CartContent> {
  const rows = await transaction<{ content: string }[]>`
    select content from carts where vendor = ${vendor} and person = ${person} order by id`;
  return rows.map(({ content }) => contentOf(content)).reduce(merged, emptyCart);
}

/** Tells the person's devices what is in it now. */
export async function publishCart(
  transaction: Transaction,
  publish: Publish,
  { vendor, person }: Holder,
): Promise<void> {
  const cart = trimmed(await findCart(transaction, { vendor, person }));
  publish.record({
    ...{ vendor, person, kind: CART_RECORD, v: CART_VERSION, id: CART_ID },
    body: isSame(cart, emptyCart) ? null : { ...cart },
  });
}

/** @returns whether it says anything that wasn't known. */
export async function saveCart(
  transaction: Transaction,
  { vendor, person }: Holder,
  said: CartContent,
  at: Date,
): Promise<boolean> {
  const before = await findCart(transaction, { vendor, person });
  if (isSame(merged(before, said), before)) return false;
  const [own] = await transaction<[{ content: string }?]>`
    select content from carts where vendor = ${vendor} and id = ${person}`;
  const content = JSON.stringify(trimmed(merged(own ? contentOf(own.content) : emptyCart, said)));
  await transaction`
    insert into carts (vendor, id, person, content, changed_at)
    values (${vendor}, ${person}, ${person}, ${content}, ${at.toISOString()})
    on conflict (vendor, id) do update set content = excluded.content, changed_at = excluded.changed_at`;
  return true;
}

/** Of a merge that is undone: what the other person had put in doesn't stay with this one, though their devices have said it since. */
export async function leaveTo(
  transaction: Transaction,
  { vendor, person }: Holder,
  others: readonly string[],
): Promise<void> {
  const rows = await transaction<{ id: string; content: string }[]>`
    select id, content from carts where vendor = ${vendor} and id = any(${[person, ...others]}::uuid[])`;
  const own = rows.find(({ id }) => id === person);
  if (own === undefined) return;
  const theirs = new Set(
    rows.filter(({ id }) => id !== person).flatMap(({ content }) => Object.keys(contentOf(content).entries)),
  );
  const { entries, choices } = contentOf(own.content);
  const left = Object.fromEntries(Object.entries(entries).filter(([key]) => !theirs.has(key)));
  await transaction`
    update carts set content = ${JSON.stringify({ entries: left, choices })} where vendor = ${vendor} and id = ${person}`;
}
