import { describe, expect, it, vi } from 'vitest';
import type { VendorListing } from './bootstrap.ts';
import { readVendorList } from './vendor-list.ts';

const willow: VendorListing = {
  slug: 'willow',
  name: 'Willow',
  tagline: { en: 'Care' },
  mark: { viewBox: '0 0 24 24', paths: ['M0 0'] },
  themeColor: { light: '#ffffff', dark: '#000000' },
  homeUrl: '/connect/willow/',
};
function settings(kept = '[]') {
  const values = new Map([['platform:vendors', kept]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: () => undefined,
  };
}
const unreachable = async () => {
  throw new TypeError('Failed to fetch');
};

describe('the list of clinics', () => {
  it('is the one in the page - no request', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(unreachable);
    expect(await readVendorList({ inPage: [willow], settings: settings(), fetch })).toEqual({
      vendors: [willow],
      source: 'page',
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('comes from the server - the page has none', async () => {
    const fetch = async () => Response.json([willow]);
    expect(await readVendorList({ inPage: undefined, settings: settings(), fetch })).toEqual({
      vendors: [willow],
      source: 'server',
    });
  });

  it('is the one seen last - offline', async () => {
    const kept = settings(JSON.stringify([willow]));
    expect(await readVendorList({ inPage: undefined, settings: kept, fetch: unreachable })).toEqual({
      vendors: [willow],
      source: 'kept',
    });
  });

  it('is the one seen last - a captive portal answers in HTML', async () => {
    const fetch = async () =>
      new Response('<h1>Sign in to Hotel Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } });
    expect(
      (await readVendorList({ inPage: undefined, settings: settings(JSON.stringify([willow])), fetch }))
        .source,
    ).toBe('kept');
  });

  it('says that it is unreachable - offline for the first time', async () => {
    expect(await readVendorList({ inPage: undefined, settings: settings(), fetch: unreachable })).toEqual({
      vendors: [],
      source: 'unreachable',
    });
  });
});
