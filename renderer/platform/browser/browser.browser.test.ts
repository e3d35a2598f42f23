/** The same platform over a real IndexedDB, WebCrypto, Web Locks and BroadcastChannel. */
// oxlint-disable-next-line no-restricted-imports -- looks into the vendor's database as an intruder would.

import { Dexie } from 'dexie';
import { afterEach, describe, expect, test } from 'vitest';
import type { Signals } from '../../../sync/client/base/ports.ts';
import { databaseName } from '../../../sync/client/store/database-name.ts';
import { answerLost, type Clinic, createClinic } from '../../../sync/client/testing/clinic.ts';
import { CANARY, sampleAlert, sampleDraft, sampleSubmission } from '../../../sync/client/testing/samples.ts';
import { intakeSubmission, intakeSubmit } from '../../../sync/protocol/operations/intake-submit.ts';
import { alertSubmission } from '../../../sync/protocol/operations/safety-alert.ts';
import type { DraftContent, Platform } from '../contract/contract.ts';
import { createBrowserPlatform } from './browser.ts';

const vendor = 'meadow';
const platforms: Platform[] = [];
afterEach(async () => {
  for (const platform of platforms.splice(0)) await platform.stop();
  await Dexie.delete(databaseName(vendor));
});

/** A test's page may be in the background of its runner. */
const signals: Signals = { visible: () => true, listen: () => () => undefined };

function opens(clinic: Clinic): Platform {
  const platform = createBrowserPlatform({
    vendor,
    pack: {
      name: 'Lantern',
      receiptKeys: clinic.receiptKeys,
      keyManifest: clinic.keyManifest,
      settings: { copyDays: 30, idleMinutes: 5 },
    },
    origin: 'https://care.example',
    signals,
    fetch: async (url, init) => {
      const answer = await clinic.answer({
        method: init?.method === 'POST' ? 'POST' : 'GET',
        url: new Request(url).url,
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(init?.body instanceof Uint8Array ? { body: new Uint8Array(init.body) } : {}),
      });
      return new Response(answer.body, { status: answer.status, headers: { ...answer.headers } });
    },
  });
  platforms.push(platform);
  return platform;
}

async function createHonestClinic() {
  const clinic = await createClinic();
  clinic.state.serverTime = () => new Date().toISOString();
  return clinic;
}

const content = (owner: DraftContent['owner'] = 'own'): DraftContent => {
  const { answers: _answers, ...head } = sampleDraft(1, { owner });
  return {
    ...head,
    questionnaire: sampleSubmission().questionnaire,
    language: 'en',
    startedAt: '2026-11-20T09:00:00.000Z',
    patient: { givenName: CANARY },
    consents: [],
    flow: { v: 1, snapshot: {} },
    ruleHits: [],
    confirmedImplausible: [],
  };
};

/** Everything in the vendor's database, as the browser gives it back, bytes as text. */
async function dump(): Promise<{ readonly text: string; readonly rows: number }> {
  const database = await new Dexie(databaseName(vendor)).open();
  const found: unknown[] = [];
  for (const table of database.tables) found.push(...(await table.toArray()));
  database.close();
  const text = JSON.stringify(found, (_key, value) =>
    value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
  );
  return { text, rows: found.length };
}

const received = async (platform: Platform) =>
  await expect
    .poll(async () => (await platform.deliveries.list()).map((each) => each.state))
    .toEqual(['received']);

describe('the platform in Chromium', () => {
  test('keeps a draft sealed over a restart (G1), and delivers it once though the first answer is lost (G3)', async () => {
    const clinic = await createHonestClinic();
    const first = opens(clinic);
    expect(await first.start()).toMatchObject({ mode: 'durable' });
    await first.drafts.save(content());
    await first.stop();
    const { text } = await dump();
    expect(text).toContain(content().draftId);
    expect(text).not.toContain(CANARY);
    const second = opens(clinic);
    expect(await second.start()).toMatchObject({ mode: 'durable', evicted: false });
    expect(await second.drafts.open(content().draftId)).toEqual({ status: 'open', content: content() });
    clinic.forecast(async (_request, proceed) => await proceed(), answerLost);
    const { opId } = await second.deliveries.submit(content().draftId, intakeSubmission(sampleSubmission()));
    await received(second);
    expect(clinic.ledger.size).toBe(1);
    expect(await second.deliveries.copy(intakeSubmit, opId)).toEqual({
      ...sampleSubmission(),
      attachments: [],
    });
    expect((await dump()).text).not.toContain(CANARY);
  });

  test('refuses the second of two tabs that write one draft, and lets both see what arrives', async () => {
    const clinic = await createHonestClinic();
    const [first, second] = [opens(clinic), opens(clinic)];
    await first.start();
    await second.start();
    await first.drafts.save(content());
    await second.drafts.open(content().draftId);
    await expect(second.drafts.save(content())).rejects.toMatchObject({ code: 'taken-over' });
    const seen: string[] = [];
    second.deliveries.watch((deliveries) => seen.push(deliveries.map((each) => each.state).join()));
    await first.deliveries.submit(content().draftId, intakeSubmission(sampleSubmission()));
    await received(first);
    await expect.poll(() => seen.at(-1)).toBe('received');
    expect(clinic.ledger.size).toBe(1);
  });

  test('failure-36: leaves nothing that a shared device could read, and no key of a person - once the form is handed in', async () => {
    const clinic = await createHonestClinic();
    const platform = opens(clinic);
    await platform.start();
    await platform.drafts.save(content('shared'));
    await platform.deliveries.send(alertSubmission(sampleAlert()), 'shared');
    await received(platform);
    await platform.deliveries.submit(content().draftId, intakeSubmission(sampleSubmission()));
    await expect
      .poll(async () => (await platform.deliveries.list()).map((each) => each.state))
      .toEqual(['received', 'received']);
    const database = await new Dexie(databaseName(vendor)).open();
    const left: Record<string, number> = {};
    for (const name of ['drafts', 'envelopes', 'copies', 'keys'])
      left[name] = await database.table(name).count();
    database.close();
    // The envelopes are sealed to the clinic, and stay until a backup covers them; the key is the device's own.
    expect(left).toEqual({ drafts: 0, envelopes: 2, copies: 0, keys: 1 });
  });
});
