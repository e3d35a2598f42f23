import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Questionnaire } from 'fhir/r4.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublishedPack } from '../domain/vendor/published-pack.ts';
import { blobUrl } from '../protocol/base/blobs.ts';
import { intakeSubmission } from '../protocol/operations/intake-submit.ts';
import type { IntakeAnswers } from '../protocol/operations/payloads/intake-submit.ts';
import { formHash } from '../questionnaire/index.ts';
import { createFolderBlobStore } from '../server/core/blobs/folder-blob-store.ts';
import { BLOBS_FOLDER } from '../server/core/blobs/open-blob-store.ts';
import { fixturePack, sleepForm, writePacks } from '../server/testing/fixture-pack.ts';
import { createInstallation, type Installation } from '../server/testing/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/test-database.ts';
import { intake, sleepResponse } from '../server/testing/test-device.ts';
import { createFieldDevice, type FieldDevice } from './field-device.ts';
import { type Line, openLine } from './line.ts';

const FULL = process.env.FULL === '1';
/** The daily run has the same losses and cuts, fewer forms and photos, shorter round trips and waits after a failure. */
const ROUND_TRIP_MS = FULL ? 400 : 20;
const LONGEST_JITTER = FULL ? 1 : 0.05;
const OPERATIONS = FULL ? 500 : 200;
const PHOTOS = FULL ? 20 : 8;
const PHOTO_BYTES = 2 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60_000;
const OFFLINE_DAYS = 7;

