/**
 * Who has said at a kiosk that they are here. Rows with one number of a day are one arrival: of somebody who is told of more than once, at more than one
 * kiosk, or who is at more than one form.
 */
import { randomUUID } from 'node:crypto';
import type { ArrivalRequest } from '../../../protocol/api/kiosk.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';

/** What is called out starts over after it, with the next letter before it. */
const NUMBERS = 999;
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ';
/** A kiosk that was offline tells of those who came meanwhile; what is older is a wrong clock. */
const LATE_MS = 24 * 60 * 60_000;

export function queueNumberOf(number: number): string {
  const round = Math.floor((number - 1) / NUMBERS);
  const letter = round === 0 ? '' : LETTERS.charAt((round - 1) % LETTERS.length);
  return `${letter}${((number - 1) % NUMBERS) + 1}`;
}

export interface Arrival {
  readonly id: string;
  /** Of the kiosk; null where it isn't there any more. */
  readonly kioskName: string | null;
  readonly queueNumber: string;
  readonly appointments: readonly string[];
  readonly language: string;
  readonly at: string;
  /** The newest of its forms that have come in. */
  readonly caseId: string | null;
}

interface Row {
  id: string;
  kiosk_name: string | null;
  number: number;
  appointment: string | null;
  language: string;
  received_at: string;
  case_id: string | null;
  case_at: string | null;
}

export interface Arrivals {
  /**
   * One number for each id, appointment and session of a day, whichever of them becomes known first: where two numbers turn out to be one arrival's,
   * the later stays, which its patient was told last. Another kiosk's word about an id changes nothing of it. @returns what is called out.
   */
  take(vendor: string, kiosk: string, arrival: ArrivalRequest): Promise<string>;
  list(vendor: string, day: string): Promise<readonly Arrival[]>;
}

export function createArrivals(
  sql: Sql,
  now: () => Date,
  dayOf: (vendor: string, at: Date) => string,
): Arrivals {
  function dayOfArrival(vendor: string, at: string): string {
    const came = new Date(at);
    const age = now().getTime() - came.getTime();
    return dayOf(vendor, age > 0 && age < LATE_MS ? came : now());
  }

  /** Rows that stand for the same arrival as this one: its own number, once each. */
  async function numbersOf(
    transaction: Transaction,
    vendor: string,
    day: string,
    {
      id,
      appointment,
      session,
    }: Readonly<Record<'appointment' | 'session', string | null>> & { readonly id: string },
  ): Promise<readonly number[]> {
    const rows = await transaction<{ number: number }[]>`
      select distinct number from arrivals
      where vendor = ${vendor} and day = ${day}
        and (id = ${id} or appointment = ${appointment}::uuid or session = ${session}::uuid)`;
    return rows.map(({ number }) => number);
  }

  return {
    take: (vendor, kiosk, arrival) =>
      sql.begin(async (transaction) => {
        const { id } = arrival;
        const session = arrival.session ?? null;
        // Numbers of a day are given out one after the other.
        await transaction`select pg_advisory_xact_lock(hashtextextended(${`arrivals:${vendor}`}, 0))`;
        const [known] = await transaction<
          [{ number: number; kiosk: string; day: string; appointment: string | null }?]
        >`
          select number, kiosk, day, appointment from arrivals where vendor = ${vendor} and id = ${id}`;
        if (known && known.kiosk !== kiosk) return queueNumberOf(known.number);
        const appointment = known?.appointment ?? arrival.appointment ?? null;
        const day = known?.day ?? dayOfArrival(vendor, arrival.at);
        const numbers = await numbersOf(transaction, vendor, day, { id, appointment, session });
        const [last] = await transaction<[{ number: number }]>`
          select coalesce(max(number), 0)::int as number from arrivals where vendor = ${vendor} and day = ${day}`;
        const number = numbers.length === 0 ? last.number + 1 : Math.max(...numbers);
        if (numbers.length > 1)
          await transaction`
            update arrivals set number = ${number}
            where vendor = ${vendor} and day = ${day} and number = any(${[...numbers]}::int[])`;
        const insert = (own: string) => transaction`
          insert into arrivals (vendor, id, kiosk, day, number, appointment, session, language, at, received_at)
          values (${vendor}, ${own}, ${kiosk}, ${day}, ${number}, ${appointment}, ${session},
            ${arrival.language.replaceAll('\u0000', '')}, ${new Date(arrival.at).toISOString()}, ${now().toISOString()})`;
        if (!known) {
          await insert(id);
          return queueNumberOf(number);
        }
        // Told at check-in; what the person has begun or sent since is told with it later.
        await transaction`
          update arrivals set session = coalesce(session, ${session}::uuid), appointment = ${appointment}::uuid
          where vendor = ${vendor} and id = ${id}`;
        const named = await transaction`
          select 1 from arrivals
          where vendor = ${vendor} and day = ${day} and number = ${number} and (${session}::uuid is null or session = ${session}::uuid)`;
        if (named.length === 0) await insert(randomUUID());
        return queueNumberOf(number);
      }),

    async list(vendor, day) {
      const rows = await sql<Row[]>`
        select a.id, k.name as kiosk_name, a.number, a.appointment, a.language, a.received_at, c.id as case_id, c.received_at as case_at
        from arrivals a left join kiosks k on k.vendor = a.vendor and k.id = a.kiosk left join lateral (
          select i.id, i.received_at from inbox_items i
          where i.vendor = a.vendor and i.session = a.session and i.kind = 'case'
          order by i.received_at desc limit 1
        ) c on true
        where a.vendor = ${vendor} and a.day = ${day} order by a.number, a.received_at, a.at`;
      return [...Map.groupBy(rows, ({ number }) => number).values()].flatMap(arrivalOf);
    },
  };
}

const newestFirst = (one: Row, other: Row) =>
  new Date(other.case_at ?? 0).getTime() - new Date(one.case_at ?? 0).getTime();

/** @param rows of one number, the first that was told first. */
function arrivalOf(rows: readonly Row[]): readonly Arrival[] {
  const [first] = rows;
  if (!first) return [];
  return [
    {
      id: first.id,
      kioskName: first.kiosk_name,
      queueNumber: queueNumberOf(first.number),
      appointments: rows.flatMap(({ appointment }) => appointment ?? []),
      language: first.language,
      at: new Date(first.received_at).toISOString(),
      caseId: rows.toSorted(newestFirst)[0]?.case_id ?? null,
    },
  ];
}
