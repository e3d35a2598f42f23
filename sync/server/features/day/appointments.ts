/** Who comes on a day. Names, birth dates and codes are under the day's key; what is in clear says nothing of anybody. */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { omit } from 'zod/mini';
import {
  type AppointmentView,
  appointmentViewSchema,
  type NewAppointment,
} from '../../../protocol/api/day.ts';
import { type ReadRows, readRows } from '../../../protocol/api/rows.ts';
import type { Sql } from '../../base/database/database.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import type { AuditContext } from '../../http/access/access.ts';
import type { DayKeys } from './day-keys.ts';

const personSchema = z.object({
  givenName: z.string(),
  familyName: z.string(),
  birthDate: z.string(),
  code: z.string().nullable(),
});

const storedSchema = omit(appointmentViewSchema, { arrival: true });
export type Appointment = Omit<AppointmentView, 'arrival'>;

export interface Appointments {
  list(vendor: string, day: string): Promise<readonly Appointment[]>;
  /** With those that can't be shown, by their times. */
  read(vendor: string, day: string): Promise<ReadRows<Appointment>>;
  /** Changes with the day's list. */
  versionOf(vendor: string, day: string): Promise<string>;
  /** All of them or none, with the record of who did it. @returns how many were new; the others are there already. */
  add(
    day: string,
    source: 'import' | 'hand',
    added: readonly NewAppointment[],
    by: AuditContext,
  ): Promise<{ readonly added: number; readonly known: number }>;
  /** Invented people, under ids that are the same at every start. */
  addDemo(vendor: string, day: string, added: readonly NewAppointment[]): Promise<void>;
  /** @returns whether it was there. */
  remove(id: string, by: AuditContext): Promise<boolean>;
}

interface Row {
  id: string;
  day: string;
  time: string;
  person: string;
  due: string[];
  source: Appointment['source'];
}

const about = (vendor: string, id: string) => `appointment ${vendor} ${id}`;
/** What makes two lines the same. */
const nameOf = ({ time, givenName, familyName, birthDate }: Omit<NewAppointment, 'due'>) =>
  JSON.stringify([time, birthDate, givenName.trim().toLowerCase(), familyName.trim().toLowerCase()]);

/** A UUID that follows from a text (RFC 9562 section 5.8). */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function createAppointments(sql: Sql, dayKeys: DayKeys, now: () => Date): Appointments {
  async function rowOf(
    vendor: string,
    day: string,
    id: string,
    source: Appointment['source'],
    one: NewAppointment,
  ) {
    const key = await dayKeys.of(vendor, day);
    const { givenName, familyName, birthDate, code } = one;
    const person = JSON.stringify({ givenName, familyName, birthDate, code: code ?? null });
    return {
      vendor,
      id,
      day,
      time: one.time,
      person: key.lock(person, about(vendor, id)),
      due: [...one.due],
      source,
      added_at: now().toISOString(),
    };
  }

  async function read(vendor: string, day: string): Promise<ReadRows<Appointment>> {
    const rows = await sql<Row[]>`
      select id, day, time, person, due, source from appointments
      where vendor = ${vendor} and day = ${day} order by time, added_at, id`;
    if (rows.length === 0) return { rows: [], unshown: [] };
    const key = await dayKeys.of(vendor, day);
    return readRows(
      rows.map((row) => ({ ...row, code: row.time })),
      storedSchema,
      ({ id, time, person, due, source }) => ({
        ...{ id, time, due, source },
        ...personSchema.parse(JSON.parse(key.open(person, about(vendor, id)))),
      }),
    );
  }

  const list = async (vendor: string, day: string) => (await read(vendor, day)).rows;

  return {
    list,
    read,

    async versionOf(vendor, day) {
      const [row] = await sql<[{ text: string | null }]>`
        select string_agg(concat_ws(' ', id, time, md5(person)), ',' order by id) as text
        from appointments where vendor = ${vendor} and day = ${day}`;
      const digest = createHash('sha256')
        .update(row.text ?? '')
        .digest('base64url');
      return `${day}.${digest.slice(0, 16)}`;
    },

    async add(day, source, added, { staff, from }) {
      const { vendor, email } = staff;
      const there = new Set((await list(vendor, day)).map((one) => nameOf({ ...one, code: undefined })));
      const fresh = [...new Map(added.map((one) => [nameOf(one), one])).entries()].filter(
        ([name]) => !there.has(name),
      );
      const rows = await Promise.all(fresh.map(([, one]) => rowOf(vendor, day, randomUUID(), source, one)));
      await sql.begin(async (transaction) => {
        if (rows.length > 0) await transaction`insert into appointments ${transaction(rows)}`;
        const subject = source === 'hand' ? rows[0]?.id : undefined;
        await recordAudit(
          transaction,
          {
            vendor,
            action: source === 'hand' ? 'appointment-added' : 'appointments-imported',
            actor: email,
            from,
            ...(subject === undefined ? {} : { subject }),
          },
          now(),
        );
      });
      return { added: rows.length, known: added.length - rows.length };
    },

    async addDemo(vendor, day, added) {
      for (const [index, one] of added.entries()) {
        const row = await rowOf(vendor, day, idOf(`demo ${vendor} ${day} ${index}`), 'demo', one);
        await sql`insert into appointments ${sql(row)} on conflict do nothing`;
      }
    },

    remove: (id, { staff: { vendor, email }, from }) =>
      sql.begin(async (transaction) => {
        const gone = await transaction`
          delete from appointments where vendor = ${vendor} and id = ${id} returning id`;
        if (gone.length === 0) return false;
        await recordAudit(
          transaction,
          { vendor, action: 'appointment-removed', actor: email, subject: id, from },
          now(),
        );
        return true;
      }),
  };
}
