/** The part of `localStorage` that is used; it may throw where the browser forbids it or has no room. */
export type DeviceSettings = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nowhere: DeviceSettings = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};

/**
 * The platform's own settings on this device, named `platform:…`: the vendor that was opened last and the list of vendors.
 * Nothing of a vendor and nothing that somebody wrote belongs here.
 */
export function deviceSettings(): DeviceSettings {
  try {
    // oxlint-disable-next-line no-restricted-properties -- the one place for settings that belong to no vendor
    return window.localStorage;
  } catch {
    return nowhere;
  }
}
