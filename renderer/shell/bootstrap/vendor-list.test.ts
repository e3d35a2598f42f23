import { describe, expect, it, vi } from 'vitest';
import { testListing } from '../../../sync/domain/testing/fixture-clinic.ts';
import { readVendorList } from './vendor-list.ts';

const meadow = testListing();
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
    expect(await readVendorList({ inPage: [meadow], settings: settings(), fetch })).toEqual({
      vendors: [meadow],
      source: 'page',
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('comes from the server - the page has none', async () => {
    const fetch = async () => Response.json([meadow]);
    expect(await readVendorList({ inPage: undefined, settings: settings(), fetch })).toEqual({
      vendors: [meadow],
      source: 'server',
    });
  });

  it('is the one seen last - offline', async () => {
    const kept = settings(JSON.stringify([meadow]));
    expect(await readVendorList({ inPage: undefined, settings: kept, fetch: unreachable })).toEqual({
      vendors: [meadow],
      source: 'kept',
    });
  });

  it('is the one seen last - a captive portal answers in HTML', async () => {
    const fetch = async () =>
      new Response('<h1>Sign in to Hotel Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } });
    expect(
      (await readVendorList({ inPage: undefined, settings: settings(JSON.stringify([meadow])), fetch }))
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
