/** One process of the vendor's server: the real rules, behind a plain reading of requests, with a life that can end at any await. */

import { fromBase64url } from '../../client/base/bytes.ts';
import type { WireRequest } from '../../client/base/ports.ts';
import { isUrgent } from '../../protocol/operations/registry.ts';
import {
  NONCE_HEADER,
  PROOF_HEADER,
  pushEnvelopeSchema,
  type Receipt,
  SYNC_MEDIA_TYPE,
  SYNC_PROTOCOL_HEADER,
  UPLOAD_COMPLETE_HEADER,
  UPLOAD_LENGTH_HEADER,
  UPLOAD_OFFSET_HEADER,
} from '../../protocol/wire.ts';
import { createChangesFeed } from '../../server/core/ingest/changes.ts';
import type { Ledger } from '../../server/core/ingest/ledger.ts';
import { createIngest, serialisePush } from '../../server/core/ingest/push.ts';
import type { ReceiptSigner } from '../../server/core/ingest/receipts.ts';
import type { JudgeQueue } from '../../server/core/judging/judge-queue.ts';
import { createNonceSource } from '../../server/http/proof/nonce.ts';
import type { BlobName, MemoryBlobs } from '../stand-ins/memory-blobs.ts';
import { digest, verifyDevice } from '../stand-ins/plain-crypto.ts';
import type { ServerAnswer } from './network.ts';
import type { Sessions } from './sessions.ts';

export interface ProcessDependencies {
  /** For controls: whether photos are there is not looked at. */
  readonly trustsTheTable?: boolean;
  readonly vendor: string;
  readonly ledger: Ledger;
  readonly signer: ReceiptSigner;
  readonly judging: Pick<JudgeQueue, 'judge'>;
  readonly blobs: MemoryBlobs;
  readonly nonceKey: Uint8Array;
  readonly now: () => Date;
  /** What this version of the server makes of a request before it reads it. */
  readonly readPush: (body: unknown) => unknown;
  readonly onPushed: (device: string, answer: string) => void;
  /** Where there are persons: the requests that bear their session. */
  readonly sessions?: ((nonce: () => string) => Sessions) | undefined;
}

interface Proof {
  readonly device: string;
  readonly nonce: string | undefined;
  readonly skewSeconds: number;
}

const ours = { [SYNC_PROTOCOL_HEADER]: '1' };
const parse = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

/** The claims of RFC 9449 that matter here; the signature is the simulator's. */
function readProof(request: WireRequest, now: Date): Proof | undefined {
  const [header, claims, signature] = (request.headers[PROOF_HEADER] ?? '').split('.');
  const { jwk } = parse(header);
  const { htm, htu, bsh, nonce, iat } = parse(claims);
  const signed = fromBase64url(signature ?? '');
  if (!signed || !verifyDevice(jwk.x, Buffer.from(`${header}.${claims}`), signed)) return undefined;
  if (htm !== request.method || htu !== request.url.replace(/[?#].*$/s, '')) return undefined;
  if (bsh !== Buffer.from(digest(request.body ?? new Uint8Array())).toString('base64url')) return undefined;
  const { crv, kty, x, y } = jwk;
  const device = Buffer.from(digest(Buffer.from(JSON.stringify({ crv, kty, x, y })))).toString('base64url');
  return { device, nonce, skewSeconds: iat - Math.floor(now.getTime() / 1000) };
}

export function createServerProcess(dependencies: ProcessDependencies) {
  const { vendor, ledger, signer, judging, blobs, nonceKey, now, readPush, onPushed } = dependencies;
  const nonces = createNonceSource(nonceKey, () => now().getTime());
  const ingest = createIngest({
    ledger,
    signer,
    now,
    judge: judging.judge,
    isUrgent,
    locateBlob: dependencies.trustsTheTable === true ? async () => ({ complete: true }) : blobs.locate,
  });
  const changes = createChangesFeed(ledger, now);
  const sessions = dependencies.sessions?.(nonces.current);

  const answer = (body: string): ServerAnswer => ({
    status: 200,
    headers: { ...ours, 'content-type': SYNC_MEDIA_TYPE, [NONCE_HEADER]: nonces.current() },
    body,
  });
  const refuse = (status: number, headers: Readonly<Record<string, string>> = {}): ServerAnswer => ({
    status,
    headers: { ...ours, [NONCE_HEADER]: nonces.current(), ...headers },
    body: '{}',
  });
  const position = (offset: number, complete: boolean) => ({
    [UPLOAD_OFFSET_HEADER]: String(offset),
    [UPLOAD_COMPLETE_HEADER]: complete ? '?1' : '?0',
  });

  async function push(request: WireRequest, { device, skewSeconds }: Proof): Promise<ServerAnswer> {
    const body: unknown = JSON.parse(new TextDecoder().decode(request.body));
    const parsed = pushEnvelopeSchema.safeParse(readPush(body));
    if (!parsed.success || parsed.data.deviceId !== device) return refuse(400);
    const witnesses: readonly Receipt[] = parsed.data.witnesses ?? [];
    const outcome = await ingest({ vendor, device, skewSeconds, ops: parsed.data.ops, witnesses });
    const text = serialisePush(outcome, now());
    onPushed(device, text);
    return answer(text);
  }

  async function upload(request: WireRequest, name: BlobName): Promise<ServerAnswer> {
    if (request.method === 'HEAD') {
      const found = await blobs.locate(name);
      return refuse(found ? 200 : 404, position(found?.offset ?? 0, found?.complete ?? false));
    }
    const offset = Number(request.headers[UPLOAD_OFFSET_HEADER]);
    const length = Number(request.headers[UPLOAD_LENGTH_HEADER]);
    const outcome = await blobs.append(name, length, offset, request.body ?? new Uint8Array());
    if (outcome.kind === 'mismatch') return refuse(460, position(0, false));
    if (outcome.kind !== 'position') return refuse(400);
    return refuse(outcome.taken ? 204 : 409, position(outcome.offset, outcome.complete));
  }

  /** @returns undefined where the process can't answer. */
  async function handle(request: WireRequest): Promise<ServerAnswer> {
    const proof = readProof(request, now());
    if (proof?.nonce === undefined || !nonces.isFresh(proof.nonce)) return refuse(401);
    const ofPerson = await sessions?.handle(request, proof.device);
    if (ofPerson !== undefined) return ofPerson;
    const path = new URL(request.url).pathname;
    if (request.method === 'POST') return push(request, proof);
    const sha256 = /\/blobs\/([0-9a-f]{64})$/.exec(path)?.[1];
    if (sha256 !== undefined) return upload(request, { vendor, device: proof.device, sha256 });
    const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined;
    return answer(JSON.stringify(await changes(vendor, proof.device, cursor)));
  }

  return { handle };
}
export type ServerProcess = ReturnType<typeof createServerProcess>;
