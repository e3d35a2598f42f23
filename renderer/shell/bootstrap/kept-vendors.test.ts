import { describe, expect, it } from 'vitest';
import type { DeviceSettings } from '../../device/provider/device-settings.ts';
import type { VendorListing } from './bootstrap.ts';
import { keepVendors, keptVendors } from './kept-vendors.ts';

function settings(): DeviceSettings {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}
const willow: VendorListing = {
  slug: 'willow',
  name: 'Willow',
  tagline: { en: 'Care' },
  mark: { viewBox: '0 0 24 24', paths: ['M0 0'] },
  themeColor: { light: '#ffffff', dark: '#000000' },
  homeUrl: '/connect/willow/',
};

describe('the list of vendors', () => {
  it('is kept for the day without a network', () => {
    const device = settings();
    keepVendors(device, [willow]);
    expect(keptVendors(device)).toEqual([willow]);
  });

  it('is empty - what was kept is no list', () => {
    const device = settings();
    device.setItem('platform:vendors', '{"slug": ');
    expect(keptVendors(device)).toEqual([]);
    device.setItem('platform:vendors', '[1, null, {"slug": "x"}]');
    expect(keptVendors(device)).toEqual([]);
  });
});
