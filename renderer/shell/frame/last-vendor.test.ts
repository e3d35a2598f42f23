import { describe, expect, it } from 'vitest';
import type { DeviceSettings } from '../../device/provider/device-settings.ts';
import { forgetVendor, lastVendor, rememberVendor } from './last-vendor.ts';

function settings(): DeviceSettings {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}
const forbidden: DeviceSettings = {
  getItem: () => {
    throw new DOMException('denied', 'SecurityError');
  },
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
  removeItem: () => undefined,
};
describe('the vendor that was opened last', () => {
  it('is remembered and forgotten - by its slug alone', () => {
    const device = settings();
    expect(lastVendor(device)).toBeUndefined();
    rememberVendor(device, 'willow');
    expect(lastVendor(device)).toBe('willow');
    forgetVendor(device);
    expect(lastVendor(device)).toBeUndefined();
  });

  it('is nothing that could lead elsewhere - somebody has tampered with the setting', () => {
    const device = settings();
    rememberVendor(device, '//evil.example');
    expect(lastVendor(device)).toBeUndefined();
  });

  it('is unknown, and nothing breaks - the browser forbids settings', () => {
    rememberVendor(forbidden, 'willow');
    expect(lastVendor(forbidden)).toBeUndefined();
  });
});
