/** The keys that sign the vendor's receipts: those of the pack, and the server's own list where a receipt names another. */
import { z } from 'zod/mini';
import type { ReceiptKeys } from '../../../sync/client/base/crypto-ports.ts';

const schema = z.object({ receiptKeys: z.record(z.string(), z.string()) });

export function createReceiptKeys(dependencies: {
  readonly known: Readonly<Record<string, string>>;
  /** Address of the published pack. */
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
}): ReceiptKeys {
  let known = dependencies.known;
  return {
    current: () => known,
    async refresh() {
      try {
        const response = await dependencies.fetch(dependencies.url, {
          cache: 'no-store',
          credentials: 'omit',
        });
        const parsed = schema.safeParse(await response.json());
        if (parsed.success) known = { ...known, ...parsed.data.receiptKeys };
      } catch {
        // No network, or a captive portal's page: the receipt is judged again with the next answer.
      }
      return known;
    },
  };
}
