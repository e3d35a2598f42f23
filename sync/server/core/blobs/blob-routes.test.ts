import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_BLOB_BYTES } from '../../../protocol/base/blobs.ts';
import { BLOB_PART_BYTES } from '../../../protocol/wire.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import type { BlobStore } from './blob-store.ts';
import { type BlobDevice, createBlobDevice } from './testing/blob-device.ts';
import { sampleBlob } from './testing/blob-store-contract.ts';

let server: TestServer;
let phone: BlobDevice;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const newPhone = () => createBlobDevice(server.app);
const completedAt = async (sha256: string, device: string) =>
  (
    await server.database.sql`select completed_at from blobs where sha256 = ${sha256} and device = ${device}`
  )[0]?.completed_at;
const inStore = (sha256: string, device: string) => server.blobs.read({ vendor: 'meadow', device, sha256 });

describe('an upload', () => {
  beforeAll(async () => {
    phone = await newPhone();
  });

  test('a photo that arrives in parts is complete with the last one', async () => {
    const { key, bytes } = sampleBlob(1000);
    const { sha256 } = key;
    expect(await phone.locate(sha256)).toMatchObject({ status: 404, offset: '0', complete: '?0' });
    const length = bytes.length;
    expect(await phone.append(sha256, { offset: 0, length, bytes: bytes.subarray(0, 400) })).toMatchObject({
      status: 204,
      offset: '400',
      complete: '?0',
    });
    expect(await phone.locate(sha256)).toMatchObject({ status: 200, offset: '400', complete: '?0' });
    expect(await completedAt(sha256, phone.deviceId)).toBeNull();
    expect(await phone.append(sha256, { offset: 400, length, bytes: bytes.subarray(400) })).toMatchObject({
      status: 204,
      offset: '1000',
      complete: '?1',
    });
    expect(await phone.locate(sha256)).toMatchObject({ status: 200, offset: '1000', complete: '?1' });
    expect(await completedAt(sha256, phone.deviceId)).not.toBeNull();
    expect(await inStore(sha256, phone.deviceId)).toEqual(bytes);
  });

  test('a part whose answer was lost is not added twice: the answer says where to go on', async () => {
    const { key, bytes } = sampleBlob(1000);
    const first = { offset: 0, length: 1000, bytes: bytes.subarray(0, 400) };
    await phone.append(key.sha256, first);
    expect(await phone.append(key.sha256, first)).toMatchObject({
      status: 409,
      offset: '400',
      complete: '?0',
      code: 'UPLOAD_CONFLICT',
    });
    await phone.append(key.sha256, { offset: 400, length: 1000, bytes: bytes.subarray(400) });
    expect(await inStore(key.sha256, phone.deviceId)).toEqual(bytes);
    expect(await phone.append(key.sha256, first)).toMatchObject({
      status: 409,
      offset: '1000',
      complete: '?1',
    });
  });

  test('a part beyond the end leaves a gap to nobody', async () => {
    const { key, bytes } = sampleBlob(1000);
    expect(
      await phone.append(key.sha256, { offset: 400, length: 1000, bytes: bytes.subarray(400) }),
    ).toMatchObject({
      status: 409,
      offset: '0',
    });
  });

  test('a whole that does not have its hash is thrown away and begins again', async () => {
    const { key, bytes } = sampleBlob(1000);
    const damaged = bytes.map((byte, index) => (index === 500 ? byte ^ 1 : byte));
    expect(await phone.append(key.sha256, { offset: 0, length: 1000, bytes: damaged })).toMatchObject({
      status: 460,
      offset: '0',
      code: 'UPLOAD_MISMATCH',
    });
    expect(await completedAt(key.sha256, phone.deviceId)).toBeNull();
    expect(await phone.append(key.sha256, { offset: 0, length: 1000, bytes })).toMatchObject({ status: 204 });
  });

  test('a server that was killed between the last byte and the check is finished by an empty part', async () => {
    const { key, bytes } = sampleBlob(1000);
    const { sha256 } = key;
    await phone.append(sha256, { offset: 0, length: 1000, bytes: bytes.subarray(0, 600) });
    await server.blobs.append({ ...key, device: phone.deviceId }, 600, bytes.subarray(600));
    expect(await phone.locate(sha256)).toMatchObject({ offset: '1000', complete: '?0' });
    expect(await phone.append(sha256, { offset: 1000, length: 1000, bytes: new Uint8Array() })).toMatchObject(
      {
        status: 204,
        complete: '?1',
      },
    );
  });

  test('a blob whose bytes the store has lost counts as not there, and is taken again', async () => {
    const { key, bytes } = sampleBlob(1000);
    const part = { offset: 0, length: 1000, bytes };
    await phone.append(key.sha256, part);
    await server.blobs.remove({ ...key, device: phone.deviceId });
    expect(await phone.locate(key.sha256)).toMatchObject({ offset: '0', complete: '?0' });
    expect(await completedAt(key.sha256, phone.deviceId)).toBeNull();
    expect(await phone.append(key.sha256, part)).toMatchObject({ status: 204, complete: '?1' });
  });
});

