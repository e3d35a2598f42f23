/** Prepares the requests of a run: sealed submissions of devices of their own, each request with its proof. */
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { Operation } from '../../../sync/protocol/wire.ts';
import {
  intake,
  type SealingTarget,
  sealedTo,
  sleepResponse,
} from '../../../sync/server/testing/test-device.ts';
import { headerOf, openLine } from './line.ts';

export interface Target {
  readonly origin: string;
  readonly formHash: string;
  readonly sealing: SealingTarget;
}

export interface Prepared {
  /** Bytes to write, by client. */
  readonly requests: readonly (readonly Uint8Array[])[];
  /** Mean of an envelope. */
  readonly envelopeBytes: number;
  /** Of one request. */
  readonly batch: number;
}

interface Device {
  readonly id: string;
  readonly jwk: object;
  readonly key: KeyObject;
}

function newDevice(): Device {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  const jwk = { crv, kty, x, y };
  return { id: createHash('sha256').update(JSON.stringify(jwk)).digest('base64url'), jwk, key: privateKey };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function proofOf({ jwk, key }: Device, claims: object): string {
  const signed = `${encode({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function requestOf(
  { origin, sealing }: Target,
  device: Device,
  ops: readonly Operation[],
  nonce: string | undefined,
): Uint8Array {
  const path = `/connect/${sealing.vendor}/sync/v1/push`;
  const body = Buffer.from(JSON.stringify({ deviceId: device.id, epoch: null, maxSeq: 0, ops }));
  const proof = proofOf(device, {
    htm: 'POST',
    htu: `${origin}${path}`,
    jti: randomUUID(),
    iat: Math.floor(Date.now() / 1000),
    bsh: createHash('sha256').update(body).digest('base64url'),
    ...(nonce === undefined ? {} : { nonce }),
  });
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    'content-type: application/vnd.carefront.sync+json',
    'x-sync-protocol: 1',
    `content-length: ${body.length}`,
    `dpop: ${proof}`,
  ].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);
}

/** As short as a form is that is right. */
function shortIntake(formHash: string): object {
  const response = sleepResponse();
  const bare = response.item.map(
    (item) =>
      JSON.parse(
        JSON.stringify(item, (name, value: unknown) =>
          ['text', 'display', 'extension'].includes(name) ? undefined : value,
        ),
      ) as unknown,
  );
  return { ...intake(formHash), response: { ...response, item: bare } };
}

async function freshNonce(target: Target, device: Device): Promise<string> {
  const { hostname, port } = new URL(target.origin);
  const line = openLine(hostname, Number(port));
  const answer = await line.send(requestOf(target, device, [], undefined));
  line.close();
  const nonce = headerOf(answer, 'dpop-nonce');
  if (nonce === undefined) throw new Error('The server gave no nonce.');
  return nonce;
}

const SEALED_AT_ONCE = 64;

async function seal({ formHash, sealing }: Target, count: number): Promise<readonly Operation[]> {
  const sealed: Operation[] = [];
  while (sealed.length < count)
    sealed.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(SEALED_AT_ONCE, count - sealed.length) }, () =>
          sealedTo(sealing, 'intake.submit', shortIntake(formHash)),
        ),
      )),
    );
  return sealed;
}

export async function prepare(
  target: Target,
  count: number,
  clients: number,
  batch: number,
): Promise<Prepared> {
  const operations = await seal(target, count);
  const devices = Array.from({ length: clients }, newDevice);
  const [first] = devices;
  if (!first) throw new Error('A run needs clients.');
  const nonce = await freshNonce(target, first);
  const requests = devices.map((): Uint8Array[] => []);
  for (let at = 0, turn = 0; at < count; at += batch, turn++) {
    const device = devices[turn % clients];
    if (device)
      requests[turn % clients]?.push(requestOf(target, device, operations.slice(at, at + batch), nonce));
  }
  const bytes = operations.reduce((sum, { envelope }) => sum + (envelope.length * 3) / 4, 0);
  return { requests, envelopeBytes: bytes / count, batch };
}
