/** A patient's device in this process: the product's own sync client over a real network, with a store that lives as long as the test. */

import { randomUUID } from 'node:crypto';
import type { Clock, Signal, Transport } from '../../sync/client/base/ports.ts';
import { createSyncClient, type SyncClient } from '../../sync/client/client.ts';
import type { DraftHead } from '../../sync/client/drafts/drafts.ts';
import { createWebCrypto } from '../../sync/client/keys/web-crypto.ts';
import type { Delivery } from '../../sync/client/outbox/delivery.ts';
import { createMemoryStore } from '../../sync/client/store/memory-store.ts';
import type { PublishedPack } from '../../sync/domain/vendor/published-pack.ts';
import { intakeSubmission } from '../../sync/protocol/operations/intake-submit.ts';
import { intake } from '../../sync/server/testing/test-device.ts';

export interface NodeDevice {
  /** The patient fills the form and submits it. */
  submits(): Promise<Delivery>;
  /** The network is back, as far as the device is told. */
  comesBack(): void;
  deliveries(): Promise<readonly Delivery[]>;
  switchOff(): Promise<void>;
}

const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  boot: randomUUID(),
  offsetMinutes: () => 0,
  zone: () => 'UTC',
  setTimer(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

const transport: Transport = {
  send({ method, url, headers, body }) {
    const stopping = new AbortController();
    const answer = fetch(url, {
      method,
      headers: { ...headers },
      signal: stopping.signal,
      ...(body === undefined ? {} : { body }),
    }).then((response) => ({
      status: response.status,
      header: (name: string) => response.headers.get(name) ?? undefined,
      text: () => response.text(),
    }));
    return { answer, abort: () => stopping.abort() };
  },
};

async function readPack(endpoint: string): Promise<PublishedPack> {
  const answer = await fetch(`${endpoint}/pack.json`);
  return (await answer.json()) as PublishedPack;
}

/** @param origin of the server: what it serves is read now, as a page is loaded once. */
export async function createNodeDevice(origin: string, vendor: string): Promise<NodeDevice> {
  const endpoint = `${origin}/connect/${vendor}`;
  const pack = await readPack(endpoint);
  const [form] = pack.questionnaires;
  if (!form) throw new Error('The vendor has no form.');
  const listeners = new Set<(signal: Signal) => void>();
  const client: SyncClient<DraftHead> = createSyncClient({
    vendor,
    endpoint,
    store: createMemoryStore('durable'),
    clock,
    random: {
      bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      fraction: () => Math.random(),
    },
    transport,
    locks: { tryHold: async () => () => undefined },
    channel: { post: () => undefined, listen: () => () => undefined, close: () => undefined },
    signals: {
      visible: () => true,
      listen(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    crypto: createWebCrypto(crypto),
    receiptKeys: {
      current: () => pack.receiptKeys,
      refresh: async () => (await readPack(endpoint)).receiptKeys,
    },
    vendorKeys: { current: () => pack.keyManifest, refresh: async () => pack.keyManifest },
    copyDays: 30,
  });
  await client.start();
  return {
    async submits() {
      const payload = intake(form.formHash, {
        vendor,
        patient: { ...intake(form.formHash).patient, id: randomUUID() },
      });
      const { attachments: _sealedHere, ...answers } = payload;
      const draft: DraftHead = {
        draftId: randomUUID(),
        session: payload.session,
        subjectId: payload.patient.id,
        questionnaire: { slug: form.slug, formHash: form.formHash },
        owner: 'own',
        updatedAt: new Date().toISOString(),
      };
      await client.drafts.save(draft);
      return await client.deliveries.submit(draft.draftId, intakeSubmission(answers));
    },
    comesBack() {
      for (const listener of listeners) listener('online');
    },
    deliveries: () => client.deliveries.list(),
    switchOff: () => client.stop(),
  };
}
