/** What each document of a vendor's space may do: everything that isn't listed here is off. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { poweredScreens } from '../../domain/powered-screens.ts';
import { vendorScreens } from '../../domain/vendor-screens.ts';
import { stripePage } from '../providers/payment/stripe/stripe-page.ts';
import { fixturePack, writePacks } from '../testing/fixture-pack.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { CONTENT_SECURITY_POLICY, pagePolicy, permissionsPolicy } from './security-headers.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carefront-powers-'));
  const pack = await fixturePack();
  await writePacks(folder, [pack]);
  server = await openTestServer({
    webDir: join(folder, 'web'),
    packs: [{ ...pack, filesDir: join(folder, 'meadow', 'files') }],
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const pathOf = (screen: string) =>
  screen
    .replace('$order', randomUUID())
    .replace('$questionnaire', 'sleep')
    .replace('$product', 'no-product')
    .replace('$legal', 'privacy');

async function headersOf(screen: string) {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/connect/meadow/${pathOf(screen)}`,
    headers: { accept: 'text/html' },
  });
  const granted = String(answer.headers['permissions-policy'])
    .split(', ')
    .filter((feature) => !feature.endsWith('=()'));
  return { granted, policy: answer.headers['content-security-policy'] };
}

const rulesOf = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((rule) => [rule.slice(0, rule.indexOf(' ')), rule.slice(rule.indexOf(' ') + 1)]),
  );

describe('the powers of a document', () => {
  it('lists only screens that there are', () => {
    expect(Object.keys(poweredScreens).filter((screen) => !vendorScreens.includes(screen))).toEqual([]);
  });

  it.each(['', '$legal', ...vendorScreens])('are none but what is listed - %s', async (screen) => {
    const { granted, policy } = await headersOf(screen);
    expect(policy).toBe(CONTENT_SECURITY_POLICY);
    expect(granted).toEqual(screen === 'checkout/pharmacy' ? ['geolocation=(self)'] : []);
  });

  it('are none at an address below a listed one', async () => {
    for (const path of ['checkout/pharmacy/elsewhere', 'checkout/payment/42']) {
      const { granted, policy } = await headersOf(path);
      expect([granted, policy]).toEqual([[], CONTENT_SECURITY_POLICY]);
    }
  });

  it('with a card at Stripe: its documented sources, and nothing else is changed', () => {
    const plain = rulesOf(CONTENT_SECURITY_POLICY);
    const { 'require-trusted-types-for': _for, 'trusted-types': _names, ...kept } = plain;
    const stripe = 'https://js.stripe.com https://*.js.stripe.com';
    expect(rulesOf(pagePolicy('', stripePage))).toEqual({
      ...kept,
      'script-src': `'self' ${stripe}`,
      'frame-src': `'self' ${stripe} https://hooks.stripe.com`,
      'connect-src': "'self' https://api.stripe.com",
    });
    expect(permissionsPolicy(stripePage)).toContain('payment=(self "https://js.stripe.com")');
    expect(permissionsPolicy(stripePage).match(/=\(\)/g)).toHaveLength(9);
  });

  it('at Stripe are those of the document for paying alone, and only where the vendor is paid by it', async () => {
    const pack = await fixturePack();
    const other = await openTestServer({
      webDir: join(folder, 'web'),
      packs: [{ ...pack, filesDir: join(folder, 'meadow', 'files') }],
      payments: {
        by: 'stripe',
        stripe: { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecret: 'whsec_x' },
      },
    });
    const ask = async (screen: string) => {
      const url = `/connect/meadow/${pathOf(screen)}`;
      const answer = await other.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
      return String(answer.headers['content-security-policy']).includes('stripe');
    };
    try {
      const talking = [];
      for (const screen of vendorScreens) if (await ask(screen)) talking.push(screen);
      expect(talking).toEqual(['checkout/payment/$order']);
    } finally {
      await other.close();
    }
  });
});
