import { useEffect } from 'react';
import { type DeviceSettings, deviceSettings } from '../../device/provider/device-settings.ts';

const LAST = 'platform:last-vendor';

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

export function useRememberVendor({ slug: vendor }: { readonly slug: string }): void {
  useEffect(() => rememberVendor(deviceSettings(), vendor), [vendor]);
}
