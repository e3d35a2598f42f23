/** Sealed envelopes, from the device to the console (promises 26 to 28 and 32, 33). */
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blobUrl } from '../../../protocol/base/blobs.ts';
import { keyManifestSchema, manifestBytes } from '../../../protocol/key-manifest.ts';
import type { BlobAttachment } from '../../../protocol/operations/payloads/attachment.ts';
import type { IntakeSubmit } from '../../../protocol/operations/payloads/intake-submit.ts';
import type { Operation, OperationResult } from '../../../protocol/wire.ts';
import { sealBlob } from '../../../seal/blob.ts';
import { detailOf, HOST, openConsole, type TestConsole } from '../../testing/test-console.ts';
import {
  createTestDevice,
  intake,
  safetyAlert,
  sealed,
  sealedTo,
  sleepResponse,
  type TestDevice,
} from '../../testing/test-device.ts';
import { openTestSealing, sealingTarget, TEST_PASSPHRASE } from '../../testing/test-sealing.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createKeyOpener } from './sealing-keys.ts';
import { mintKey } from './vendor-keys.ts';

let server: TestServer;
let device: TestDevice;
let staff: TestConsole;
beforeAll(async () => {
  server = await openTestServer();
  device = await createTestDevice();
  staff = openConsole(server);
});
afterAll(() => server.close());

async function push(operation: Operation): Promise<OperationResult> {
  const { results } = await device.push(server.send, 'meadow', [operation]);
  const [result] = results;
  if (!result) throw new Error('No result.');
  return result;
}

const target = (vendor = 'meadow') => sealingTarget(server.sealing, vendor);

async function itemOf(opId: string): Promise<Record<string, unknown>> {
  const [item] = await server.database.sql`select * from inbox_items where id = ${opId}`;
  return item ?? {};
}

describe('what a device has sealed to the clinic', () => {
  it('is judged, and shown to its staff', async () => {
    const operation = await sealedTo(target(), 'intake.submit', intake(server.formHash));
    expect(await push(operation)).toMatchObject({ outcome: 'applied' });
    const detail = detailOf(
      await staff.call('GET', `meadow/api/cases/${operation.opId}`, await staff.signIn()),
    );
    expect(detail).toMatchObject({ patient: { givenName: 'Rosa' }, score: { total: 3 } });
    const [row] = await server.database.sql<{ envelope: Uint8Array }[]>`
      select envelope from op_ledger where op_id = ${operation.opId}`;
    expect(Buffer.from(row?.envelope ?? '').includes('Rosa')).toBe(false);
  });

  it('is an alert with its evidence', async () => {
    const alert = safetyAlert(server.formHash);
    const operation = await sealedTo(target(), 'safety.alert', alert);
    expect(await push(operation)).toMatchObject({ outcome: 'applied' });
    const detail = detailOf(
      await staff.call('GET', `meadow/api/cases/${operation.opId}`, await staff.signIn()),
    );
    expect(detail.alerts).toMatchObject([{ evidence: alert.evidence }]);
  });

  it.each<[string, (operation: Operation) => Partial<Operation>]>([
    ['another id', () => ({ opId: randomUUID() })],
    ['another lane', () => ({ lane: `intake:${randomUUID()}` })],
    ['another version', () => ({ v: 1 })],
  ])('opens for the operation it was sealed for alone: under %s it is held', async (_what, change) => {
    const operation = await sealedTo(target(), 'intake.submit', intake(server.formHash));
    expect(await push({ ...operation, ...change(operation) })).toMatchObject({
      outcome: 'held',
      problem: { code: 'ENVELOPE_UNREADABLE' },
    });
  });

  it('is held where it holds no JSON of its version', async () => {
    const operation = await sealedTo(target(), 'intake.submit', { vendor: 'meadow' });
    expect(await push(operation)).toMatchObject({ outcome: 'held', problem: { code: 'PAYLOAD_INVALID' } });
  });

  it("is not opened by another vendor's key, and repeats no key id that isn't ours", async () => {
    const foreign = { ...target('brook'), vendor: 'meadow' };
    expect(await push(await sealedTo(foreign, 'intake.submit', intake(server.formHash)))).toMatchObject({
      outcome: 'held',
      problem: { code: 'ENVELOPE_KEY_UNKNOWN', detail: `Key ${foreign.keyId}.` },
    });
    const named = { ...target(), keyId: 'Rosa Quill' };
    const { problem } = await push(await sealedTo(named, 'intake.submit', intake(server.formHash)));
    expect(problem).toMatchObject({ code: 'ENVELOPE_KEY_UNKNOWN' });
    expect(JSON.stringify(problem)).not.toContain('Rosa');
  });

  it('is a red alert where its key is not here', async () => {
    const operation = await sealedTo(
      { ...target('brook'), vendor: 'meadow' },
      'safety.alert',
      safetyAlert(server.formHash),
    );
    expect(await push(operation)).toMatchObject({
      outcome: 'held',
      problem: { code: 'ENVELOPE_KEY_UNKNOWN' },
    });
    expect(await itemOf(operation.opId)).toMatchObject({ kind: 'alert', triage: 'red' });
  });

  it('is still read where the first version sent it in clear', async () => {
    const { attachments: _, ...first } = intake(server.formHash);
    expect(await push(sealed('intake.submit', first, { v: 1 }))).toMatchObject({ outcome: 'applied' });
  });
});

