/** Carts of people who have an account: they follow them to their other devices. */
import { problem } from '../../base/problems.ts';
import type { Feature } from '../../core/feature.ts';
import type { ApplyBatch } from '../../core/judging/verdict.ts';
import { accountDesk, findSpokesman, patients } from '../accounts/feature.ts';
import type { PersonPart } from '../accounts/patients.ts';
import { leaveTo, publishCart, saveCart } from './carts.ts';
import { cartEffect } from './operations.ts';

const applyCarts: ApplyBatch = async (transaction, decided, { at, publish }) => {
  for (const { operation, verdict, isImported } of decided) {
    const effect = cartEffect.in(verdict);
    if (!effect) continue;
    const { vendor, opId, device } = operation;
    const spokesman = await findSpokesman(transaction, { vendor, device, person: effect.person }, at);
    if (!spokesman) continue;
    const { person } = spokesman;
    // Who holds a device that was signed out nobody knows, nor whose a saved copy is.
    const speaks = spokesman.device === 'signed-in' && !isImported;
    if (speaks && (await saveCart(transaction, { vendor, person }, effect.cart, at)))
      await publishCart(transaction, publish, { vendor, person });
    publish.settle({
      ...{ vendor, person, opId },
      ...(speaks ? { outcome: 'applied' } : { outcome: 'held', problem: problem('PERSON_SIGNED_OUT') }),
    });
  }
};

/** Two persons become one: what both have in their carts adds up, and a merge that is undone gives each back their own. */
const mergedCarts: PersonPart = {
  name: 'cart',
  async move(transaction, publish, { vendor, kept, merged }) {
    if (merged === null) return [];
    const rows = await transaction<{ id: string }[]>`
      update carts set person = ${kept} where vendor = ${vendor} and person = ${merged} returning id`;
    if (rows.length > 0)
      for (const person of [kept, merged]) await publishCart(transaction, publish, { vendor, person });
    return rows.map(({ id }) => id);
  },
  async moveBack(transaction, publish, { vendor, kept, merged }, { rows }) {
    if (merged === null) return;
    await transaction`
      update carts set person = ${merged} where vendor = ${vendor} and id = any(${[...rows]}::uuid[]) and person = ${kept}`;
    await leaveTo(transaction, { vendor, person: kept }, rows);
    for (const person of [kept, merged]) await publishCart(transaction, publish, { vendor, person });
  },
  arisen: async () => [],
};

export const cart: Feature = {
  name: 'cart',
  operations: new URL('./operations.ts', import.meta.url).href,
  open(core) {
    patients.find(core)?.addPart(mergedCarts);
    accountDesk.find(core)?.onClosing(async (transaction, { vendor, persons }) => {
      await transaction`delete from carts where vendor = ${vendor} and person = any(${[...persons]}::uuid[])`;
      return undefined;
    });
    return { apply: applyCarts };
  },
};
