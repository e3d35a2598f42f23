import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { asDatabaseError, ConnectionLostError, isPassing, isStatementFault } from './connection-lost.ts';

function databaseError(code: string): pg.DatabaseError {
  const error = new pg.DatabaseError('a message', 1, 'error');
  error.code = code;
  return error;
}

describe('an error of the database', () => {
  it.each(['08006', '53300', '57P01', '57P02', '57P03', '25006', '40P01', '55P03'])(
    'passes by itself with state %s',
    (code) => {
      expect(isPassing(databaseError(code))).toBe(true);
    },
  );

  it.each(['23505', '42601', '57014', '22P02', '58030'])('does not pass by itself with state %s', (code) => {
    expect(isPassing(databaseError(code))).toBe(false);
  });

  it('is a lost connection, whatever words the driver has for it', () => {
    for (const error of [
      new Error('Connection terminated unexpectedly'),
      new Error('timeout exceeded when trying to connect'),
      Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    ]) {
      const lost = asDatabaseError(error);
      expect(lost).toBeInstanceOf(ConnectionLostError);
      expect([isPassing(lost), isStatementFault(lost)]).toEqual([true, false]);
      expect(isPassing(new Error('A query failed.', { cause: lost }))).toBe(true);
    }
  });

  it.each(['40P01', '55P03'])('is no fault of the statement that others were in the way of: %s', (code) => {
    expect(isStatementFault(databaseError(code))).toBe(false);
  });

  it('stays what it is where a statement is to blame, or the caller', () => {
    const [unique, wrong] = [databaseError('23505'), new TypeError('A statement was given no value.')];
    expect([asDatabaseError(unique), asDatabaseError(wrong)]).toEqual([unique, wrong]);
    expect([isStatementFault(unique), isStatementFault(wrong), isPassing(wrong)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