describe('what is refused', () => {
  beforeAll(async () => {
    phone = await newPhone();
  });

  test('a part without a proof, and one that was changed on the way, add nothing', async () => {
    const { key, bytes } = sampleBlob(1000);
    const part = { offset: 0, length: 1000, bytes };
    const changed = bytes.map((byte) => byte ^ 1);
    expect(await phone.append(key.sha256, part, { headers: { dpop: '' } })).toMatchObject({ status: 401 });
    expect(await phone.append(key.sha256, part, { body: changed })).toMatchObject({
      status: 401,
      code: 'PROOF_INVALID',
    });
    expect(await phone.append(key.sha256, part, { body: bytes.subarray(0, 500) })).toMatchObject({
      status: 401,
    });
    expect(await phone.locate(key.sha256)).toMatchObject({ status: 404, offset: '0' });
  });

  test('another device learns nothing of a blob, and can not add to it', async () => {
    const other = await newPhone();
    const { key, bytes } = sampleBlob(1000);
    await phone.append(key.sha256, { offset: 0, length: 1000, bytes: bytes.subarray(0, 400) });
    expect(await other.locate(key.sha256)).toMatchObject({ status: 404, offset: '0', complete: '?0' });
    expect(
      await other.append(key.sha256, { offset: 400, length: 1000, bytes: bytes.subarray(400) }),
    ).toMatchObject({ status: 409, offset: '0' });
    expect(await phone.locate(key.sha256)).toMatchObject({ offset: '400' });
  });

  test.each([
    [
      'a part that is too large',
      413,
      'BODY_TOO_LARGE',
      { length: MAX_BLOB_BYTES, bytes: BLOB_PART_BYTES + 1 },
    ],
    ['a file that is too large', 413, 'BLOB_TOO_LARGE', { length: MAX_BLOB_BYTES + 1, bytes: 10 }],
    ['a part that ends behind the end', 400, 'INVALID_REQUEST', { length: 9, bytes: 10 }],
    ['a file without bytes', 400, 'INVALID_REQUEST', { length: 0, bytes: 0 }],
    ['an empty part before the end', 400, 'INVALID_REQUEST', { length: 10, bytes: 0 }],
  ])('%s', async (_what, status, code, { length, bytes }) => {
    const { key } = sampleBlob();
    const part = { offset: 0, length, bytes: new Uint8Array(bytes) };
    expect(await phone.append(key.sha256, part)).toMatchObject({ status, code });
  });

  test.each([
    [{ 'upload-offset': '-1' }],
    [{ 'upload-offset': '1e3' }],
    [{ 'upload-length': '' }],
    [{ 'upload-length': '9'.repeat(30) }],
  ])('headers that are no counts: %j', async (headers) => {
    const { key, bytes } = sampleBlob();
    expect(
      await phone.append(key.sha256, { offset: 0, length: bytes.length, bytes }, { headers }),
    ).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  });

  test('another length under the same name', async () => {
    const { key, bytes } = sampleBlob(1000);
    await phone.append(key.sha256, { offset: 0, length: 1000, bytes: bytes.subarray(0, 400) });
    expect(
      await phone.append(key.sha256, { offset: 400, length: 900, bytes: bytes.subarray(400, 500) }),
    ).toMatchObject({ status: 400 });
  });

  test('names that are no hashes, and clinics that are none', async () => {
    expect(await phone.locate('A'.repeat(64))).toMatchObject({ status: 404, offset: undefined });
    expect(await phone.locate('a'.repeat(63))).toMatchObject({ status: 404 });
    expect(await phone.locate('a'.repeat(64), { vendor: 'nowhere' })).toMatchObject({ status: 404 });
  });

  test('a device that speaks a protocol of long ago', async () => {
    const { key } = sampleBlob();
    expect(await phone.locate(key.sha256, { headers: { 'x-sync-protocol': '0' } })).toMatchObject({
      status: 426,
    });
  });

  test('nobody reads a blob here', async () => {
    const { key, bytes } = sampleBlob(1000);
    await phone.append(key.sha256, { offset: 0, length: 1000, bytes });
    const answer = await server.app.inject({ url: `/connect/meadow/sync/v1/blobs/${key.sha256}` });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'HEAD, PATCH']);
    expect(answer.rawPayload.includes(Buffer.from(bytes.subarray(0, 16)))).toBe(false);
  });
});

