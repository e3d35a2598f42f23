/**
 * Columns of tables. Each room has its own `tables.ts`; every key in them begins with the vendor, so that they can be distributed or partitioned by it.
 *
 * Health data is kept as bytes (`envelope`) and as JSON in `text`, never as `jsonb`: PostgreSQL's JSON refuses U+0000 and
 * lone surrogates, and nothing that a device has sealed may be refused for its characters.
 */
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
/** A transaction's 64-bit id, as `pg_current_xact_id()` gives it; 0 after a restore. */
export const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });
/** Compared byte by byte whatever the database's language is, so that a prefix is a range of the index. */
export const term = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
});
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const seqNumber = (name: string) => bigint(name, { mode: 'number' });
/** Money, in the minor unit of its currency. */
export const amount = (name: string) => bigint(name, { mode: 'number' });
