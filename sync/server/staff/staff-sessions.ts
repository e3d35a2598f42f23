/** Sessions of signed-in staff: an opaque token in a cookie, its SHA-256 in the database. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, lt, or } from 'drizzle-orm';
import type { StaffRole } from '../../protocol/api/staff.ts';
import type { Database } from '../database/database.ts';
import { staff, staffSessions } from '../database/schema.ts';

/** HIPAA 164.312(a)(2)(iii): an unattended console signs itself out. */
export const IDLE_SECONDS = 10 * 60;
/** However busy: once a shift the password is asked for again. */
const LONGEST_SECONDS = 12 * 60 * 60;
/** The time of the last request is written at most so often. */
const TOUCH_SECONDS = 15;

export interface SignedInStaff {
  readonly id: string;
  readonly vendor: string;
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
}

export interface StaffSessions {
  /** @returns the token: only the browser has it. */
  open(vendor: string, staffId: string): Promise<string>;
  /** Whose session it is; each call starts the idle time again. Undefined once it has ended. */
  read(vendor: string, token: string): Promise<SignedInStaff | undefined>;
  close(vendor: string, token: string): Promise<void>;
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function createStaffSessions({ tables }: Database, now: () => Date): StaffSessions {
  const byToken = (vendor: string, token: string) =>
    and(eq(staffSessions.vendor, vendor), eq(staffSessions.tokenSha256, hashToken(token)));
  const ago = (seconds: number) => new Date(now().getTime() - seconds * 1000);

  return {
    async open(vendor, staffId) {
      const token = randomBytes(32).toString('base64url');
      const ended = or(
        lt(staffSessions.lastSeenAt, ago(IDLE_SECONDS)),
        lt(staffSessions.createdAt, ago(LONGEST_SECONDS)),
      );
      await tables.delete(staffSessions).where(and(eq(staffSessions.vendor, vendor), ended));
      await tables
        .insert(staffSessions)
        .values({ vendor, tokenSha256: hashToken(token), staffId, createdAt: now(), lastSeenAt: now() });
      return token;
    },

    async read(vendor, token) {
      const [row] = await tables
        .select()
        .from(staffSessions)
        .innerJoin(staff, and(eq(staff.vendor, staffSessions.vendor), eq(staff.id, staffSessions.staffId)))
        .where(byToken(vendor, token));
      if (!row || row.staff.disabledAt) return undefined;
      const { lastSeenAt, createdAt } = row.staff_sessions;
      if (lastSeenAt < ago(IDLE_SECONDS) || createdAt < ago(LONGEST_SECONDS)) {
        await tables.delete(staffSessions).where(byToken(vendor, token));
        return undefined;
      }
      if (lastSeenAt < ago(TOUCH_SECONDS))
        await tables.update(staffSessions).set({ lastSeenAt: now() }).where(byToken(vendor, token));
      const { id, email, name, role } = row.staff;
      return { id, vendor, email, name, role };
    },

    async close(vendor, token) {
      await tables.delete(staffSessions).where(byToken(vendor, token));
    },
  };
}
