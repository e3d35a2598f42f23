/** The vendor's people who may sign in to its console. */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { StaffRole } from '../../../protocol/api/staff.ts';
import type { Database } from '../../base/database/database.ts';
import { hashPassword } from '../../base/passwords.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import { staff, staffSessions } from './tables.ts';

export interface StaffMember {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  /** ISO 3166: where they may prescribe; null where nobody has said. */
  readonly licensed: readonly string[] | null;
  readonly disabledAt: Date | null;
}

export interface NewStaff {
  readonly vendor: string;
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  readonly password: string;
}

export interface StaffRegister {
  /** Adds a person, or gives an existing one this name, role and password and lets them in again. */
  save(member: NewStaff): Promise<'added' | 'changed'>;
  /** Adds a person who isn't there yet; leaves one who is as they are. */
  seed(member: NewStaff): Promise<void>;
  list(vendor: string): Promise<readonly StaffMember[]>;
  /** @param places where they may prescribe; null: nobody says. @returns whether there is such a person. */
  license(vendor: string, email: string, places: readonly string[] | null): Promise<boolean>;
  /** Ends the person's sessions too. @returns whether there was somebody to disable. */
  disable(vendor: string, email: string): Promise<boolean>;
  /** With the hash, for signing in. */
  find(vendor: string, email: string): Promise<(StaffMember & { readonly passwordHash: string }) | undefined>;
}

/** Addresses are compared without case: nobody has two that differ by it. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

const COMMAND = 'command line';

export function createStaffRegister({ sql, tables }: Database, now: () => Date): StaffRegister {
  const audit = (
    vendor: string,
    action: 'staff-added' | 'staff-disabled' | 'staff-licensed',
    subject: string,
  ) =>
    sql.begin((transaction) => recordAudit(transaction, { vendor, action, actor: COMMAND, subject }, now()));

  async function find(vendor: string, email: string) {
    const wanted = normaliseEmail(email);
    // PostgreSQL has no text with U+0000, and no address has one.
    if (wanted.includes('\u0000')) return undefined;
    const [row] = await tables
      .select()
      .from(staff)
      .where(and(eq(staff.vendor, vendor), eq(staff.email, wanted)));
    return row;
  }

  async function insert({ vendor, email, name, role, password }: NewStaff): Promise<boolean> {
    const row = {
      vendor,
      id: randomUUID(),
      email: normaliseEmail(email),
      name,
      role,
      passwordHash: await hashPassword(password),
      createdAt: now(),
    };
    const added = await tables.insert(staff).values(row).onConflictDoNothing().returning({ id: staff.id });
    if (added.length > 0) await audit(vendor, 'staff-added', row.id);
    return added.length > 0;
  }

  return {
    find,

    async save(member) {
      if (await insert(member)) return 'added';
      const { vendor, name, role } = member;
      const passwordHash = await hashPassword(member.password);
      const [changed] = await tables
        .update(staff)
        .set({ name, role, passwordHash, disabledAt: null })
        .where(and(eq(staff.vendor, vendor), eq(staff.email, normaliseEmail(member.email))))
        .returning({ id: staff.id });
      if (changed) {
        // A new password ends every session that the old one opened.
        await tables
          .delete(staffSessions)
          .where(and(eq(staffSessions.vendor, vendor), eq(staffSessions.staffId, changed.id)));
        await audit(vendor, 'staff-added', changed.id);
      }
      return 'changed';
    },

    async seed(member) {
      if (!(await find(member.vendor, member.email))) await insert(member);
    },

    async list(vendor) {
      const { id, email, name, role, licensed, disabledAt } = staff;
      return tables
        .select({ id, email, name, role, licensed, disabledAt })
        .from(staff)
        .where(eq(staff.vendor, vendor))
        .orderBy(asc(email));
    },

    async license(vendor, email, places) {
      const [changed] = await tables
        .update(staff)
        .set({ licensed: places === null ? null : [...places] })
        .where(and(eq(staff.vendor, vendor), eq(staff.email, normaliseEmail(email))))
        .returning({ id: staff.id });
      if (changed) await audit(vendor, 'staff-licensed', changed.id);
      return changed !== undefined;
    },

    async disable(vendor, email) {
      const [disabled] = await tables
        .update(staff)
        .set({ disabledAt: now() })
        .where(
          and(eq(staff.vendor, vendor), eq(staff.email, normaliseEmail(email)), isNull(staff.disabledAt)),
        )
        .returning({ id: staff.id });
      if (!disabled) return false;
      await tables
        .delete(staffSessions)
        .where(and(eq(staffSessions.vendor, vendor), eq(staffSessions.staffId, disabled.id)));
      await audit(vendor, 'staff-disabled', disabled.id);
      return true;
    },
  };
}
