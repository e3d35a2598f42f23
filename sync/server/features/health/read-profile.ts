/** A profile and its history, as the clinic's staff read them. */
import {
  confirmationSchema,
  type HealthRecord,
  healthRecordSchema,
} from '../../../domain/health/health-record.ts';
import { type Entry, type Section, sectionsOf } from '../../../domain/health/profile-view.ts';
import type { HealthResource } from '../../../domain/health/resources.ts';
import { HEALTH_CONFIRMATION, HEALTH_CONFLICT, HEALTH_RECORD } from '../../../protocol/records/health.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';

export interface ReadProfile {
  readonly sections: readonly Section[];
  /** Edits that the patient has to decide about. */
  readonly waiting: number;
}

/** What a person has said of their health, past and present; what can't be read any more is left out. */
export async function readHealth(
  sql: Sql | Transaction,
  { vendor, person }: { readonly vendor: string; readonly person: string },
): Promise<readonly HealthResource[]> {
  const rows = await sql<{ body: string }[]>`
    select body from health_records where vendor = ${vendor} and person = ${person} and kind = ${HEALTH_RECORD}`;
  return rows.flatMap(({ body }) => healthRecordSchema.safeParse(JSON.parse(body)).data?.resource ?? []);
}

/** @returns undefined where nothing was ever said. */
export async function readProfile(
  sql: Sql,
  { vendor, person }: { readonly vendor: string; readonly person: string },
  now: Date,
): Promise<ReadProfile | undefined> {
  const rows = await sql<{ kind: string; id: string; body: string }[]>`
    select kind, id, body from health_records where vendor = ${vendor} and person = ${person} order by kind, id`;
  if (rows.length === 0) return undefined;
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  // What can't be read any more is left out, and the rest is shown all the same.
  const records = of(HEALTH_RECORD).flatMap(({ id, body }): Entry[] => {
    const record: HealthRecord | undefined = healthRecordSchema.safeParse(JSON.parse(body)).data;
    return record ? [{ id, record }] : [];
  });
  const confirmations = new Map(
    of(HEALTH_CONFIRMATION).flatMap(({ id, body }) => {
      const confirmation = confirmationSchema.safeParse(JSON.parse(body)).data;
      return confirmation ? [[id, confirmation] as const] : [];
    }),
  );
  return { sections: sectionsOf(records, confirmations, [], now), waiting: of(HEALTH_CONFLICT).length };
}
