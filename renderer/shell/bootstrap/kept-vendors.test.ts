import { describe, expect, it } from 'vitest';
import { testListing } from '../../../sync/domain/testing/fixture-clinic.ts';
import type { DeviceSettings } from '../../device/provider/device-settings.ts';
import { keepVendors, keptVendors } from './kept-vendors.ts';

function settings(): DeviceSettings {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}
const meadow = testListing();

describe('the list of vendors', () => {
  it('is kept for the day without a network', () => {
    const device = settings();
    keepVendors(device, [meadow]);
    expect(keptVendors(device)).toEqual([meadow]);
  });

  it('is empty - what was kept is no list', () => {
    const device = settings();
    device.setItem('platform:vendors', '{"slug": ');
    expect(keptVendors(device)).toEqual([]);
    device.setItem('platform:vendors', '[1, null, {"slug": "x"}]');
    expect(keptVendors(device)).toEqual([]);
  });
});
