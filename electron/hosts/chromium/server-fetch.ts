/** `fetch` to the vendor's server and nowhere else, over a connection whose certificate is one of the pinned ones (S7). */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { checkServerIdentity, getCACertificates, type PeerCertificate } from 'node:tls';
import { isBelow } from '../../policy/egress.ts';

export interface ServerFetch {
  readonly fetch: typeof globalThis.fetch;
  /** @param pins Chromium's fingerprints (`sha256/…`); none leaves it to the machine's roots */
  configure(settings: { readonly server: string; readonly pins: readonly string[] }): void;
  server(): string | undefined;
}

/** As Chromium writes it: base64 of the SHA-256 over the certificate's DER. */
export const fingerprintOf = ({ fingerprint256 }: Pick<PeerCertificate, 'fingerprint256'>): string =>
  `sha256/${Buffer.from(fingerprint256.replaceAll(':', ''), 'hex').toString('base64')}`;

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

function toResponse(message: IncomingMessage): Response {
  const status = message.statusCode ?? 500;
  const headers = new Headers();
  for (let at = 0; at + 1 < message.rawHeaders.length; at += 2)
    headers.append(message.rawHeaders[at] ?? '', message.rawHeaders[at + 1] ?? '');
  if (BODILESS.has(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  const body = Readable.toWeb(message);
  // Node's type for the same stream is its own.
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
}

function createAgent(pins: readonly string[]): HttpsAgent {
  return new HttpsAgent({
    keepAlive: true,
    ca: [...getCACertificates('default'), ...getCACertificates('system')],
    // A pin narrows what the roots accept, and never widens it: this is asked after the chain was found good.
    checkServerIdentity(host, certificate) {
      const fault = checkServerIdentity(host, certificate);
      if (fault !== undefined || pins.length === 0) return fault;
      return pins.includes(fingerprintOf(certificate))
        ? undefined
        : new Error('The certificate is not pinned.');
    },
  });
}

export function createServerFetch(): ServerFetch {
  let server: string | undefined;
  let agent: HttpsAgent | undefined;
  const plainAgent = new HttpAgent({ keepAlive: true });

  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const url = new URL(request.url);
    // The message without the address: it may hold what somebody wrote.
    if (server === undefined || agent === undefined || !isBelow(request.url, server))
      throw new TypeError('This address is not the server of the vendor.');
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    const options = {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), ...(body ? { 'content-length': body.length } : {}) },
      signal: request.signal,
    };
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const sent =
      url.protocol === 'https:'
        ? requestHttps(url, { ...options, agent })
        : requestHttp(url, { ...options, agent: plainAgent });
    sent.once('response', (message) => {
      const response = toResponse(message);
      // Nothing is ever followed: who doesn't look at the answer's status himself gets an error.
      if (request.redirect !== 'manual' && response.headers.has('location'))
        reject(new TypeError('fetch failed'));
      else resolve(response);
    });
    sent.once('error', (error) =>
      reject(
        request.signal.aborted ? request.signal.reason : new TypeError('fetch failed', { cause: error }),
      ),
    );
    sent.end(body);
    return await promise;
  }

  return {
    fetch,
    configure(settings) {
      server = settings.server;
      agent?.destroy();
      agent = createAgent(settings.pins);
    },
    server: () => server,
  };
}