/**
 * Failure case 47: what is sealed to a key that is lost opens again once the key is back (onadata#2978: "decryption failed for ever";
 * onadata#3205: the ciphertext was swept away).
 */
describe('failure-47: a key that was lost and comes back', () => {
  it('has everything that was sealed to it judged again, by itself', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'carefront-lost-keys-'));
    const lost = await openTestSealing({ folder, vendors: ['meadow'] });
    const toLost = sealingTarget(lost, 'meadow');
    const form = await sealedTo(toLost, 'intake.submit', intake(server.formHash));
    const alert = await sealedTo(toLost, 'safety.alert', safetyAlert(server.formHash));
    const never = await sealedTo(
      { ...toLost, keyId: '0'.repeat(16) },
      'intake.submit',
      intake(server.formHash),
    );
    const before = await push(form);
    await push(alert);
    const stillHeld = await push(never);
    expect([before.outcome, before.problem?.code]).toEqual(['held', 'ENVELOPE_KEY_UNKNOWN']);
    const cookie = await staff.signIn();
    await staff.call('POST', `meadow/api/cases/${form.opId}/review`, cookie, {});
    const { cursor } = await device.changes(server.send, 'meadow');

    await server.judging.again();
    expect((await push(form)).seq).toBe(before.seq);

    await copyFile(lost.files.pathOf('meadow'), server.sealing.files.pathOf('meadow'));
    await server.sealing.refresh('meadow');
    await expect.poll(async () => (await push(form)).outcome).toBe('applied');
    await expect.poll(async () => (await push(alert)).outcome).toBe('applied');

    const after = await push(form);
    expect(after.receipt).toEqual(before.receipt);
    expect(after.seq).toBeGreaterThan(before.seq ?? 0);
    expect(await push(never)).toEqual(stillHeld);
    expect(await itemOf(form.opId)).toMatchObject({ held: false, resolved_at: null });
    const detail = detailOf(await staff.call('GET', `meadow/api/cases/${form.opId}`, cookie));
    expect(detail.patient).toMatchObject({ givenName: 'Rosa' });
    const { changes } = await device.changes(server.send, 'meadow', cursor);
    expect(changes).toContainEqual(
      expect.objectContaining({ seq: after.seq, type: 'operation', id: form.opId, outcome: 'applied' }),
    );
    await rm(folder, { recursive: true });
  });

  it('leaves open what only the newer file could open, until the process ends', async () => {
    expect(server.sealing.errors.map((error) => error instanceof Error && error.name)).toContain(
      'KeysMissingError',
    );
  });
});

