import { describe, expect, test } from 'vitest';
import type { KeyManifest } from '../../../sync/domain/vendor/key-manifest.ts';
import { createVendorKeys } from './vendor-keys.ts';

const manifest = (issuedAt: string): KeyManifest => ({
  v: 1,
  vendor: 'meadow',
  issuedAt,
  keys: [
    {
      keyId: 'key-1',
      suite: 1,
      publicKey: 'BA',
      notBefore: '2026-11-01T00:00:00Z',
      notAfter: '2027-11-01T00:00:00Z',
    },
  ],
  rootKey: 'cm9vdA',
  endorsements: [],
  signature: 'c2ln',
});
const inPage = manifest('2026-11-01T00:00:00Z');
const newest = manifest('2026-11-20T00:00:00Z');
const url = 'https://care.example/connect/meadow/keys.json';

describe('the keys that a device seals to', () => {
  test('are those of the page, and the newest of the server when it is asked', async () => {
    const asked: (readonly [unknown, RequestInit | undefined])[] = [];
    const keys = createVendorKeys({
      known: inPage,
      url,
      fetch: async (address, init) => {
        asked.push([address, init]);
        return Response.json(newest);
      },
    });
    expect(keys.current()).toEqual(inPage);
    expect(await keys.refresh()).toEqual(newest);
    expect(asked).toEqual([[url, { cache: 'no-store', credentials: 'omit', redirect: 'error' }]]);
  });

  test.each<readonly [string, () => Promise<Response>]>([
    ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a captive portal answers', async () => new Response('<h1>Sign in</h1>')],
    ['the answer is another kind of thing', async () => Response.json({ keys: [] })],
    ['the server is too old to know them', async () => Response.json(newest, { status: 404 })],
  ])('stay those of the page - %s', async (_, fetch) => {
    expect(await createVendorKeys({ known: inPage, url, fetch }).refresh()).toEqual(inPage);
  });
});
