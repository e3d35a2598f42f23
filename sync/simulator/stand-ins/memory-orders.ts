/**
 * The orders' twin, in the transaction that judges them: one order of a cart, priced by the real `quote`, reserved, and booked by the real ledger. Its card
 * always holds, and is charged when staff have looked. What the real feature does beside that, its own tests show over PostgreSQL.
 */

import type { Product } from '../../domain/catalog/product.ts';
import { shareOf, sumOf } from '../../domain/money/money.ts';
import { type Quote, quote, type WantedLine } from '../../domain/shop/quote.ts';
import { planOf, productOf, shopOf } from '../../domain/testing/fixture-shop.ts';
import { orderPlace } from '../../protocol/operations/order-place.ts';
import { type OrderPlace, orderPlaceV3 } from '../../protocol/operations/payloads/order-place.ts';
import { transferOf } from '../../server/features/payments/ledger.ts';
import type { MemoryDatabase, MemoryTables, MemoryTransaction, OperationRow } from './memory-database.ts';
import type { OrderRow, StockRow } from './order-rows.ts';

/** For controls: a rule of the shop that is gone. */
export interface ShopControls {
  /** R1: each press of the button is an order. */
  readonly cartsUnnamed?: boolean;
  /** R2: the device's total is the price. */
  readonly believesTotals?: boolean;
  /** R3: the stock is read before it is locked. */
  readonly stockUnlocked?: boolean;
  /** R4: the tax is rounded once more, of the whole. */
  readonly roundsTheWhole?: boolean;
}

const VENDOR = 'meadow';
const RATE = 7_250;
const PLACE = 'US-CA';
/** In the house, of each SKU that is counted. */
export const UNITS = 9;
const COUNTED = 'SYRUP';
export const skus = ['PLASTERS', 'GAUZE', COUNTED] as const;
const products: readonly Product[] = [
  productOf('plasters', { plans: [planOf('PLASTERS', 340)] }),
  productOf('gauze', { plans: [planOf('GAUZE', 100)] }),
  productOf('syrup', { plans: [planOf(COUNTED, 1049)] }),
];
const tax = { place: PLACE, category: 'otc', rate: RATE, source: 'made up', asOf: '2026-01-01' } as const;
const shop = shopOf({ taxes: [tax] });

export const priceOf = (lines: readonly WantedLine[]): Quote =>
  quote({ products, shop, lines, place: PLACE, way: 'mail', rate: 'standard', consultationFee: 0 });

function totalOf({ shown }: OrderPlace, { totals }: Quote, controls: ShopControls): number {
  if (controls.believesTotals) return shown.total;
  if (!controls.roundsTheWhole) return totals.total;
  return totals.subtotal + totals.shipping + shareOf(totals.subtotal, RATE);
}

const countedIn = (wanted: readonly WantedLine[]) =>
  sumOf(wanted.filter(({ sku }) => sku === COUNTED).map(({ quantity }) => quantity));
export const stockIn = ({ stock }: MemoryTables): StockRow =>
  stock.get(COUNTED) ?? { units: UNITS, reserved: 0 };
export const unitsOf = (order: Pick<OrderRow, 'wanted'>): number => countedIn(order.wanted);

const bookOf = (order: OrderRow) => ({ vendor: VENDOR, order: order.id, currency: 'USD' });

export function createMemoryOrders({
  database,
  textOf,
  controls,
  now,
}: {
  readonly database: MemoryDatabase;
  readonly textOf: (row: OperationRow) => string | undefined;
  readonly controls: ShopControls;
  readonly now: () => Date;
}) {
  return {
    /** Before any lock. */
    glance: () => stockIn(database.tables),

    /** @param glanced what was there before the lock: the rule is to look again. */
    async place(
      transaction: MemoryTransaction,
      rows: readonly OperationRow[],
      glanced: StockRow,
    ): Promise<void> {
      const sent = rows.filter(
        ({ operation, outcome }) => operation.kind === orderPlace.kind && outcome === 'applied',
      );
      if (sent.length === 0) return;
      await transaction.lock('shop');
      const known = [...database.tables.orders.values()];
      let stock = controls.stockUnlocked ? glanced : stockIn(database.tables);
      for (const row of sent) {
        const placed = orderPlaceV3.parse(JSON.parse(textOf(row) ?? ''));
        const cart = `${placed.cart.id} ${placed.cart.version}`;
        const first = controls.cartsUnnamed
          ? undefined
          : known.find((one) => one.cart === cart && one.sameAs === undefined);
        // Of somebody else's cart it is nothing.
        if (first && first.device !== row.device) continue;
        const found = priceOf(placed.lines);
        const total = totalOf(placed, found, controls);
        const units = countedIn(placed.lines);
        const isThere = stock.units - stock.reserved >= units;
        const isPlaced = !first && total <= placed.shown.total && isThere;
        const order: OrderRow = {
          ...{ id: placed.session, opId: row.opId, device: row.device, cart, sameAs: first?.id },
          ...{ wanted: placed.lines, lines: found.lines, total, state: isPlaced ? 'placed' : 'problem' },
        };
        known.push(order);
        if (isPlaced) stock = { ...stock, reserved: stock.reserved + units };
        const step = { kind: 'hold', object: order.id, from: 'customer', to: 'held', amount: total } as const;
        const transfer = transferOf(bookOf(order), step, now());
        transaction.put(({ orders, transfers }) => {
          orders.set(order.id, order);
          if (isPlaced) transfers.set(transfer.id, transfer);
        });
      }
      const left = stock;
      transaction.put((tables) => tables.stock.set(COUNTED, left));
    },

    /** Staff have looked: it is charged, and leaves the house. */
    async charge(transaction: MemoryTransaction, opId: string): Promise<void> {
      const order = [...database.tables.orders.values()].find((one) => one.opId === opId);
      if (order?.state !== 'placed') return;
      await transaction.lock('shop');
      const { units, reserved } = stockIn(database.tables);
      const gone = countedIn(order.wanted);
      const resolves = `hold:${order.id}`;
      const step = { kind: 'capture', from: 'held', to: 'charged', amount: order.total } as const;
      const transfer = transferOf(bookOf(order), { ...step, object: order.id, resolves }, now());
      transaction.put(({ orders, stock, transfers }) => {
        orders.set(order.id, { ...order, state: 'charged' });
        stock.set(COUNTED, { units: units - gone, reserved: reserved - gone });
        transfers.set(transfer.id, transfer);
      });
    },
  };
}
export type MemoryOrders = ReturnType<typeof createMemoryOrders>;
