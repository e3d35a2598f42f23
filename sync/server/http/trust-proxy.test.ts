import { describe, expect, it, onTestFinished } from 'vitest';
import { readTrustProxy, type TrustProxy } from '../base/config/trust-proxy.ts';
import { jsonHeaders } from '../testing/test-console.ts';
import { openTestServer } from '../testing/test-server.ts';

describe('TRUST_PROXY', () => {
  const readings: readonly (readonly [string, TrustProxy | undefined])[] = [
    ['false', false],
    ['0', false],
    ['1', 1],
    ['2', 2],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['10.0.0.7, 2001:db8::/32,loopback', ['10.0.0.7', '2001:db8::/32', 'loopback']],
    ...[
      'true',
      'yes',
      'on',
      '10',
      '-1',
      '1.5',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0/8',
      'fe80::1%eth0',
      'proxy.example',
      '10.0.0.0/8,',
      ',',
    ].map((text) => [text, undefined] as const),
  ];
  it.each(readings)('%s is read as %j', (text, expected) => expect(readTrustProxy(text)).toEqual(expected));

  /** The address that is audited for a refused sign-in. */
  async function addressSeen(trustProxy: TrustProxy, peer: string, forwarded: string): Promise<string> {
    const server = await openTestServer({ trustProxy });
    onTestFinished(() => server.close());
    await server.app.inject({
      method: 'POST',
      url: '/console/meadow/api/session',
      headers: { ...jsonHeaders, 'x-forwarded-for': forwarded },
      payload: { email: 'clinician@meadow.test', password: 'wrong' },
      remoteAddress: peer,
    });
    const [row] = await server.database.sql`
      select event from audit_events where action = 'sign-in-failed' order by no desc limit 1`;
    return String(JSON.parse(String(row?.event)).from);
  }

  it('believes nobody where it is not set', async () => {
    expect(await addressSeen(false, '203.0.113.5', '1.1.1.1')).toBe('203.0.113.5');
  });

  it('counts so many proxies from the end, whatever a client has written before them', async () => {
    const spoofed = '1.1.1.1, 2.2.2.2, 203.0.113.5';
    expect(await addressSeen(1, '10.0.0.1', spoofed)).toBe('203.0.113.5');
    expect(await addressSeen(2, '10.0.0.1', `${spoofed}, 10.0.0.2`)).toBe('203.0.113.5');
  });

  it('believes proxies in its networks alone', async () => {
    const networks = ['10.0.0.0/8'];
    expect(await addressSeen(networks, '10.0.0.1', '1.1.1.1, 203.0.113.5, 10.9.9.9')).toBe('203.0.113.5');
    expect(await addressSeen(networks, '203.0.113.6', '1.1.1.1')).toBe('203.0.113.6');
  });
});