test("every answer bears the protocol's header and the next nonce, an error's too", async () => {
  phone = await newPhone();
  const { key, bytes } = sampleBlob();
  const part = { offset: 0, length: bytes.length, bytes };
  const answers = [
    await phone.locate(key.sha256),
    await phone.append(key.sha256, part),
    await phone.append(key.sha256, part),
    await phone.append(key.sha256, part, { headers: { dpop: '' } }),
    await phone.append(key.sha256, { ...part, length: 1 }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 204, 409, 401, 400]);
  for (const { headers } of answers)
    expect(headers).toMatchObject({
      'x-sync-protocol': '1',
      'dpop-nonce': expect.any(String),
      'cache-control': 'no-store',
    });
});

test('too many requests are told to wait, and the forms of that device are not', async () => {
  const busy = await openTestServer({ pushesPerMinute: 3 });
  try {
    const device = await createBlobDevice(busy.app);
    const { key } = sampleBlob();
    const statuses: number[] = [];
    for (let request = 0; request < 5; request += 1) statuses.push((await device.locate(key.sha256)).status);
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
    expect(Number((await device.locate(key.sha256)).headers['retry-after'])).toBeGreaterThan(0);
    const pull = await busy.app.inject({ url: '/connect/meadow/sync/v1/changes' });
    expect(pull.statusCode).toBe(401);
  } finally {
    await busy.close();
  }
});

test('a store that fails is told as "later", and leaves no trace of what was sent in the log', async () => {
  const fail = async () => {
    throw Object.assign(new Error('secret words'), { code: 'ENOSPC' });
  };
  const blobs: BlobStore = { size: async () => 0, append: fail, finish: fail, read: fail, remove: fail };
  const full = await openTestServer({ blobs });
  try {
    const device = await createBlobDevice(full.app);
    const { key, bytes } = sampleBlob();
    const answer = await device.append(key.sha256, { offset: 0, length: bytes.length, bytes });
    expect(answer).toMatchObject({ status: 503, code: 'UNAVAILABLE', headers: { 'retry-after': '15' } });
    expect(full.log()).toContain('BLOB_STORE_FAILED');
    expect(full.log()).toContain('ENOSPC');
    expect(full.log()).not.toContain('secret words');
    expect(full.log()).not.toContain(key.sha256);
  } finally {
    await full.close();
  }
});
