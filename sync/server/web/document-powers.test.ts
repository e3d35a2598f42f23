/** What each document of a vendor's space may do: everything that isn't listed here is off. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformScreens } from '../../domain/platform-screens.ts';
import { poweredScreens } from '../../domain/powered-screens.ts';
import { returnScreens } from '../../domain/return-screens.ts';
import { vendorScreens } from '../../domain/vendor-screens.ts';
import { stripePage } from '../providers/payment/stripe/stripe-page.ts';
import { fixturePack, writePacks } from '../testing/fixture-pack.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { CONTENT_SECURITY_POLICY, pagePolicy, permissionsPolicy } from './security-headers.ts';

const PARTNER = 'https://partner.example';
const OF_PLATFORM: Readonly<Record<string, readonly string[]>> = {
  '': ['camera=(self)'],
  'discovery/geofence': ['geolocation=(self)'],
  test: ['camera=(self)', 'microphone=(self)'],
};

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carefront-powers-'));
  const own = await fixturePack();
  const pack = { ...own, pack: { ...own.pack, embed: { origins: [PARTNER] } } };
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

  it('of a form in a partner’s page: its camera, and who may frame it (C57)', async () => {
    const ask = (questionnaire: string) =>
      server.app.inject({
        method: 'GET',
        url: `/embed/meadow/questionnaire/${questionnaire}/consultation?lang=es`,
        headers: { accept: 'text/html' },
      });
    const { headers, statusCode, body } = await ask('sleep');
    expect(statusCode).toBe(200);
    expect(
      String(headers['permissions-policy'])
        .split(', ')
        .filter((feature) => !feature.endsWith('=()')),
    ).toEqual(['camera=(self)']);
    expect(rulesOf(String(headers['content-security-policy']))).toEqual({
      ...rulesOf(CONTENT_SECURITY_POLICY),
      'frame-ancestors': PARTNER,
    });
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['set-cookie']).toBeUndefined();
    // Nothing is written ahead: the page has its data, and no screen.
    expect(body).toContain('<html lang="es"');
    expect((await ask('no-form')).statusCode).toBe(404);
    const other = await server.app.inject({
      method: 'GET',
      url: '/embed/v1/origins/meadow',
      headers: { origin: 'null' },
    });
    expect(other.json()).toEqual({ allowed: false });
  });

  it('of the platform’s pages are those of its code reader, its place finder and the self-check', async () => {
    const grantedAt = async (url: string) => {
      const { headers } = await server.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
      expect(headers['content-security-policy']).toBe(CONTENT_SECURITY_POLICY);
      expect(headers['x-frame-options']).toBe('DENY');
      return String(headers['permissions-policy'])
        .split(', ')
        .filter((feature) => !feature.endsWith('=()'));
    };
    for (const screen of [...Object.keys(platformScreens), ...returnScreens, 'console/meadow'])
      expect([screen, await grantedAt(`/${screen}`)]).toEqual([screen, OF_PLATFORM[screen] ?? []]);
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
