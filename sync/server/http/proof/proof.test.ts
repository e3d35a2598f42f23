import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProblemError } from '../../base/problems.ts';
import { createTestDevice, type TestDevice } from '../../testing/test-device.ts';
import { createDpopVerifier } from './dpop.ts';
import { createNonceSource } from './nonce.ts';
import { createProofCheck, type ProvenRequest } from './proof.ts';

const key = Buffer.alloc(32, 7);
let time = Date.parse('2026-05-04T10:00:00Z');
const now = () => time;
const nonces = createNonceSource(key, now);
const checkProof = createProofCheck(nonces, now);
const body = Buffer.from('{"ops":[]}');
const path = '/connect/meadow/sync/v1/push';

let device: TestDevice;
beforeAll(async () => {
  device = await createTestDevice();
});

const claims = (over: Readonly<Record<string, unknown>> = {}) => ({
  htm: 'POST',
  htu: `https://care.example${path}`,
  jti: randomUUID(),
  iat: Math.floor(time / 1000),
  nonce: nonces.current(),
  bsh: createHash('sha256').update(body).digest('base64url'),
  ...over,
});
interface WholeRequest extends ProvenRequest {
  readonly body: Uint8Array;
}

function check({ body: sent, ...request }: WholeRequest) {
  const { device: proven, demandBody } = checkProof(request);
  demandBody(sent);
  return proven;
}

const request = (proof: string | undefined, over: Partial<WholeRequest> = {}): WholeRequest => ({
  proof,
  method: 'POST',
  hosts: ['care.example'],
  path,
  body,
  ...over,
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

function refusal(wanted: WholeRequest): ProblemError {
  const error = thrownBy(() => check(wanted));
  if (!(error instanceof ProblemError)) throw new Error('The proof was taken.');
  expect(error.headers['dpop-nonce']).toBe(nonces.current());
  return error;
}

describe('a proof of the device key', () => {
  it('names the device by the thumbprint of its key', async () => {
    const proven = check(request(await device.proof(claims())));
    expect(proven).toEqual({ deviceId: device.deviceId, skewSeconds: 0 });
  });

  it('is taken whatever the clock of the device says', async () => {
    const proof = await device.proof(claims({ iat: 12, exp: 13, nbf: 9_999_999_999 }));
    expect(check(request(proof)).skewSeconds).toBe(12 - Math.floor(time / 1000));
  });

  it('is asked for with a nonce where it is missing', async () => {
    const error = refusal(request(undefined));
    expect([error.problem.status, error.problem.code]).toEqual([401, 'PROOF_MISSING']);
    expect(error.headers['www-authenticate']).toMatch(/^DPoP /);
  });

  it('is asked for again where its nonce is missing, foreign or too old', async () => {
    const old = claims();
    for (const nonce of [undefined, 'abc', `${nonces.current()}x`])
      expect(refusal(request(await device.proof(claims({ nonce })))).problem.code).toBe('NONCE_REQUIRED');
    time += 5 * 60_000;
    check(request(await device.proof(old)));
    time += 5 * 60_000;
    expect(refusal(request(await device.proof(old))).problem.code).toBe('NONCE_REQUIRED');
  });

  it.each([
    ['another body', { body: Buffer.from('{}') }],
    ['another address', { path: '/connect/brook/sync/v1/push' }],
    ['another server', { hosts: ['elsewhere.example'] }],
    ['another method', { method: 'GET' }],
  ])('is refused with %s', async (_what, over) => {
    expect(refusal(request(await device.proof(claims()), over)).problem.code).toBe('PROOF_INVALID');
  });

  it('is refused where it is no JWT of its type, or too long', async () => {
    for (const proof of ['', 'x', 'a.b.c', 'y'.repeat(5000), await device.proof(claims(), { typ: 'JWT' })])
      expect(refusal(request(proof)).problem.status).toBe(401);
  });

  it('is refused where its key is none, or not only public', async () => {
    const [header = ''] = (await device.proof(claims())).split('.');
    const { jwk } = z
      .object({ jwk: z.record(z.string(), z.string()) })
      .parse(JSON.parse(Buffer.from(header, 'base64url').toString()));
    await expect(device.proof(claims(), { jwk })).resolves.toSatisfy((proof) =>
      Boolean(check(request(proof))),
    );
    for (const other of [
      undefined,
      {},
      { ...jwk, d: 'AA' },
      { ...jwk, crv: 'P-384' },
      { ...jwk, y: jwk.x },
      { ...jwk, x: '' },
    ])
      expect(refusal(request(await device.proof(claims(), { jwk: other }))).problem.code).toBe(
        'PROOF_INVALID',
      );
  });

  it('is refused where its header asks for something that is not known here', async () => {
    const [, payload, signature] = (await device.proof(claims())).split('.');
    const header = { typ: 'dpop+jwt', alg: 'ES256', crit: ['exp'] };
    const forged = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${signature}`;
    expect(refusal(request(forged)).problem.code).toBe('PROOF_INVALID');
  });

  it('is taken from more devices than are remembered', async () => {
    const small = createDpopVerifier(2);
    const devices = await Promise.all([1, 2, 3].map(() => createTestDevice()));
    for (const one of [...devices, ...devices])
      expect(small(await one.proof(claims()))?.thumbprint).toBe(one.deviceId);
  });

  it('is refused where another key has signed it, or another algorithm', async () => {
    const [own, other] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
    const forged = await new SignJWT(claims())
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: await exportJWK(own.publicKey) })
      .sign(other.privateKey);
    expect(refusal(request(forged)).problem.code).toBe('PROOF_INVALID');
    const secret = new TextEncoder().encode('a secret that everybody has, of some length');
    const symmetric = await new SignJWT(claims())
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'HS256' })
      .sign(secret);
    expect(refusal(request(symmetric)).problem.code).toBe('PROOF_INVALID');
  });
});
