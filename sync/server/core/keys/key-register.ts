/**
 * Which keys the database relies on, so that key files that are lost are missed, and not silently replaced by new ones: what was sealed to
 * the old keys would stay closed, and receipts that devices hold could not be issued again.
 */
import { and, count, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../base/database/database.ts';
import { opLedger } from '../ingest/tables.ts';
import { keyRegister } from './tables.ts';

export type KeyKind = (typeof keyRegister.$inferSelect)['kind'];

/** The vendor of keys that belong to the whole installation. */
export const INSTALLATION = '';

export interface KeyRegister {
  /** Names of the keys that must be there. */
  required(vendor: string, kind: KeyKind): Promise<readonly string[]>;
  /** Adds those that aren't in it yet: before anybody is told of them. One that was thought lost and is back is required again. */
  add(vendor: string, kind: KeyKind, keyIds: readonly string[]): Promise<void>;
  /** An operator's word that these are gone for good. */
  declareLost(vendor: string, kind: KeyKind, keyIds: readonly string[]): Promise<void>;
  /**
   * Whether there must be sealing keys although none is registered: the database is older than this register, and its ledger holds what was
   * sealed to them.
   */
  isExpected(vendor: string): Promise<boolean>;
  /** In the ledger. */
  operations(vendor: string): Promise<number>;
  /** Names of the keys for receipts: those in the ledger where the database is older than this register. */
  requiredForReceipts(): Promise<readonly string[]>;
}

export function createKeyRegister({ tables }: Pick<Database, 'tables'>, now: () => Date): KeyRegister {
  const these = (vendor: string, kind: KeyKind) =>
    and(eq(keyRegister.vendor, vendor), eq(keyRegister.kind, kind));
  async function isKnown(vendor: string, kind: KeyKind): Promise<boolean> {
    const rows = await tables
      .select({ keyId: keyRegister.keyId })
      .from(keyRegister)
      .where(these(vendor, kind))
      .limit(1);
    return rows.length > 0;
  }

  async function required(vendor: string, kind: KeyKind): Promise<readonly string[]> {
    const rows = await tables
      .select({ keyId: keyRegister.keyId })
      .from(keyRegister)
      .where(and(these(vendor, kind), isNull(keyRegister.lostAt)))
      .orderBy(keyRegister.registeredAt, keyRegister.keyId);
    return rows.map(({ keyId }) => keyId);
  }

  return {
    required,
    async add(vendor, kind, keyIds) {
      if (keyIds.length === 0) return;
      await tables
        .insert(keyRegister)
        .values(keyIds.map((keyId) => ({ vendor, kind, keyId, registeredAt: now() })))
        .onConflictDoUpdate({
          target: [keyRegister.vendor, keyRegister.kind, keyRegister.keyId],
          set: { lostAt: null },
          setWhere: isNotNull(keyRegister.lostAt),
        });
    },
    async declareLost(vendor, kind, keyIds) {
      if (keyIds.length === 0) return;
      await tables
        .update(keyRegister)
        .set({ lostAt: now() })
        .where(and(these(vendor, kind), inArray(keyRegister.keyId, [...keyIds])));
    },
    async isExpected(vendor) {
      if (await isKnown(vendor, 'sealing')) return false;
      const [operation] = await tables
        .select({ opId: opLedger.opId })
        .from(opLedger)
        .where(eq(opLedger.vendor, vendor))
        .limit(1);
      return operation !== undefined;
    },
    async operations(vendor) {
      const [row] = await tables
        .select({ operations: count() })
        .from(opLedger)
        .where(eq(opLedger.vendor, vendor));
      return row?.operations ?? 0;
    },
    async requiredForReceipts() {
      if (await isKnown(INSTALLATION, 'receipt')) return required(INSTALLATION, 'receipt');
      const rows = await tables
        .selectDistinct({ keyId: opLedger.keyId })
        .from(opLedger)
        .where(isNotNull(opLedger.keyId));
      return rows.flatMap(({ keyId }) => keyId ?? []);
    },
  };
}
