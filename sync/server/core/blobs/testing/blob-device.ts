/** A device that uploads blobs to an application without a port. */
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  UPLOAD_COMPLETE_HEADER,
  UPLOAD_MEDIA_TYPE,
  UPLOAD_OFFSET_HEADER,
} from '../../../../protocol/wire.ts';
import { createTestDevice } from '../../../testing/test-device.ts';

export interface BlobAnswer {
  readonly status: number;
  readonly offset: string | undefined;
  readonly complete: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly code: string | undefined;
}
export interface Part {
  readonly offset: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}
export interface Spoilt {
  readonly vendor?: string;
  /** What is sent in the place of the bytes that were proven. */
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function createBlobDevice(app: FastifyInstance) {
  const { deviceId, proof } = await createTestDevice();
  let nonce: string | undefined;

  async function ask(
    method: 'HEAD' | 'PATCH',
    sha256: string,
    bytes: Uint8Array | undefined,
    headers: Readonly<Record<string, string>>,
    { vendor = 'meadow', body = bytes, headers: others = {} }: Spoilt = {},
  ): Promise<BlobAnswer> {
    const path = `/connect/${vendor}/sync/v1/blobs/${sha256}`;
    for (let attempt = 0; ; attempt += 1) {
      const claims = {
        htm: method,
        htu: `http://localhost${path}`,
        jti: randomUUID(),
        iat: Math.floor(Date.now() / 1000),
        bsh: createHash('sha256')
          .update(bytes ?? new Uint8Array())
          .digest('base64url'),
        ...(nonce === undefined ? {} : { nonce }),
      };
      const answer = await app.inject({
        method,
        url: path,
        headers: { host: 'localhost', dpop: await proof(claims), ...headers, ...others },
        ...(body === undefined ? {} : { payload: Buffer.from(body) }),
      });
      const fresh = answer.headers['dpop-nonce'];
      const before = nonce;
      if (typeof fresh === 'string') nonce = fresh;
      if (answer.statusCode === 401 && nonce !== before && attempt === 0) continue;
      const text = (name: string) => {
        const value = answer.headers[name];
        return typeof value === 'string' ? value : undefined;
      };
      return {
        status: answer.statusCode,
        offset: text(UPLOAD_OFFSET_HEADER),
        complete: text(UPLOAD_COMPLETE_HEADER),
        headers: answer.headers,
        code: answer.body === '' ? undefined : JSON.parse(answer.body).code,
      };
    }
  }

  return {
    deviceId,
    locate: (sha256: string, spoilt?: Spoilt) => ask('HEAD', sha256, undefined, {}, spoilt),
    append: (sha256: string, { offset, length, bytes }: Part, spoilt?: Spoilt) =>
      ask(
        'PATCH',
        sha256,
        bytes,
        {
          'content-type': UPLOAD_MEDIA_TYPE,
          'upload-offset': String(offset),
          'upload-length': String(length),
        },
        spoilt,
      ),
  };
}
export type BlobDevice = Awaited<ReturnType<typeof createBlobDevice>>;
