/**
 * A file of tracking numbers: CSV (RFC 4180) with a head line. Either every line is right, or each fault is named by line and column and nothing is taken. A fault never
 * repeats what stands there.
 */
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { isHandedOver } from '../../../domain/orders/order-events.ts';
import { mayDo } from '../../../domain/orders/order-guards.ts';
import {
  MAX_TRACKING_LINES,
  type Tracking,
  type TrackingFault,
  type TrackingImport,
  type TrackingImportAnswer,
  trackingColumns,
  trackingSchema,
} from '../../../protocol/api/console-orders.ts';
import { normaliseHumanCode } from '../../../protocol/human-code.ts';
import type { Transaction } from '../../base/database/database.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { PublishWithin } from '../../core/records/publishing.ts';
import type { AuditContext } from '../../http/access/access.ts';
import { addParcel, guardedOf, handOver, hasParcel } from './console-order.ts';
import type { OrderLetters } from './order-letters.ts';
import { type OpenOrder, openOrder } from './stored/open-order.ts';

type Column = keyof typeof trackingColumns;
type Fault = TrackingImportAnswer['faults'][number];
export interface TrackingLine extends Tracking {
  readonly line: number;
  readonly code: string;
}

const rowsSchema = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));
const COLUMNS = Object.keys(trackingColumns) as readonly Column[];
const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
const whole = (fault: TrackingFault): readonly Fault[] => [{ line: 0, column: null, fault }];

function parseRows(
  csv: string,
): readonly { readonly record: readonly string[]; readonly line: number }[] | undefined {
  try {
    const head = csv.split(/\r?\n/, 1)[0] ?? '';
    // A spreadsheet of a country with decimal commas writes semicolons.
    const delimiter = head.includes(';') && !head.includes(',') ? ';' : ',';
    const rows = rowsSchema.parse(
      parse(csv, {
        bom: true,
        delimiter,
        info: true,
        relax_column_count: true,
        skip_empty_lines: true,
        trim: true,
      }),
    );
    return rows.map(({ record, info }) => ({ record, line: info.lines }));
  } catch {
    return undefined;
  }
}

function readLine(cells: Readonly<Record<Column, string>>, line: number): TrackingLine | readonly Fault[] {
  const missing = COLUMNS.filter((column) => cells[column] === '');
  if (missing.length > 0) return missing.map((column) => ({ line, column, fault: 'missing' as const }));
  const faults: Fault[] = [];
  if (!trackingSchema.shape.carrier.safeParse(cells.carrier).success)
    faults.push({ line, column: 'carrier', fault: 'not-a-carrier' });
  if (!trackingSchema.shape.number.safeParse(cells.number).success)
    faults.push({ line, column: 'number', fault: 'not-a-number' });
  if (faults.length > 0) return faults;
  return { line, code: normaliseHumanCode(cells.order), carrier: cells.carrier, number: cells.number };
}

function readFile(csv: string): readonly TrackingLine[] | { readonly faults: readonly Fault[] } {
  const rows = parseRows(csv);
  if (!rows) return { faults: whole('not-csv') };
  const [head, ...body] = rows;
  if (!head || body.length === 0) return { faults: whole('empty') };
  if (body.length > MAX_TRACKING_LINES) return { faults: whole('too-many-lines') };
  const at = (column: Column) => head.record.findIndex((name) => plain(name) === trackingColumns[column]);
  const absent = COLUMNS.filter((column) => at(column) < 0);
  if (absent.length > 0)
    return { faults: absent.map((column) => ({ line: 1, column, fault: 'column-missing' as const })) };
  const read = body.map(({ record, line }) => {
    const cell = (column: Column) => (record[at(column)] ?? '').replaceAll('\u0000', '').trim();
    return readLine({ order: cell('order'), carrier: cell('carrier'), number: cell('number') }, line);
  });
  const faults = read.flatMap((one) => ('code' in one ? [] : [...one]));
  return faults.length > 0 ? { faults } : read.flatMap((one) => ('code' in one ? [one] : []));
}

/** Thrown to undo what a dry run did, and a batch with faults. */
class Undone extends Error {
  override name = 'Undone';
}

/** Every vendor's orders wait while a batch is written: for a fraction of a second, and not for a whole file. */
export const LINES_AT_ONCE = 25;

