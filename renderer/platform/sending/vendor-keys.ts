/** To whom the vendor's patients seal: the manifest that came with the page, and the server's newest where there is a network. */
import type { VendorKeys } from '../../../sync/client/base/crypto-ports.ts';
import type { KeyManifest } from '../../../sync/domain/vendor/key-manifest.ts';
import { keyManifestSchema } from '../../../sync/protocol/key-manifest.ts';

/** Whose signature it bears isn't judged here: the client verifies each manifest before it seals to a key of it. */
export function createVendorKeys(dependencies: {
  readonly known: KeyManifest | undefined;
  /** Address of the vendor's `keys.json`. */
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
}): VendorKeys {
  const { known, url, fetch } = dependencies;
  return {
    current: () => known,
    async refresh() {
      try {
        const response = await fetch(url, { cache: 'no-store', credentials: 'omit', redirect: 'error' });
        const parsed = response.ok ? keyManifestSchema.safeParse(await response.json()) : undefined;
        if (parsed?.success) return parsed.data;
      } catch {
        // No network, or a captive portal's page: what came with the page is used.
      }
      return known;
    },
  };
}
