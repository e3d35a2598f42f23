import { describe, expect, it } from 'vitest';
import { connectionString, createPool } from './pool.ts';

const modeOf = (query: string) =>
  new URL(connectionString(`postgres://me:p%40ss@db.example:5433/care${query}`)).searchParams.get('sslmode');

describe('the address of the database', () => {
  it.each([
    ['', null],
    ['?sslmode=require', 'require'],
    ['?ssl=require', 'require'],
    ['?ssl=true', 'verify-full'],
    ['?ssl=false', 'disable'],
    ['?sslmode=verify-full&ssl=false', 'verify-full'],
  ])('%s has the mode of TLS %s, in libpq’s sense', (query, mode) => {
    expect(modeOf(query)).toBe(mode);
  });

  it('is refused where it might end up without encryption unnoticed', () => {
    expect(() => modeOf('?sslmode=prefer')).toThrow(/sslmode prefer: use disable, require/);
  });

  it.each([
    ['postgres://me:p%40ss@db.example:5433/care', 'db.example', 5433],
    ['postgres://me:p%40ss@[::1]:5433/care', '::1', 5433],
    ['postgres://me:p%40ss@localhost:5433/care?host=/run/postgresql', '/run/postgresql', 5433],
    ['postgres:///care?host=/run/postgresql&user=me&password=p%40ss&port=5433', '/run/postgresql', 5433],
  ])('%s names host, port, user and database', (url, host, port) => {
    // Not connected, so nothing is to be closed.
    const { connectionParameters } = createPool(url, { connections: 1 }).newClient() as unknown as {
      connectionParameters: Record<string, unknown>;
    };
    expect(connectionParameters).toMatchObject({
      host,
      port,
      user: 'me',
      database: 'care',
      password: 'p@ss',
    });
  });

  it('may bring session settings of its own', () => {
    const url = 'postgres://db.example/care?options=-c%20search_path%3Dcare';
    const { connectionParameters } = createPool(url, { connections: 1 }).newClient() as unknown as {
      connectionParameters: Record<string, unknown>;
    };
    expect(connectionParameters.options).toBe('-c timezone=UTC -c search_path=care');
  });
});
