/** A small S3-like store on loopback: paths, signatures and checksums are checked, and the next answers can be spoilt. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '../../../base/config/config.ts';

export interface S3Server {
  readonly settings: S3Settings;
  /** By path, e.g. `/bucket/prefix/…`. */
  readonly objects: Map<string, Uint8Array>;
  /** `METHOD path`, as they came. */
  readonly requests: string[];
  /** Requests that were no signed S3 requests. */
  readonly faults: string[];
  /** The next requests of a method are answered like that, or cut off. */
  spoil(method: string, ...answers: readonly (number | 'cut')[]): void;
  close(): Promise<void>;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=test-key\/\d{8}\/eu-test-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=[0-9a-f]{64}$/;

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

function faultOf(request: IncomingMessage, body: Uint8Array): string | undefined {
  const { authorization = '', ...headers } = request.headers;
  const signed = AUTHORIZATION.exec(authorization)?.[1]?.split(';') ?? [];
  const missing = ['host', 'x-amz-content-sha256', 'x-amz-date'].filter((name) => !signed.includes(name));
  if (missing.length > 0) return `not signed: ${missing.join(' ')}`;
  if (request.method !== 'PUT') return undefined;
  const hash = createHash('sha256').update(body).digest();
  if (headers['x-amz-content-sha256'] !== hash.toString('hex')) return 'XAmzContentSHA256Mismatch';
  return headers['x-amz-checksum-sha256'] === hash.toString('base64') ? undefined : 'BadDigest';
}

export async function startS3Server(prefix = 'clinic/blobs'): Promise<S3Server> {
  const objects = new Map<string, Uint8Array>();
  const requests: string[] = [];
  const faults: string[] = [];
  const spoilt: { readonly method: string; readonly answer: number | 'cut' }[] = [];

  function serve(method: string, path: string, body: Uint8Array, response: ServerResponse): void {
    const found = objects.get(path);
    switch (method) {
      case 'PUT':
        objects.set(path, body);
        response.writeHead(200).end();
        return;
      case 'DELETE':
        objects.delete(path);
        response.writeHead(204).end();
        return;
      case 'HEAD':
      case 'GET':
        if (found === undefined) response.writeHead(404).end();
        else
          response
            .writeHead(200, { 'content-length': found.length })
            .end(method === 'GET' ? found : undefined);
        return;
      default:
        response.writeHead(405).end();
    }
  }

  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '' } = request;
      const body = await bodyOf(request);
      requests.push(`${method} ${url}`);
      const fault = faultOf(request, body);
      if (fault !== undefined) {
        faults.push(fault);
        response.writeHead(fault.startsWith('not signed') ? 403 : 400).end();
        return;
      }
      const index = spoilt.findIndex((each) => each.method === method);
      const answer = index < 0 ? undefined : spoilt.splice(index, 1)[0]?.answer;
      if (answer === 'cut') request.socket.destroy();
      else if (answer !== undefined) response.writeHead(answer).end();
      else serve(method, url, body, response);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      bucket: 'photos',
      prefix,
      endpoint: new URL(`http://127.0.0.1:${port}`),
      region: 'eu-test-1',
      accessKeyId: 'test-key',
      secretAccessKey: 'test-secret',
      sessionToken: undefined,
    },
    objects,
    requests,
    faults,
    spoil(method, ...answers) {
      for (const answer of answers) spoilt.push({ method, answer });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
