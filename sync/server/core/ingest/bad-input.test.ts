import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../../protocol/wire.ts';
import { createTestDevice, intake, sealed, type TestDevice } from '../../testing/test-device.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let device: TestDevice;
beforeAll(async () => {
  server = await openTestServer();
  device = await createTestDevice();
});
afterAll(() => server.close());

const submission = (over: Partial<Operation> = {}) => sealed('intake.submit', intake(server.formHash), over);
const body = (ops: readonly unknown[], over: object = {}) =>
  JSON.stringify({ deviceId: device.deviceId, epoch: null, maxSeq: 0, ops, ...over });

describe('bad input (promise 4)', () => {
  const code = (text: string): unknown => JSON.parse(text).code;

  it.each([
    ['HTML instead of JSON', '<!doctype html><title>Sign in to the network</title>', 'MALFORMED_JSON'],
    ['half of a body', '{"deviceId":"x","ops":[', 'MALFORMED_JSON'],
    ['nothing', '', 'MALFORMED_JSON'],
    ['a list', '[]', 'INVALID_REQUEST'],
    ['null', 'null', 'INVALID_REQUEST'],
  ])('%s gets a problem document', async (_what, text, expected) => {
    const answer = await device.post(server.send, 'meadow', text);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('x-sync-protocol')).toBe('1');
    expect(code(answer.text)).toBe(expected);
  });

  it('names the field at fault', async () => {
    const answer = await device.post(server.send, 'meadow', body([submission()], { maxSeq: -1 }));
    expect(JSON.parse(answer.text).errors).toEqual([{ pointer: '/maxSeq', detail: 'too_small' }]);
    const {
      results: [result],
    } = await device.push(server.send, 'meadow', [submission({ lane: 'nowhere' })]);
    expect(result?.problem?.errors).toMatchObject([{ pointer: '/ops/0/lane' }]);
  });

  it('refuses a device that speaks for another key', async () => {
    const answer = await device.post(
      server.send,
      'meadow',
      body([submission()], { deviceId: 'somebody-else' }),
    );
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).errors[0].pointer).toBe('/deviceId');
  });

  it('answers 413 to a body that is too large, and takes its half', async () => {
    const large = await device.post(server.send, 'meadow', body(['x'.repeat(4 * 1024 * 1024)]));
    expect(large.status).toBe(413);
    expect(code(large.text)).toBe('BODY_TOO_LARGE');
    expect(large.headers.get('x-sync-protocol')).toBe('1');
  });

  it('asks for an envelope above the limit later, and takes the rest', async () => {
    const bytes = Buffer.alloc(1024 * 1024 + 1);
    const big = submission({
      envelope: bytes.toString('base64url'),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const answer = await device.push(server.send, 'meadow', [big, submission()]);
    expect(answer.results.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([
      ['later', 'ENVELOPE_TOO_LARGE'],
      ['applied', undefined],
    ]);
  });

  it('answers 404 for a clinic that is not here', async () => {
    const answer = await device.post(server.send, 'nobody', body([submission()]));
    expect(answer.status).toBe(404);
    expect(code(answer.text)).toBe('VENDOR_NOT_FOUND');
  });

  it('answers 429 with the time to wait, and takes the same push afterwards', async () => {
    const small = await openTestServer({ pushesPerMinute: 2 });
    try {
      const operation = sealed('intake.submit', intake(small.formHash));
      await device.push(small.send, 'meadow', [operation]);
      await device.push(small.send, 'meadow', [operation]);
      const refused = await device.post(small.send, 'meadow', body([operation]));
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      small.pass(60_000);
      expect((await device.push(small.send, 'meadow', [operation])).results[0]?.outcome).toBe('applied');
    } finally {
      await small.close();
    }
  });

  it('any JSON gets a problem or results, and never an error of the server', async () => {
    const anyOperation = fc.oneof(
      fc.jsonValue(),
      fc
        .record(
          {
            opId: fc.oneof(fc.uuid(), fc.string()),
            lane: fc.oneof(
              fc.uuid().map((id) => `intake:${id}`),
              fc.string(),
            ),
            laneNo: fc.oneof(fc.constant(1), fc.integer()),
            after: fc.array(fc.uuid(), { maxLength: 2 }),
            kind: fc.constantFrom('intake.submit', 'safety.alert', 'order', '\u0000'),
            v: fc.constantFrom(1, 2, -1),
            capturedAt: fc.record({
              wall: fc.constant('2026-01-01T00:00:00Z'),
              tz: fc.string({ unit: 'binary', maxLength: 8 }),
              mono: fc.double({ noNaN: true, noDefaultInfinity: true }),
              boot: fc.uuid(),
            }),
            content: fc.uint8Array({ maxLength: 40 }),
            blobs: fc.constant([]),
          },
          { requiredKeys: ['opId', 'lane', 'laneNo', 'kind', 'v', 'capturedAt', 'blobs', 'content'] },
        )
        .map(({ content, ...rest }) => ({
          ...rest,
          envelope: Buffer.from(content).toString('base64url'),
          sha256: createHash('sha256').update(content).digest('hex'),
        })),
    );
    const anyBody = fc.oneof(
      fc.json(),
      fc.array(anyOperation, { maxLength: 5 }).map((ops) => body(ops)),
    );
    await fc.assert(
      fc.asyncProperty(anyBody, async (text) => {
        const answer = await device.post(server.send, 'meadow', text);
        expect([200, 400]).toContain(answer.status);
        const read: unknown = JSON.parse(answer.text);
        expect(read).toHaveProperty(answer.status === 200 ? 'results' : 'code');
      }),
      { numRuns: 300 },
    );
    expect(server.log()).toBe('');
  });
});
