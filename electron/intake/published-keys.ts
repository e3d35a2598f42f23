/** The vendor's published keys: those that were built in, and the server's newest where there is a network. Nothing of it is believed here. */
import { z } from 'zod/mini';
import type { ReceiptKeys, VendorKeys } from '../../sync/client/base/crypto-ports.ts';
import { keyManifestSchema } from '../../sync/protocol/key-manifest.ts';

const packSchema = z.object({ receiptKeys: z.record(z.string(), z.string()) });

export interface PublishedKeys {
  /** The client verifies each manifest before it seals to a key of it. */
  readonly vendorKeys: VendorKeys;
  readonly receiptKeys: ReceiptKeys;
}

export function createPublishedKeys(dependencies: {
  /** `https://care.example/connect/willow` */
  readonly endpoint: string;
  readonly fetch: typeof globalThis.fetch;
  /** Of the pack that was built in: its manifest pins the root. */
  readonly known: {
    readonly keyManifest: ReturnType<VendorKeys['current']>;
    readonly receiptKeys: Readonly<Record<string, string>>;
  };
}): PublishedKeys {
  const { endpoint, fetch, known } = dependencies;
  let receiptKeys = known.receiptKeys;

  async function published(name: string): Promise<unknown> {
    try {
      const plain = { cache: 'no-store', credentials: 'omit', redirect: 'error' } as const;
      const response = await fetch(`${endpoint}/${name}`, plain);
      return response.ok ? await response.json() : undefined;
    } catch {
      // No network, or a captive portal's page: what is known is used.
      return undefined;
    }
  }

  return {
    vendorKeys: {
      current: () => known.keyManifest,
      async refresh() {
        const parsed = keyManifestSchema.safeParse(await published('keys.json'));
        return parsed.success ? parsed.data : known.keyManifest;
      },
    },
    receiptKeys: {
      current: () => receiptKeys,
      async refresh() {
        const parsed = packSchema.safeParse(await published('pack.json'));
        if (parsed.success) receiptKeys = { ...receiptKeys, ...parsed.data.receiptKeys };
        return receiptKeys;
      },
    },
  };
}
