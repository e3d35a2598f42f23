/** The worker's sender over a real IndexedDB, Web Locks and BroadcastChannel, in a page: what differs in a worker is the event alone. */
// oxlint-disable-next-line no-restricted-imports -- clears the vendor's database between tests.

import { Dexie } from 'dexie';
import { afterEach, describe, expect, test } from 'vitest';
import type { Signals } from '../../../sync/client/base/ports.ts';
import { databaseName } from '../../../sync/client/store/database-name.ts';
import { type Clinic, createClinic, lost } from '../../../sync/client/testing/clinic.ts';
import { sampleDraft, sampleSubmission } from '../../../sync/client/testing/samples.ts';
import { intakeSubmission } from '../../../sync/protocol/operations/intake-submit.ts';
import type { DraftContent } from '../contract/contract.ts';
import { sendInBackground } from './background-sender.ts';
import { createBrowserPlatform } from './browser.ts';

const vendor = 'meadow';
const origin = 'https://care.example';
afterEach(() => Dexie.delete(databaseName(vendor)));

const signals: Signals = { visible: () => true, listen: () => () => undefined };
const packOf = (clinic: Clinic) => ({
  name: 'Lantern',
  receiptKeys: clinic.receiptKeys,
  keyManifest: clinic.keyManifest,
  settings: { copyDays: 30, idleMinutes: 5 },
});
const fetchOf =
  (clinic: Clinic): typeof globalThis.fetch =>
  async (url, init) => {
    const request = new Request(url, init);
    const answer = await clinic.answer({
      method: request.method === 'POST' ? 'POST' : 'GET',
      url: request.url,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(init?.body instanceof Uint8Array ? { body: new Uint8Array(init.body) } : {}),
    });
    return new Response(answer.body, { status: answer.status, headers: { ...answer.headers } });
  };
const worker = (clinic: Clinic) => ({ vendor, origin, pack: packOf(clinic), fetch: fetchOf(clinic) });

/** A page that finishes a form without a network, and is closed. */
async function finishesOffline(clinic: Clinic): Promise<void> {
  clinic.state.serverTime = () => new Date().toISOString();
  clinic.state.weather = lost;
  const platform = createBrowserPlatform({
    vendor,
    pack: packOf(clinic),
    origin,
    signals,
    fetch: fetchOf(clinic),
  });
  await platform.start();
  const { answers: _answers, ...head } = sampleDraft(1, { owner: 'own' });
  const draft: DraftContent = {
    ...head,
    questionnaire: sampleSubmission().questionnaire,
    language: 'en',
    startedAt: '2026-11-20T09:00:00.000Z',
    patient: {},
    consents: [],
    flow: { v: 1, snapshot: {} },
    ruleHits: [],
    confirmedImplausible: [],
  };
  await platform.drafts.save(draft);
  await platform.deliveries.submit(draft.draftId, intakeSubmission(sampleSubmission()));
  await platform.stop();
}

describe('sending without a page', () => {
  test('delivers what was finished offline, once - the page is closed', async () => {
    const clinic = await createClinic();
    await finishesOffline(clinic);
    expect(clinic.ledger.size).toBe(0);
    clinic.state.weather = undefined;
    expect(await sendInBackground(worker(clinic))).toBe(true);
    expect(clinic.ledger.size).toBe(1);
    // Woken again it finds nothing to do.
    expect(await sendInBackground(worker(clinic))).toBe(true);
    expect(clinic.ledger.size).toBe(1);
  });

  test('gives up for this time, and loses nothing - there is no network after all', async () => {
    const clinic = await createClinic();
    await finishesOffline(clinic);
    expect(await sendInBackground({ ...worker(clinic), standstillMs: 1_000 })).toBe(false);
    clinic.state.weather = undefined;
    expect(await sendInBackground(worker(clinic))).toBe(true);
    expect(clinic.ledger.size).toBe(1);
  });

  test('makes no store where there is none - an empty one would pass for one that was evicted', async () => {
    expect(await sendInBackground(worker(await createClinic()))).toBe(true);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(databaseName(vendor));
  });
});
