/** What must hold of orders once a schedule has healed: each cart is one order, none is lost, nothing is sold twice, and the books are what was placed. */
import { sumOf } from '../../domain/money/money.ts';
import { orderPlace } from '../../protocol/operations/order-place.ts';
import { orderPlaceV3 } from '../../protocol/operations/payloads/order-place.ts';
import { moneyOf } from '../../server/features/payments/ledger.ts';
import type { MemoryTables } from '../stand-ins/memory-database.ts';
import { priceOf, stockIn, UNITS, unitsOf } from '../stand-ins/memory-orders.ts';
import type { OrderRow } from '../stand-ins/order-rows.ts';
import type { World } from './world.ts';

function checkPlaced({ site, violations }: World): void {
  const { operations, orders } = site.database.tables;
  const carts = new Map<string, string>();
  for (const { id, cart, sameAs } of orders.values()) {
    if (sameAs !== undefined) {
      if (orders.get(sameAs)?.sameAs !== undefined || !orders.has(sameAs))
        violations.add('lost', `${id} is another name of ${sameAs}, which is no order`);
      continue;
    }
    if (carts.has(cart)) violations.add('duplicate', `${id} and ${carts.get(cart)} are of one cart`);
    carts.set(cart, id);
  }
  for (const row of operations.values()) {
    if (row.operation.kind !== orderPlace.kind || row.outcome !== 'applied') continue;
    const { cart, session } = orderPlaceV3.parse(JSON.parse(site.textOf(row) ?? ''));
    if (!orders.has(session) && !carts.has(`${cart.id} ${cart.version}`))
      violations.add('lost', `${row.opId} was applied, and there is no order of it`);
  }
}

function* faultsOf(order: OrderRow, tables: MemoryTables): Generator<string> {
  const { id, lines, total, state, wanted } = order;
  const parts = lines.flatMap(({ unit, units }) => units.map((one) => unit - one.discount + one.tax));
  const { totals, shippingTax } = priceOf(wanted);
  if (total !== totals.total) yield `${id} costs ${total}, and its lines come to ${totals.total}`;
  if (total !== sumOf(parts) + totals.shipping + shippingTax) yield `${id} isn't the sum of its units`;
  const own = [...tables.transfers.values()].filter((one) => one.order === id);
  const { held, charged } = moneyOf(own);
  const wantedMoney = { held: state === 'placed' ? total : 0, charged: state === 'charged' ? total : 0 };
  if (held !== wantedMoney.held || charged !== wantedMoney.charged)
    yield `${id} is ${state} for ${total}, and the books say ${held} held and ${charged} charged`;
}

export function checkOrders(world: World): void {
  const { tables } = world.site.database;
  checkPlaced(world);
  const { counts } = world.monitor;
  for (const { sameAs, state } of tables.orders.values())
    counts.orders[sameAs !== undefined ? 'again' : state === 'problem' ? 'refused' : 'placed'] += 1;
  const orders = [...tables.orders.values()];
  for (const order of orders)
    if (order.sameAs === undefined)
      for (const fault of faultsOf(order, tables)) world.violations.add('books', fault);
  const unitsIn = (state: OrderRow['state']) =>
    sumOf(orders.filter((one) => one.state === state && one.sameAs === undefined).map(unitsOf));
  const { units, reserved } = stockIn(tables);
  if (units !== UNITS - unitsIn('charged') || reserved !== unitsIn('placed') || units < reserved)
    world.violations.add('oversold', `${units} units, ${reserved} of them reserved`);
}
