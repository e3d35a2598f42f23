/** Whose certificate the vendor's server may show (S7), whatever a network puts in its place. */
import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Certificate, makeCertificate } from '../../testing/certificate.ts';
import { createServerFetch, fingerprintOf } from './server-fetch.ts';

const roots = getCACertificates('default');
const own = makeCertificate(['127.0.0.1']);
const pinOf = ({ cert }: Certificate) => fingerprintOf(new X509Certificate(cert));

/** A server with a certificate that this machine's roots may know. @returns what became of a request with an answer in it, and all that was read of it */
async function send(
  certificate: Certificate,
  { isKnown = true, pins = [] }: { readonly isKnown?: boolean; readonly pins?: readonly string[] } = {},
) {
  const asked: string[] = [];
  const server = createServer(certificate, (request, response) => {
    asked.push(request.url ?? '');
    response.end('welcome');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // Node's own type for what a TCP server listens on.
  const base = `https://127.0.0.1:${(server.address() as AddressInfo).port}/connect/willow`;
  setDefaultCACertificates(isKnown ? [...roots, certificate.cert] : roots);
  const { fetch, configure } = createServerFetch();
  configure({ server: base, pins });
  try {
    const answer = await fetch(`${base}/sync`, { method: 'POST', body: 'what a patient wrote' });
    return { is: await answer.text(), asked };
  } catch (error) {
    return { is: error instanceof TypeError ? error.message : 'something else', asked };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('the certificate of the vendor’s server', () => {
  beforeAll(() => setDefaultCACertificates(roots));
  afterAll(() => setDefaultCACertificates(roots));
  const answered = { is: 'welcome', asked: ['/connect/willow/sync'] };
  const refused = { is: 'fetch failed', asked: [] };

  test('known to this machine’s roots, and to the assignment, it is taken', async () => {
    expect(await send(own)).toEqual(answered);
    expect(await send(own, { pins: ['sha256/other', pinOf(own)] })).toEqual(answered);
  });

  test('nobody’s, it is refused, also where the assignment names it, and nothing is sent', async () => {
    expect(await send(own, { isKnown: false })).toEqual(refused);
    expect(await send(own, { isKnown: false, pins: [pinOf(own)] })).toEqual(refused);
  });

  test('another one’s than the assignment names, it is refused', async () => {
    expect(await send(own, { pins: [pinOf(makeCertificate(['127.0.0.1']))] })).toEqual(refused);
  });

  test('another host’s, it is refused', async () => {
    expect(await send(makeCertificate(['care.example']))).toEqual(refused);
  });

  test.each([
    { when: 'years ago, as where this machine’s clock is years ahead', from: -900, to: -600 },
    { when: 'in years, as where it is years behind', from: 600, to: 900 },
  ])('of $when, it is refused', async ({ from, to }) => {
    expect(await send(makeCertificate(['127.0.0.1'], { from, to }))).toEqual(refused);
  });
});