describe('the key manifest', () => {
  const get = (url: string) => server.app.inject({ method: 'GET', url, headers: { host: HOST } });

  it('is public, signed, and as fresh as the files', async () => {
    const { files } = server.sealing;
    const rotated = await files.exclusively(async () => {
      const file = await files.read('brook');
      if (!file) throw new Error('There is no file.');
      const opener = createKeyOpener({ read: async () => TEST_PASSPHRASE, keptBeside: undefined });
      const { keys, kek } = await opener.open(file, '');
      const next = await mintKey(keys, kek, new Date(), { instead: true });
      await files.write(next.file);
      return next.file.keys.at(-1)?.keyId;
    });
    const answer = await get('/connect/brook/keys.json');
    expect(answer.headers['cache-control']).toBe('no-cache');
    const manifest = keyManifestSchema.parse(answer.json());
    expect(manifest.keys.map(({ keyId }) => keyId)).toEqual([rotated]);
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: manifest.rootKey }, format: 'jwk' });
    const signature = Buffer.from(manifest.signature, 'base64url');
    expect(verify(null, manifestBytes(manifest), key, signature)).toBe(true);
    expect((await get('/connect/brook/pack.json')).json().keyManifest).toEqual(manifest);
    expect((await get('/connect/brook/')).body).toContain(`"signature":"${manifest.signature}"`);
    expect((await get('/connect/nowhere/keys.json')).statusCode).toBe(404);
  });
});

