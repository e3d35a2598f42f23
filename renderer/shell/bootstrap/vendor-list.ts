import type { DeviceSettings } from '../../device/provider/device-settings.ts';
import type { VendorListing } from './bootstrap.ts';
import { keepVendors, keptVendors } from './kept-vendors.ts';

export interface VendorList {
  readonly vendors: readonly VendorListing[];
  /** `kept`: the list as this device saw it last. `unreachable`: there is none to show. */
  readonly source: 'page' | 'server' | 'kept' | 'unreachable';
}

interface Sources {
  /** What the server wrote into this page. */
  readonly inPage: readonly VendorListing[] | undefined;
  readonly settings: DeviceSettings;
  readonly fetch: typeof globalThis.fetch;
}

/** The list in the page, else from the server, else as it was last seen. Keeps what it found. */
export async function readVendorList({ inPage, settings, fetch }: Sources): Promise<VendorList> {
  if (inPage) {
    keepVendors(settings, inPage);
    return { vendors: inPage, source: 'page' };
  }
  const answered = await ask(fetch);
  if (answered) {
    keepVendors(settings, answered);
    return { vendors: answered, source: 'server' };
  }
  const kept = keptVendors(settings);
  return { vendors: kept, source: kept.length > 0 ? 'kept' : 'unreachable' };
}

async function ask(fetch: typeof globalThis.fetch): Promise<readonly VendorListing[] | undefined> {
  try {
    const response = await fetch('/api/vendors', { headers: { accept: 'application/json' } });
    // The page of a captive portal is no list.
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return undefined;
    const body: unknown = await response.json();
    const list = typeof body === 'object' && body !== null && 'vendors' in body ? body.vendors : body;
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}
