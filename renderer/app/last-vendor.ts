import { useEffect } from 'react';
import type { VendorListing } from './bootstrap.ts';
import { type DeviceSettings, deviceSettings } from './device-settings.ts';

const LAST = 'platform:last-vendor';
const LIST = 'platform:vendors';

const slug = /^[a-z0-9-]{1,63}$/;

function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** The vendor whose space was opened last on this device. A setting, never sent anywhere. */
export function lastVendor(settings: DeviceSettings): string | undefined {
  const value = attempt(() => settings.getItem(LAST));
  return value && slug.test(value) ? value : undefined;
}

export function rememberVendor(settings: DeviceSettings, vendor: string): void {
  attempt(() => settings.setItem(LAST, vendor));
}

export function forgetVendor(settings: DeviceSettings): void {
  attempt(() => settings.removeItem(LAST));
}

/** The list as it was last seen, for the day without a network. */
export function keptVendors(settings: DeviceSettings): readonly VendorListing[] {
  const kept: unknown = attempt(() => JSON.parse(settings.getItem(LIST) ?? '[]'));
  return Array.isArray(kept) ? kept.filter(isListing) : [];
}

export function keepVendors(settings: DeviceSettings, vendors: readonly VendorListing[]): void {
  attempt(() => settings.setItem(LIST, JSON.stringify(vendors)));
}

function isListing(value: unknown): value is VendorListing {
  return (
    typeof value === 'object' &&
    value !== null &&
    'slug' in value &&
    'homeUrl' in value &&
    'tagline' in value &&
    'mark' in value
  );
}

export function useRememberVendor({ slug: vendor }: { readonly slug: string }): void {
  useEffect(() => rememberVendor(deviceSettings(), vendor), [vendor]);
}
