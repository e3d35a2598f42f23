import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../base/process/log.ts';
import { createTestDevice } from '../../testing/test-device.ts';
import { openTestServer } from '../../testing/test-server.ts';
import { answerErrors } from '../error-answers.ts';
import { createBodyMeter, limitBodies } from './body-budget.ts';

const KIBIBYTE = 1024;
const [ONE, OTHER, THIRD] = ['203.0.113.1', '198.51.100.1', '192.0.2.1'];

describe('what bodies may take of the memory', () => {
  it('is so much of a network, of all networks, and with those that are known', () => {
    const meter = createBodyMeter({ ofNetwork: 10, ofStrangers: 25, total: 30 });
    expect([meter.take(ONE, 10), meter.take(ONE, 1), meter.take(`${ONE}:51234`, 1)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([meter.take(OTHER, 10), meter.take(THIRD, 6), meter.take(THIRD, 5)]).toEqual([true, false, true]);
    expect([meter.take(undefined, 6), meter.take(undefined, 5)]).toEqual([false, true]);
    meter.giveBack(ONE, 10);
    expect([meter.take(ONE, 10), meter.take(undefined, 1)]).toEqual([true, false]);
    for (const from of [ONE, OTHER]) meter.giveBack(from, 10);
    for (const from of [THIRD, undefined]) meter.giveBack(from, 5);
    expect(meter.take(ONE, 10)).toBe(true);
  });

  it('is four times as much of an IPv6 household, whichever of its networks they come from', () => {
    const meter = createBodyMeter({ ofNetwork: 10, ofStrangers: 1_000, total: 1_000 });
    const from = (index: number) => `2001:db8:1:2${10 + index}::1`;
    const taken = Array.from({ length: 6 }, (_, index) => meter.take(from(index), 9));
    expect(taken).toEqual([true, true, true, true, false, false]);
    for (const index of [0, 1, 2, 3]) meter.giveBack(from(index), 9);
    expect([meter.take(from(9), 10), meter.take(from(9), 1)]).toEqual([true, false]);
  });

  /** @param known whether devices are established. */
  async function serve({ known = false } = {}) {
    const app = Fastify({ forceCloseConnections: true, bodyLimit: 60 * KIBIBYTE });
    answerErrors(app, createLogger());
    limitBodies(app, async () => known, {
      ofNetwork: 100 * KIBIBYTE,
      ofStrangers: 200 * KIBIBYTE,
      total: 300 * KIBIBYTE,
    });
    const read = async ({ body }: { readonly body: unknown }) => ({ length: String(body).length });
    app.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_: unknown, body: string) => body);
    app.post('/device', { config: { access: 'device' } }, read);
    app.post('/staff', { config: { access: 'staff' } }, read);
    await app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => app.close());
    const { port } = app.server.address() as AddressInfo;
    return {
      post: (bytes: number, path = '/device') =>
        fetch(`http://127.0.0.1:${port}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'text/plain' },
          body: 'x'.repeat(bytes),
        }),
      /** Sends so much of a body and holds the rest back. */
      async hold(bytes: number, announced = 60 * KIBIBYTE) {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        onTestFinished(() => void socket.destroy());
        const head = `POST /device HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${announced}\r\n\r\n`;
        await new Promise<void>((sent) => socket.write(head + 'x'.repeat(bytes), () => sent()));
        return socket;
      },
    };
  }

  it('held back by one client is bounded, and free again once it is gone', async () => {
    const { post, hold } = await serve();
    expect(await (await post(50 * KIBIBYTE)).json()).toEqual({ length: 50 * KIBIBYTE });
    const held = [await hold(50 * KIBIBYTE), await hold(40 * KIBIBYTE)];
    await expect.poll(async () => (await post(20 * KIBIBYTE)).status).toBe(429);
    const refused = await post(50 * KIBIBYTE);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' });
    // What is small is read all the same, and staff have shown who they are.
    expect((await post(10 * KIBIBYTE)).status).toBe(200);
    expect((await post(50 * KIBIBYTE, '/staff')).status).toBe(200);
    for (const socket of held) socket.destroy();
    await expect.poll(async () => (await post(50 * KIBIBYTE)).status).toBe(200);
  });

  it('is not used up by lengths that are only announced, nor by what is refused', async () => {
    const { post, hold } = await serve();
    for (let client = 0; client < 10; client++) await hold(1);
    for (let time = 0; time < 5; time++) expect((await post(70 * KIBIBYTE)).status).toBe(413);
    await expect.poll(async () => (await post(50 * KIBIBYTE)).status).toBe(200);
  });

  it('is kept for devices that are established, where strangers of their network have used theirs up', async () => {
    const { post, hold } = await serve({ known: true });
    await hold(50 * KIBIBYTE);
    await hold(40 * KIBIBYTE);
    for (let time = 0; time < 3; time++) expect((await post(50 * KIBIBYTE)).status).toBe(200);
  });
});

describe('a body', () => {
  it('is not waited for without a proof', async () => {
    const server = await openTestServer();
    onTestFinished(() => server.close());
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const device = await createTestDevice();
    const path = '/connect/meadow/sync/v1/push';
    const begin = async (dpop: string) => {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\n${dpop && `dpop: ${dpop}\r\n`}content-length: 4000000\r\n\r\n{`,
      );
      return answer;
    };
    const unproven = await begin('');
    expect(unproven).toContain('401 Unauthorized');
    const nonce = /dpop-nonce: (\S+)/i.exec(unproven)?.[1];
    const claims = { htm: 'POST', htu: `https://x${path}`, jti: 'a', iat: 0, bsh: 'b' };
    expect(await begin(await device.proof(claims))).toContain('NONCE_REQUIRED');
    const forged = (await device.proof({ ...claims, nonce })).split('.');
    expect(await begin([...forged.slice(0, 2), 'A'.repeat(86)].join('.'))).toContain('PROOF_INVALID');
  });
});
