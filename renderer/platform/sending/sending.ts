/** All of the client that isn't needed before a form is finished: sealing, photos, sending, what the clinic has done with it. */
import type { DeviceCrypto } from '../../../sync/client/base/crypto-ports.ts';
import { boundedCrypto, boundedReceiptKeys } from '../../../sync/client/bounded-ports.ts';
import { createSyncClient, type SyncClient } from '../../../sync/client/client.ts';
import { createWebCrypto } from '../../../sync/client/keys/web-crypto.ts';
import type { Writing, WritingPorts } from '../../../sync/client/writing.ts';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import { BUNDLE_EXTENSION, BUNDLE_MEDIA_TYPE } from '../../../sync/protocol/bundle.ts';
import type { Deliveries, DraftContent } from '../contract/contract.ts';
import { createFetchTransport } from './fetch-transport.ts';
import { createReceiptKeys } from './receipt-keys.ts';
import { createVendorKeys } from './vendor-keys.ts';

/** What it needs of the published pack. */
export type SendingPack = Pick<PublishedPack, 'receiptKeys' | 'keyManifest'> & {
  readonly settings: Pick<PublishedPack['settings'], 'copyDays'>;
};

export interface SendingOptions extends Omit<WritingPorts, 'crypto'> {
  readonly pack: SendingPack;
  readonly endpoint: string;
  readonly fetch: typeof globalThis.fetch;
  /** The browser's own where absent. */
  readonly crypto?: DeviceCrypto | undefined;
}

export type Sending = SyncClient<DraftContent> & Pick<Deliveries, 'saveCopy'>;

export function createSending(options: SendingOptions, writing: Writing<DraftContent>): Sending {
  const {
    vendor,
    pack,
    endpoint,
    fetch,
    clock,
    crypto = createWebCrypto(globalThis.crypto),
    ...ports
  } = options;
  const client = createSyncClient<DraftContent>(
    {
      ...ports,
      ...{ vendor, endpoint, clock },
      crypto: boundedCrypto(crypto, clock),
      transport: createFetchTransport(fetch),
      receiptKeys: boundedReceiptKeys(
        createReceiptKeys({ known: pack.receiptKeys, url: `${endpoint}/pack.json`, fetch }),
        clock,
      ),
      vendorKeys: createVendorKeys({ known: pack.keyManifest, url: `${endpoint}/keys.json`, fetch }),
      copyDays: pack.settings.copyDays,
    },
    writing,
  );
  const { deliveries } = client;
  return {
    ...client,
    async saveCopy(session) {
      const bundle = await deliveries.bundle(session);
      const waiting = (await deliveries.list()).findLast((each) => each.session === session);
      return {
        blob: new Blob([JSON.stringify(bundle)], { type: BUNDLE_MEDIA_TYPE }),
        name: `${vendor}-${waiting?.code ?? 'copy'}${BUNDLE_EXTENSION}`,
      };
    },
  };
}
