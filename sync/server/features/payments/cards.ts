/** Cards that people have asked to be kept: one of a person. Here are the provider's names for it, and what tells it from another. */
import { randomUUID } from 'node:crypto';
import { CARD_ID, CARD_RECORD, CARD_VERSION, type SavedCardBody } from '../../../protocol/records/card.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';
import type { Publish } from '../../core/records/publishing.ts';
import { type PaymentProvider, ProviderRefused, ProviderUnknown } from '../../providers/payment/provider.ts';
import type { PersonPart } from '../accounts/patients.ts';

export interface CardOwner {
  readonly vendor: string;
  readonly person: string;
}

export interface SavedCard extends SavedCardBody {
  readonly provider: PaymentProvider['name'];
  readonly customer: string;
  readonly method: string;
}

function publishCard(publish: Publish, { vendor, person }: CardOwner, card: SavedCardBody | null): void {
  const body = card && { brand: card.brand, last4: card.last4 };
  publish.record({ vendor, person, kind: CARD_RECORD, v: CARD_VERSION, id: CARD_ID, body });
}

export async function cardOf(
  sql: Sql | Transaction,
  { vendor, person }: CardOwner,
): Promise<SavedCard | undefined> {
  const [row] = await sql<[SavedCard?]>`
    select provider, customer, method, brand, last4 from saved_cards where vendor = ${vendor} and person = ${person}`;
  return row;
}

/** The one before is left to be forgotten. */
export async function keepCard(
  transaction: Transaction,
  publish: Publish,
  owner: CardOwner,
  card: SavedCard,
  at: Date,
): Promise<void> {
  const before = await cardOf(transaction, owner);
  if (before?.customer === card.customer && before.method === card.method) return;
  const { vendor, person } = owner;
  await leaveCards(transaction, vendor, [person]);
  const { provider, customer, method, brand, last4 } = card;
  await transaction`
    insert into saved_cards (vendor, id, person, provider, customer, method, brand, last4, saved_at)
    values (${vendor}, ${randomUUID()}, ${person}, ${provider}, ${customer}, ${method}, ${brand}, ${last4}, ${at.toISOString()})`;
  publishCard(publish, owner, card);
}

/** Nobody pays by them any more; the provider is told in the next turn. @returns whether there was one. */
export async function leaveCards(
  transaction: Transaction,
  vendor: string,
  persons: readonly string[],
): Promise<boolean> {
  const rows = await transaction`
    update saved_cards set person = null where vendor = ${vendor} and person = any(${[...persons]}::uuid[]) returning id`;
  await transaction`
    update payments set keep_for = null where vendor = ${vendor} and keep_for = any(${[...persons]}::uuid[])`;
  return rows.length > 0;
}

export async function removeCard(
  transaction: Transaction,
  publish: Publish,
  owner: CardOwner,
): Promise<void> {
  if (await leaveCards(transaction, owner.vendor, [owner.person])) publishCard(publish, owner, null);
}

/** Of two persons who are one, the kept one's card stays; the other's comes along where they have none. */
export const mergedCards: PersonPart = {
  name: 'cards',
  async move(transaction, publish, { vendor, kept, merged }) {
    if (merged === null) return [];
    await transaction`update payments set keep_for = ${kept} where vendor = ${vendor} and keep_for = ${merged}`;
    const card = await cardOf(transaction, { vendor, person: merged });
    if (!card) return [];
    publishCard(publish, { vendor, person: merged }, null);
    if (await cardOf(transaction, { vendor, person: kept })) return [];
    const rows = await transaction<{ id: string }[]>`
      update saved_cards set person = ${kept} where vendor = ${vendor} and person = ${merged} returning id`;
    publishCard(publish, { vendor, person: kept }, card);
    return rows.map(({ id }) => id);
  },
  async moveBack(transaction, publish, { vendor, kept, merged }, { rows }) {
    if (merged === null) return;
    const back = await transaction`
      update saved_cards set person = ${merged}
      where vendor = ${vendor} and id = any(${[...rows]}::uuid[]) and person = ${kept} returning id`;
    if (back.length > 0) publishCard(publish, { vendor, person: kept }, null);
    const own = await cardOf(transaction, { vendor, person: merged });
    if (own) publishCard(publish, { vendor, person: merged }, own);
  },
  arisen: async () => [],
};

/** Has the provider forget what nobody pays by any more, once no order waits for it. */
export function createForgetting({
  sql,
  providerOf,
  mayMove,
  logger,
}: {
  readonly sql: Sql;
  readonly providerOf: (vendor: string, name: PaymentProvider['name']) => PaymentProvider | undefined;
  readonly mayMove: (vendor: string) => Promise<boolean>;
  readonly logger: Pick<Logger, 'warn'>;
}): () => Promise<void> {
  return async () => {
    const left = await sql<(SavedCard & { vendor: string; id: string })[]>`
      select c.vendor, c.id, c.provider, c.customer, c.method, c.brand, c.last4 from saved_cards c
      where c.person is null and not exists (
        select 1 from payments p where p.vendor = c.vendor and p.customer = c.customer and p.method = c.method
          and p.phase in ('saved', 'open', 'authorized'))`;
    for (const { vendor, id, provider, method } of left) {
      const known = providerOf(vendor, provider);
      // A copy of the database takes no card from who uses the true one (case 49).
      if (!known || !(await mayMove(vendor))) continue;
      try {
        await known.forget(vendor, method);
      } catch (error) {
        if (error instanceof ProviderUnknown) {
          logger.warn({ vendor, fault: error.code }, 'CARD_NOT_FORGOTTEN');
          continue;
        }
        // It has none by that name.
        if (!(error instanceof ProviderRefused)) throw error;
      }
      await sql`delete from saved_cards where vendor = ${vendor} and id = ${id} and person is null`;
    }
  };
}