/** Repeatable: xorshift32. */
function createFraction(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const formWithPhoto: Questionnaire = {
  ...sleepForm,
  item: [...(sleepForm.item ?? []), { linkId: 'photo', text: 'A photo of your bed', type: 'attachment' }],
};

let database: TestDatabase;
let installation: Installation;
let line: Line;
let device: FieldDevice;
let hash: string;

beforeAll(async () => {
  database = await createTestDatabase();
  installation = await createInstallation();
  hash = await formHash(formWithPhoto);
  const { pack } = await fixturePack();
  const questionnaires = pack.questionnaires.map((each) => ({
    ...each,
    formHash: hash,
    url: `/connect/meadow/files/questionnaires/${hash}.json`,
  }));
  await writePacks(installation.env.PACKS_DIR ?? '', [
    {
      pack: { ...pack, questionnaires },
      definitions: new Map([[hash, formWithPhoto]]),
      filesDir: '/nowhere',
    },
  ]);
  // The limits of an installation that nobody has changed.
  const server = installation.start({ DATABASE_URL: database.url, PUSHES_PER_MINUTE: '' });
  const origin = await server.ready;
  if (typeof origin !== 'string') throw new Error(`The server ended: ${origin.output}`);
  line = await openLine(Number(new URL(origin).port), {
    roundTripMs: ROUND_TRIP_MS,
    loss: 0.02,
    cutEveryBytes: 3 * 1024 * 1024,
    fraction: createFraction(20_261_120),
  });
  const published: PublishedPack = await (await fetch(`${origin}/connect/meadow/pack.json`)).json();
  const jitter = createFraction(7);
  device = createFieldDevice(`http://127.0.0.1:${line.port}/connect/meadow`, published, () =>
    Math.min(jitter() * LONGEST_JITTER, 0.999),
  );
  await device.client.start();
}, 120_000);

afterAll(async () => {
  await device?.client.stop();
  await line?.close();
  await installation?.remove();
  await database?.drop();
});

/** Fills in a form, with a photo or without one, and hands it in. */
async function handIn(withPhoto: boolean): Promise<void> {
  const { attachments: _none, ...answers } = intake(hash);
  const subjectId = randomUUID();
  const draftId = randomUUID();
  const { session } = answers;
  const questionnaire = { slug: 'sleep', formHash: hash };
  const updatedAt = new Date().toISOString();
  const draft = {
    draftId,
    session,
    subjectId,
    questionnaire,
    owner: 'own',
    updatedAt,
    answers: 'Tired',
  } as const;
  await device.client.drafts.save(draft);
  const response = sleepResponse();
  const payload: IntakeAnswers = { ...answers, patient: { ...answers.patient, id: subjectId }, response };
  if (!withPhoto) {
    await device.client.deliveries.submit(draftId, intakeSubmission(payload));
    return;
  }
  const bytes = new Uint8Array(PHOTO_BYTES);
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  const kept = await device.client.blobs.keep({ draftId, subjectId, bytes, contentType: 'image/jpeg' });
  const answer = { contentType: 'image/jpeg', url: blobUrl(kept.sha256), size: kept.size };
  const photo = { linkId: 'photo', text: 'A photo of your bed', answer: [{ valueAttachment: answer }] };
  await device.client.deliveries.submit(
    draftId,
    intakeSubmission({
      ...payload,
      response: { ...response, item: [...response.item, photo] },
    }),
  );
}

const allReceived = () =>
  new Promise<void>((resolve) => {
    const stop = device.client.deliveries.watch((deliveries) => {
      if (!deliveries.every(({ state }) => state === 'received' || state === 'held')) return;
      stop();
      resolve();
    });
  });

test(
  `seven days offline: ${OPERATIONS} operations with ${PHOTOS} photos of 2 MB arrive once, over ${ROUND_TRIP_MS} ms, 2 % loss and a cut every 3 MB`,
  async () => {
    for (let number = 0; number < OPERATIONS; number += 1) {
      device.isBack(OFFLINE_DAYS * DAY_MS * (1 - number / OPERATIONS));
      await handIn(number % (OPERATIONS / PHOTOS) === 0);
    }
    device.isBack(0);
    const { rows, bodies } = await device.store.read(['outbox', 'blobBodies'], async (transaction) => ({
      rows: await transaction.all('outbox'),
      bodies: await transaction.all('blobBodies'),
    }));
    expect(rows).toHaveLength(OPERATIONS);
    expect(bodies).toHaveLength(PHOTOS);

    device.comesOnline();
    await allReceived();

    const { sql } = database;
    const [ledger] =
      await sql`select count(*)::int as rows, count(distinct op_id)::int as operations from op_ledger`;
    expect(ledger).toEqual({ rows: OPERATIONS, operations: OPERATIONS });
    const stored = await sql<{ op_id: string; sha256: string }[]>`select op_id, sha256 from op_ledger`;
    expect(new Map(stored.map((row) => [row.op_id, row.sha256]))).toEqual(
      new Map(rows.map((row) => [row.opId, row.sha256])),
    );
    const cases = async () =>
      (await sql`select count(*)::int as all, count(*) filter (where held)::int as held from inbox_items`)[0];
    await expect.poll(cases, { timeout: 60_000 }).toEqual({ all: OPERATIONS, held: 0 });
    const blobs = createFolderBlobStore(join(installation.dataDir, BLOBS_FOLDER));
    const whole = await sql<{ device: string; sha256: string }[]>`
      select device, sha256 from blobs where completed_at is not null`;
    expect(whole).toHaveLength(PHOTOS);
    for (const { device: owner, sha256 } of whole) {
      const bytes = await blobs.read({ vendor: 'meadow', device: owner, sha256 });
      const body = bodies.find((each) => each.sha256 === sha256);
      expect(bytes && body && Buffer.compare(bytes, body.bytes)).toBe(0);
    }

    // Envelopes and photos as they lie on the device: base64url, proofs and headers already count as more.
    const payload = [...rows.map(({ size }) => size), ...bodies.map(({ bytes }) => bytes.length)].reduce(
      (sum, bytes) => sum + bytes,
      0,
    );
    const ratio = line.sent() / payload;
    expect(line.cuts()).toBeGreaterThanOrEqual(Math.floor(payload / (3 * 1024 * 1024)));
    expect(line.lostRequests()).toBeGreaterThan(0);
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThanOrEqual(1.2);
  },
  FULL ? 600_000 : 120_000,
);
