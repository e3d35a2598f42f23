import type { DeviceSettings } from '../../device/provider/device-settings.ts';
import type { VendorListing } from './bootstrap.ts';

const LIST = 'platform:vendors';

/** The list as it was last seen, for the day without a network. */
export function keptVendors(settings: DeviceSettings): readonly VendorListing[] {
  try {
    const kept: unknown = JSON.parse(settings.getItem(LIST) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isListing) : [];
  } catch {
    return [];
  }
}

export function keepVendors(settings: DeviceSettings, vendors: readonly VendorListing[]): void {
  try {
    settings.setItem(LIST, JSON.stringify(vendors));
  } catch {
    // No room, or forbidden: the list is a convenience.
  }
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
