/** Telling a database that can't be reached right now from a statement that is wrong. */
import pg from 'pg';

/** No connection, or one that was lost before the answer: whether the statement was carried out isn't known. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError';
  /** The operating system's code, such as `ECONNREFUSED`, or `CONNECTION_LOST`. */
  readonly code: string;

  constructor(code = 'CONNECTION_LOST') {
    super('The connection to the database was lost.');
    this.code = code;
  }
}

/**
 * SQLSTATE classes and codes that pass by themselves: connection exceptions (08), resources exhausted (53), a server that stops, crashed
 * or starts (57P01 to 57P05), a standby that isn't promoted yet (25006), and transactions that others were in the way of: a deadlock (40P01), or a lock
 * that wasn't had in time (55P03). PostgreSQL manual, appendix A.
 */
const PASSING_STATES = /^(08|53|57P0[1-5]|25006|40P01|55P03)/;

/** Makes one kind of error of all the ways in which the driver reports a lost connection. PostgreSQL's own errors stay as they are. */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError || error instanceof ConnectionLostError) return error;
  // A value that can't be sent is the caller's fault.
  if (error instanceof TypeError || error instanceof RangeError || !(error instanceof Error)) return error;
  return new ConnectionLostError('code' in error && typeof error.code === 'string' ? error.code : undefined);
}

/** A prepared statement whose tables were changed since, by a newer version that migrated: PostgreSQL asks for it to be prepared again. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/** Whether it comes from the database, in whatever it is wrapped. */
export const isOfDatabase = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ||
  error instanceof ConnectionLostError ||
  (error instanceof Error && error.cause !== undefined && isOfDatabase(error.cause));

/** Whether the same may succeed later without anybody's help. Looks through errors that wrap another one, as Drizzle's do. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return true;
  if (error instanceof pg.DatabaseError) return PASSING_STATES.test(error.code ?? '') || isStalePlan(error);
  return error instanceof Error && error.cause !== undefined && isPassing(error.cause);
}

/** The fault of a statement itself, which PostgreSQL refused. */
export const isStatementFault = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(08|53|57|40P01|55P03)/.test(error.code ?? '');
