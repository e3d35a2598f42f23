/** The clinic of the client's tests behind HTTP on this machine, with a line that breaks. */
import { createServer, type IncomingMessage } from 'node:http';
import type { WireRequest } from '../../../sync/client/base/ports.ts';
import { answerLost, createClinic, lost } from '../../../sync/client/testing/clinic.ts';
import { createVendorKey } from '../../../sync/client/testing/vendor-seal.ts';

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of request) if (part instanceof Buffer) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

const methods = ['GET', 'POST', 'PUT', 'HEAD', 'PATCH'] as const;

/** @param breaks of all requests, how many get lost on their way, and how many answers: each from 0 to 1 */
export async function serveClinic(breaks: { lost: number; answerLost: number }) {
  const clinic = await createClinic();
  // Valid whenever this runs, by the real clock.
  const key = await createVendorKey('now', '2020-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z');
  clinic.sealingKeys.push(key);
  const keyManifest = await clinic.root.sign({
    ...{ v: 1, vendor: 'meadow', issuedAt: '2026-11-11T00:00:00.000Z', endorsements: [] },
    keys: [key.key],
  });
  clinic.state.serverTime = () => new Date().toISOString();
  clinic.state.weather = async (request, proceed) => {
    const luck = Math.random();
    if (luck < breaks.lost) return await lost(request, proceed);
    if (luck < breaks.lost + breaks.answerLost) return await answerLost(request, proceed);
    return await proceed();
  };
  /** What the clinic was asked and found to be wrong. */
  const faults: string[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    void (async () => {
      const method = methods.find((each) => each === request.method) ?? 'GET';
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const body = await bodyOf(request);
      const asked: WireRequest = {
        ...{ method, url: `${origin}${request.url}`, headers },
        ...(body.length === 0 ? {} : { body }),
      };
      const answer = await clinic.answer(asked);
      response.writeHead(answer.status, answer.headers);
      response.end(method === 'HEAD' ? undefined : answer.body);
    })().catch((error: unknown) => {
      const broken = error instanceof TypeError && error.message === 'Failed to fetch';
      // A kiosk that was killed in the middle of a request cuts it off.
      if (!broken && !request.errored && !request.destroyed) faults.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The clinic has no port.');
  origin = `http://127.0.0.1:${address.port}`;
  return {
    clinic,
    keyManifest,
    faults,
    endpoint: `${origin}/connect/meadow`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