describe('photos and documents of a submission', () => {
  const plain = new Uint8Array(new TextEncoder().encode('not really a picture'));

  async function deliver(over: Partial<BlobAttachment> = {}): Promise<BlobAttachment> {
    const { bytes, key } = await sealBlob(plain);
    const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    const name = { vendor: 'meadow', device: device.deviceId, sha256 };
    await server.blobs.append(name, 0, bytes);
    await server.blobs.finish(name, bytes.length);
    await server.database.sql`
      insert into blobs (vendor, device, sha256, size, created_at, completed_at)
      values ('meadow', ${device.deviceId}, ${sha256}, ${bytes.length}, now(), now())`;
    const encoded = Buffer.from(key).toString('base64url');
    return {
      sha256,
      key: encoded,
      contentType: 'image/jpeg',
      size: plain.length,
      title: 'Rosa’s room.jpg',
      ...over,
    };
  }

  const answerOf = ({ sha256, contentType, size, title }: BlobAttachment) => ({
    valueAttachment: { contentType, size, title, url: blobUrl(sha256) },
  });

  function withPhotos(photos: readonly BlobAttachment[], over: Partial<IntakeSubmit> = {}): IntakeSubmit {
    const response = sleepResponse();
    const photo = { linkId: 'room', text: 'A photo of where you sleep?', answer: photos.map(answerOf) };
    return intake(server.formHash, {
      response: { ...response, item: [...response.item, photo] },
      attachments: [...photos],
      ...over,
    });
  }

  const submit = async (payload: IntakeSubmit, blobs: readonly string[]) => {
    const operation = await sealedTo(target(), 'intake.submit', payload, { blobs: [...blobs] });
    return { opId: operation.opId, result: await push(operation) };
  };

  it('are shown with name and size, and opened for staff alone', async () => {
    const photo = await deliver();
    const { opId, result } = await submit(withPhotos([photo]), [photo.sha256]);
    expect(result.problem).toBeUndefined();
    const cookie = await staff.signIn();
    const detail = detailOf(await staff.call('GET', `meadow/api/cases/${opId}`, cookie));
    const { sha256, contentType, size, title } = photo;
    expect(detail.answers.find(({ linkId }) => linkId === 'room')?.answers).toMatchObject([
      { text: title, attachment: { sha256, contentType, size, title } },
    ]);
    const url = `/console/meadow/api/cases/${opId}/attachments/${sha256}`;
    const answer = await server.app.inject({ method: 'GET', url, headers: { host: HOST, cookie } });
    expect(answer.rawPayload.equals(plain)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': "inline; filename*=UTF-8''Rosa%E2%80%99s%20room.jpg",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect((await server.app.inject({ method: 'GET', url, headers: { host: HOST } })).statusCode).toBe(401);
    const brook = await staff.signIn('brook');
    const foreign = await staff.call('GET', `brook/api/cases/${opId}/attachments/${sha256}`, brook);
    expect(foreign.status).toBe(404);
    const [seen] = await server.database.sql`
      select count(*)::int as views from audit_events where action = 'viewed' and subject = ${opId}`;
    expect(seen?.views).toBe(2);
  });

  it('are found through the case that names them alone', async () => {
    const [one, other] = [await deliver(), await deliver()];
    const { opId } = await submit(withPhotos([one]), [one.sha256]);
    const path = `meadow/api/cases/${opId}/attachments`;
    const cookie = await staff.signIn();
    expect((await staff.call('GET', `${path}/${other.sha256}`, cookie)).status).toBe(404);
    expect((await staff.call('GET', `${path}/../../x`, cookie)).status).toBe(404);
    expect((await staff.call('GET', `${path}/${'z'.repeat(64)}`, cookie)).status).toBe(404);
  });

  it('that no browser should run are given as bytes to save', async () => {
    const page = await deliver({ contentType: 'text/html', title: '"x"; filename=evil.html' });
    const { opId, result } = await submit(withPhotos([page]), [page.sha256]);
    expect(result.outcome).toBe('applied');
    const url = `/console/meadow/api/cases/${opId}/attachments/${page.sha256}`;
    const { headers } = await server.app.inject({
      method: 'GET',
      url,
      headers: { host: HOST, cookie: await staff.signIn() },
    });
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9%.-]+$/);
  });

  it.each<[string, (photo: BlobAttachment) => IntakeSubmit, (photo: BlobAttachment) => string[], string]>([
    [
      'the response names more',
      (photo) => withPhotos([photo], { attachments: [] }),
      () => [],
      'not-in-attachments',
    ],
    [
      'the response names fewer',
      (photo) => intake(server.formHash, { attachments: [photo] }),
      (photo) => [photo.sha256],
      'not-in-response',
    ],
    ['one has no blob', (photo) => withPhotos([photo]), () => [], 'not-delivered'],
    [
      'one is named twice',
      (photo) => withPhotos([photo], { attachments: [photo, photo] }),
      (photo) => [photo.sha256],
      'twice',
    ],
    [
      'the response states another size',
      (photo) => withPhotos([photo], { attachments: [{ ...photo, size: 5_000_000 }] }),
      (photo) => [photo.sha256],
      'not-as-stated',
    ],
    [
      'the response states another type',
      (photo) => withPhotos([photo], { attachments: [{ ...photo, contentType: 'text/x' }] }),
      (photo) => [photo.sha256],
      'not-as-stated',
    ],
  ])('hold the submission where %s', async (_what, payload, blobs, reason) => {
    const photo = await deliver();
    const { result } = await submit(payload(photo), blobs(photo));
    expect(result).toMatchObject({ outcome: 'held', problem: { code: 'ATTACHMENTS_MISMATCH' } });
    expect(result.problem?.errors).toContainEqual({
      pointer: '/attachments',
      detail: `ATTACHMENTS_MISMATCH: ${reason}`,
    });
  });

  it("keep the form's own rules of size and type, though their data is elsewhere", async () => {
    const large = await deliver({ size: 2_000_000 });
    const { result } = await submit(withPhotos([large]), [large.sha256]);
    expect(result).toMatchObject({ outcome: 'held', problem: { code: 'ANSWERS_INVALID' } });
    const video = await deliver({ contentType: 'video/mp4' });
    expect((await submit(withPhotos([video]), [video.sha256])).result.problem?.errors).toContainEqual({
      pointer: '/response',
      detail: 'ANSWERS_INVALID: attachment-type at room',
    });
  });
});
