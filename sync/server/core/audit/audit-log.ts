/**
 * Who did what in the console. Append-only (the database refuses the rest) and chained per vendor: each hash covers the
 * event and the hash before it, so that a row can neither be changed nor taken out without every later hash failing.
 * An event never holds health data: ids, actions and people of the staff.
 */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import type { Sql, Transaction } from '../../base/database/database.ts';

/** What is recorded, by name. Each feature adds its own to this interface, in its `feature.ts`: words of small letters, joined by hyphens. */
export interface AuditActions {
  readonly listed: true;
  readonly restored: true;
  readonly imported: true;
  readonly 'backup-verified': true;
}
export type AuditAction = keyof AuditActions;
const ACTION = /^[a-z]+(-[a-z]+)*$/;

export interface AuditEntry {
  readonly vendor: string;
  readonly action: AuditAction;
  /** E-mail address of the staff member; null where nobody is signed in. */
  readonly actor: string | null;
  /** Id of the case or alert. */
  readonly subject?: string;
  /** IP address of the request. */
  readonly from?: string;
  /** Which list, page or kind of search: never what was in it. */
  readonly detail?: string;
}

export interface AuditRecord {
  readonly at: Date;
  readonly action: string;
  readonly actor: string | null;
}

const GENESIS = '0'.repeat(64);
const VERIFIED_AT_ONCE = 1_000;
const eventSchema = z.object({
  no: z.number(),
  at: z.string(),
  action: z.string().regex(ACTION),
  actor: z.string().nullable(),
  subject: z.string().nullable(),
  from: z.string().nullable(),
  detail: z.string().optional(),
});

function chain(previous: string, event: string): string {
  return createHash('sha256').update(`${previous}\n${event}`).digest('hex');
}

/** Writes within a transaction of the caller's, so that a deed and its record exist together or not at all. */
export async function recordAudit(sql: Transaction, entry: AuditEntry, at: Date): Promise<void> {
  const { vendor, action, actor } = entry;
  // What is written stays, and a verifier would take it for a broken chain.
  if (!ACTION.test(action)) throw new TypeError(`The trail takes no action named ${action}.`);
  // The chain has one end: writers of a vendor take turns.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit:${vendor}`}, 0))`;
  const [last] = await sql<[{ no: number; hash: string }?]>`
    select no, hash from audit_events where vendor = ${vendor} order by no desc limit 1`;
  const no = (last?.no ?? 0) + 1;
  const subject = entry.subject ?? null;
  const event =
    canonicalize({
      ...{ no, at: at.toISOString(), action, actor, subject, from: entry.from ?? null },
      ...(entry.detail === undefined ? {} : { detail: entry.detail }),
    }) ?? '';
  await sql`
    insert into audit_events (vendor, no, at, action, actor, subject, event, hash)
    values (${vendor}, ${no}, ${at.toISOString()}, ${action}, ${actor}, ${subject}, ${event}, ${chain(last?.hash ?? GENESIS, event)})`;
}

/** The newest event of a vendor's chain; number 0 where there is none. */
export interface AuditHead {
  readonly no: number;
  /** Hex. */
  readonly hash: string;
}

export type AuditVerification =
  | { readonly ok: true; readonly head: AuditHead }
  /** Number of the first event that doesn't fit. */
  | { readonly ok: false; readonly brokenAt: number };

export interface AuditLog {
  record(entry: AuditEntry): Promise<void>;
  about(vendor: string, subject: string): Promise<readonly AuditRecord[]>;
  /** Those that have a trail. */
  vendors(): Promise<readonly string[]>;
  /**
   * Checks every link of the chain.
   * @param seen a head that was noted before: it must still be in the chain, or the end was cut off and perhaps written again.
   */
  verify(vendor: string, seen?: AuditHead): Promise<AuditVerification>;
}

interface Row {
  no: number;
  at: string;
  action: string;
  actor: string | null;
  subject: string | null;
  event: string;
  hash: string;
}

function matches(row: Row): boolean {
  const event = eventSchema.safeParse(JSON.parse(row.event));
  if (!event.success) return false;
  const { no, at, action, actor, subject } = event.data;
  return (
    no === row.no &&
    Date.parse(at) === Date.parse(row.at) &&
    action === row.action &&
    actor === row.actor &&
    subject === row.subject
  );
}

export function createAuditLog(sql: Sql, now: () => Date): AuditLog {
  return {
    async record(entry) {
      await sql.begin((transaction) => recordAudit(transaction, entry, now()));
    },

    async about(vendor, subject) {
      const rows = await sql<Row[]>`
        select at, action, actor from audit_events where vendor = ${vendor} and subject = ${subject} order by no`;
      return rows.map((row) => ({ at: new Date(row.at), action: row.action, actor: row.actor }));
    },

    async vendors() {
      const rows = await sql<{ vendor: string }[]>`
        select vendor from audit_events union select vendor from staff order by vendor`;
      return rows.map(({ vendor }) => vendor);
    },

    async verify(vendor, seen) {
      let head: AuditHead = { no: 0, hash: GENESIS };
      for (;;) {
        const rows = await sql<Row[]>`
          select * from audit_events where vendor = ${vendor} and no > ${head.no} order by no limit ${VERIFIED_AT_ONCE}`;
        for (const row of rows) {
          const no = head.no + 1;
          const isSeen = seen?.no !== no || seen.hash === row.hash;
          if (row.no !== no || row.hash !== chain(head.hash, row.event) || !matches(row) || !isSeen)
            return { ok: false, brokenAt: no };
          head = { no, hash: row.hash };
        }
        if (rows.length < VERIFIED_AT_ONCE) break;
      }
      return seen !== undefined && seen.no > head.no
        ? { ok: false, brokenAt: head.no + 1 }
        : { ok: true, head };
    },
  };
}
