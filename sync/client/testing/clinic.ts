/**
 * A vendor's server for tests of the client: a ledger, receipts, blobs, a stream of events, proofs checked by jose, and a way to spoil
 * each answer. It holds no rules of its own; the real server's are tested beside it.
 */
import { getPublicKeyAsync } from '@noble/ed25519';
import { calculateJwkThumbprint } from 'jose';
import type { KeyManifest } from '../../domain/vendor/key-manifest.ts';
import { type Change, type OperationResult, type PushRequest, SYNC_MEDIA_TYPE } from '../../protocol/wire.ts';
import { base64url, fromBase64url, fromUtf8, utf8 } from '../base/bytes.ts';
import type { VendorKeys } from '../base/crypto-ports.ts';
import type { WireRequest } from '../base/ports.ts';
import { createBlobShelf } from './blob-shelf.ts';
import { feedPage } from './clinic-feed.ts';
import { createClinicLedger } from './clinic-ledger.ts';
import { createProofCheck } from './clinic-proofs.ts';
import { type Answer, type ClinicRequest, createClinicState, type Weather } from './clinic-state.ts';
import { createClinicTransport } from './clinic-transport.ts';
import { createRoot, createVendorKey } from './vendor-seal.ts';

export type { Answer, Weather } from './clinic-state.ts';
export { EPOCH_ONE } from './clinic-state.ts';

export const EPOCH_TWO = '22222222-2222-4222-8222-222222222222';
export const ENDPOINT = 'https://care.example/connect/meadow';

export const lost: Weather = async () => {
  throw new TypeError('Failed to fetch');
};
/** The server gets it and commits; its answer never comes back. */
export const answerLost: Weather = async (_request, proceed) => {
  await proceed();
  throw new TypeError('Failed to fetch');
};
export const captivePortal: Weather = async () => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>Please sign in to the hotel</body></html>',
});
export const status =
  (code: number, headers: Record<string, string> = {}): Weather =>
  async () => ({ status: code, headers: { 'x-sync-protocol': '1', ...headers }, body: '{}' });

export async function createClinic() {
  const secret = new Uint8Array(32).fill(7);
  const root = await createRoot(9);
  const sealingKeys = [await createVendorKey('s1')];
  const signed = await root.sign({
    v: 1,
    vendor: 'meadow',
    issuedAt: '2026-11-10T00:00:00.000Z',
    keys: sealingKeys.map(({ key }) => key),
    endorsements: [],
  });
  /** As pages get it, and as the server answers. */
  const manifests = { current: signed as KeyManifest | undefined, newest: signed as KeyManifest | undefined };
  const vendorKeys: VendorKeys = {
    current: () => manifests.current,
    refresh: async () => manifests.newest,
  };
  const receiptKeys = { k1: base64url(await getPublicKeyAsync(secret)) };
  const requests: ClinicRequest[] = [];
  const shelf = createBlobShelf();
  const streams = new Set<{ readonly onEvent: () => void; readonly end: () => void }>();
  const forecast: Weather[] = [];
  const changes: Change[] = [];
  const state = createClinicState();

  const { take, ledger } = createClinicLedger({ state, secret, sealingKeys, shelf });

  const checkProof = createProofCheck(() => state.nonce);

  async function serve(request: WireRequest): Promise<Answer> {
    const nonce: Record<string, string> = state.nonce === undefined ? {} : { 'dpop-nonce': state.nonce };
    const headers = { 'content-type': SYNC_MEDIA_TYPE, 'x-sync-protocol': '1', ...nonce };
    if (!(await checkProof(request))) {
      state.nonceRequests += 1;
      return { status: 401, headers: { ...nonce, 'x-sync-protocol': '1' }, body: '{}' };
    }
    if (request.url.includes('/blobs/')) {
      const { status: code, headers: about } = await shelf.serve(request);
      return { status: code, headers: { ...about, ...nonce, 'x-sync-protocol': '1' }, body: '' };
    }
    const about = { epoch: state.epoch, serverTime: state.serverTime(), safeThrough: state.safeThrough };
    if (request.method === 'GET') {
      const page = { ...about, ...feedPage(changes, state, request.url) };
      return { status: 200, headers, body: JSON.stringify(page) };
    }
    const push: PushRequest = JSON.parse(fromUtf8(request.body ?? utf8('')));
    const jwk = JSON.parse(
      fromUtf8(fromBase64url((request.headers.dpop ?? '').split('.')[0] ?? '') ?? utf8('{}')),
    ).jwk;
    if ((await calculateJwkThumbprint(jwk)) !== push.deviceId)
      throw new Error('The device is not who it says.');
    const results: OperationResult[] = [];
    for (const operation of push.ops) results.push(await take(operation, push.deviceId));
    return {
      status: 200,
      headers,
      body: JSON.stringify({ ...about, results }),
    };
  }

  async function answer(request: WireRequest): Promise<Answer> {
    const body: Partial<PushRequest> =
      request.method === 'POST' && request.body !== undefined ? JSON.parse(fromUtf8(request.body)) : {};
    const { ops = [], witnesses = [] } = body;
    requests.push({ method: request.method, url: request.url, ops, witnesses });
    const weather = forecast.shift() ?? state.weather;
    return weather === undefined ? await serve(request) : await weather(request, () => serve(request));
  }

  const transport = createClinicTransport({ state, streams, requests, answer, checkProof });

  return {
    state,
    ledger,
    /** Blobs that have arrived, and how. */
    shelf,
    root,
    /** What opens what patients have sealed. */
    sealingKeys,
    keyManifest: signed,
    manifests,
    vendorKeys,
    /** Streams that are open now. */
    streams,
    /** Tells each listening device that there is news. */
    wake() {
      for (const { onEvent } of streams) onEvent();
    },
    cutStreams() {
      for (const { end } of streams) end();
    },
    changes,
    receiptKeys,
    transport,
    answer,
    /** Requests that arrived, retries for a nonce included. */
    requests,
    pushes: () => requests.filter((request) => request.url.endsWith('/push')),
    /** Spoils the coming requests, one after the other. */
    forecast: (...weather: readonly Weather[]) => forecast.push(...weather),
    /** Rewrites the results of one push on their way back. */
    tamper:
      (change: (result: OperationResult) => OperationResult): Weather =>
      async (_request, proceed) => {
        const genuine = await proceed();
        const body = JSON.parse(genuine.body);
        return genuine.status === 200
          ? { ...genuine, body: JSON.stringify({ ...body, results: body.results.map(change) }) }
          : genuine;
      },
  };
}
export type Clinic = Awaited<ReturnType<typeof createClinic>>;