/** Lines of one order stay together: whether a parcel ships it or is added follows from the others. */
export function batchesOf(lines: readonly TrackingLine[]): readonly (readonly TrackingLine[])[] {
  const batches: TrackingLine[][] = [];
  for (const ofOrder of Map.groupBy(lines, ({ code }) => code).values()) {
    const last = batches.at(-1);
    if (last !== undefined && last.length + ofOrder.length <= LINES_AT_ONCE) last.push(...ofOrder);
    else batches.push(ofOrder);
  }
  return batches;
}

interface Outcome {
  readonly lines: TrackingImportAnswer['lines'];
  readonly faults: Fault[];
}

const addedOf = (lines: Outcome['lines']): number => lines.filter(({ does }) => does !== 'known').length;

export function createTrackingImport(publishWithin: PublishWithin, letters: OrderLetters, now: () => Date) {
  const idsOf = (transaction: Transaction, vendor: string, codes: readonly string[]) => transaction<
    { id: string; code: string }[]
  >`
    select id, code from orders where vendor = ${vendor} and code = any(${[...codes]}::text[]) and same_as is null order by id`;

  async function take(
    { staff: { vendor, email, name }, from }: AuditContext,
    batch: readonly TrackingLine[],
    dryRun: boolean,
  ): Promise<Outcome> {
    const lines: Outcome['lines'] = [];
    const faults: Fault[] = [];
    const work = publishWithin(async (transaction, publish) => {
      await orderFeed(transaction);
      const rows = await idsOf(transaction, vendor, [...new Set(batch.map(({ code }) => code))]);
      const at = now();
      for (const { line, code, carrier, number } of batch) {
        const named: OpenOrder[] = [];
        for (const { id } of rows.filter((row) => row.code === code))
          named.push(...[await openOrder(transaction, vendor, id)].filter((one) => one !== undefined));
        // Devices make up codes: of two orders of one, the one that can be sent, or was, is meant. Where both can, nobody can tell.
        const sent = named.filter(
          ({ now: one }) => mayDo('tracking', guardedOf(one)) || isHandedOver(one.statuses.fulfillment),
        );
        const [order, ...others] = named.length === 1 ? named : sent;
        if (!order || others.length > 0) {
          const isNone = named.length === 0;
          const fault = isNone ? 'unknown-order' : order ? 'ambiguous-order' : 'not-shippable';
          faults.push({ line, column: 'order', fault });
          continue;
        }
        const before = order.now;
        const isKnown = hasParcel(before, { carrier, number });
        const does = isKnown ? 'known' : mayDo('shipped', guardedOf(before)) ? 'ships' : 'adds';
        if (!isKnown && !mayDo('tracking', guardedOf(before))) {
          faults.push({ line, column: 'order', fault: 'not-shippable' });
          continue;
        }
        lines.push({ line, order: code, orderId: before.id, does });
        if (isKnown || !(await addParcel(transaction, order, { carrier, number }, at))) continue;
        order.add({ event: 'tracking', at, actor: 'clinic', by: name, key: `tracking ${carrier} ${number}` });
        await handOver(order, { transaction, publish, at }, before);
        await order.save(publish);
        await letters.tellOfFulfillment(transaction, before, order.now);
      }
      if (dryRun || faults.length > 0) throw new Undone();
      const detail = `added=${addedOf(lines)}`;
      await recordAudit(transaction, { vendor, action: 'tracking-imported', actor: email, from, detail }, at);
    });
    await work.catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
    return { lines, faults };
  }

  async function takeAll(
    by: AuditContext,
    batches: readonly (readonly TrackingLine[])[],
    dryRun: boolean,
  ): Promise<Outcome> {
    const taken: Outcome[] = [];
    for (const batch of batches) taken.push(await take(by, batch, dryRun));
    const byLine = (one: { readonly line: number }, other: { readonly line: number }) =>
      one.line - other.line;
    return {
      lines: taken.flatMap(({ lines }) => lines).toSorted(byLine),
      faults: taken.flatMap(({ faults }) => faults).toSorted(byLine),
    };
  }

  return async (by: AuditContext, { csv, dryRun }: TrackingImport): Promise<TrackingImportAnswer> => {
    const read = readFile(csv);
    if ('faults' in read) return { applied: false, added: 0, known: 0, lines: [], faults: [...read.faults] };
    const batches = batchesOf(read);
    const looked = await takeAll(by, batches, true);
    // An order that can't be sent any more since it was looked at is named all the same. What the other batches took is known when the file is read again.
    const { lines, faults } = dryRun || looked.faults.length > 0 ? looked : await takeAll(by, batches, false);
    const added = addedOf(lines);
    return { applied: !dryRun && faults.length === 0, added, known: lines.length - added, lines, faults };
  };
}
