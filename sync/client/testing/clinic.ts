/**
 * A vendor's server for tests of the client: a ledger, receipts, blobs, a stream of events, proofs checked by jose, and a way to spoil
 * each answer. It holds no rules of its own; the real server's are tested beside it.
 */
import { getPublicKeyAsync, signAsync } from '@noble/ed25519';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import type { KeyManifest } from '../../domain/vendor/key-manifest.ts';
import { humanCode } from '../../protocol/human-code.ts';
import { receiptBytes } from '../../protocol/receipt.ts';
import {
  type Change,
  type Operation,
  type OperationResult,
  type Outcome,
  type PushRequest,
  type Receipt,
  SYNC_MEDIA_TYPE,
} from '../../protocol/wire.ts';
import { decodeEnvelope, envelopeBinding, openClearEnvelope, SUITE_CLEAR } from '../../seal/envelope.ts';
import { base64url, fromBase64url, fromUtf8, hex, utf8 } from '../base/bytes.ts';
import type { VendorKeys } from '../base/crypto-ports.ts';
import type { Transport, WireRequest } from '../base/ports.ts';
import { createBlobShelf } from './blob-shelf.ts';
import { createRoot, createVendorKey } from './vendor-seal.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
/** Stands between device and server for one request. Throwing is a lost connection. */
export type Weather = (request: WireRequest, proceed: () => Promise<Answer>) => Promise<Answer>;

export const EPOCH_ONE = '11111111-1111-4111-8111-111111111111';
export const EPOCH_TWO = '22222222-2222-4222-8222-222222222222';
export const ENDPOINT = 'https://care.example/connect/lantern';

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
    vendor: 'lantern',
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
  const ledger = new Map<
    string,
    { operation: Operation; receipt: Receipt; outcome: Outcome; content: unknown }
  >();
  const requests: {
    readonly method: string;
    readonly url: string;
    readonly ops: readonly Operation[];
    readonly witnesses: readonly Receipt[];
  }[] = [];
  const shelf = createBlobShelf();
  const streams = new Set<{ readonly onEvent: () => void; readonly end: () => void }>();
  const forecast: Weather[] = [];
  const changes: Change[] = [];
  const proofs = new Set<string>();
  const state = {
    epoch: EPOCH_ONE,
    seq: 0,
    safeThrough: 0,
    /** Requests that were answered with 401 for want of the nonce. */
    nonceRequests: 0,
    nonce: 'nonce-1' as string | undefined,
    serverTime: () => new Date(Date.UTC(2026, 10, 20, 9)).toISOString(),
    /** What the vendor makes of an operation. */
    outcome: (_operation: Operation): Outcome => 'applied',
    /** What an operation that isn't known yet waits for beside its photos, as the server names it; by the device that sends it. */
    awaits: (_operation: Operation, _device: string): readonly string[] => [],
    /** Changes in a page of the feed. */
    page: 500,
    /** Whether streams of events are to be had. */
    streams: false,
    /** Weather of every request; `forecast` goes before it. */
    weather: undefined as Weather | undefined,
  };

  async function issue(operation: Operation): Promise<Receipt> {
    state.seq += 1;
    const unsigned = {
      opId: operation.opId,
      sha256: operation.sha256,
      seq: state.seq,
      epoch: state.epoch,
      receivedAt: state.serverTime(),
      code: await humanCode(operation.opId),
      keyId: 'k1',
    };
    return { ...unsigned, signature: base64url(await signAsync(receiptBytes(unsigned), secret)) };
  }

  let judged: Promise<unknown> = Promise.resolve();
  /** One after the other, as the real ledger's unique key sees to. */
  function take(operation: Operation, device: string): Promise<OperationResult> {
    const turn = judged.then(() => judge(operation, device));
    judged = turn.catch(() => undefined);
    return turn;
  }

  /** @throws Error where it isn't sealed to a key of this vendor's, and for this operation. */
  async function open(operation: Operation, bytes: Uint8Array): Promise<unknown> {
    const { suite, keyId, content } = decodeEnvelope(bytes);
    if (suite === SUITE_CLEAR) return openClearEnvelope(bytes);
    const { opId, lane, kind, v } = operation;
    const opener = sealingKeys.find(({ key }) => key.keyId === keyId);
    const plain = await opener?.open(
      content,
      envelopeBinding({ vendor: 'lantern', opId, lane, kind, v, keyId }),
    );
    if (plain === undefined) throw new Error('The envelope does not open.');
    return JSON.parse(fromUtf8(plain));
  }

  async function judge(operation: Operation, device: string): Promise<OperationResult> {
    const { opId } = operation;
    const known = ledger.get(opId);
    if (known !== undefined && known.operation.sha256 !== operation.sha256)
      return { opId, outcome: 'conflict', seq: null };
    const outcome = known?.outcome ?? state.outcome(operation);
    if (outcome === 'later' || outcome === 'waiting' || outcome === 'conflict')
      return { opId, outcome, seq: null };
    const bytes = fromBase64url(operation.envelope) ?? new Uint8Array();
    const digest = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
    if (digest !== operation.sha256) throw new Error('The envelope does not match its hash.');
    const missing =
      known === undefined
        ? [...state.awaits(operation, device), ...operation.blobs.filter((name) => !shelf.has(name))]
        : [];
    if (missing.length > 0) return { opId, outcome: 'waiting', seq: null, missing };
    const content = await open(operation, bytes);
    const entry = known ?? { operation, receipt: await issue(operation), outcome, content };
    ledger.set(opId, entry);
    return { opId, outcome, seq: entry.receipt.seq, receipt: entry.receipt };
  }

  /** RFC 9449 section 4.3, with the hash of the body. */
  async function checkProof(request: WireRequest): Promise<boolean> {
    const { payload } = await jwtVerify(request.headers.dpop ?? '', EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
    });
    const body = request.body ?? utf8('');
    const bsh = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', body)));
    const fits =
      payload.htm === request.method &&
      payload.htu === request.url.replace(/\?.*/, '') &&
      payload.bsh === bsh &&
      typeof payload.jti === 'string' &&
      !proofs.has(payload.jti);
    proofs.add(String(payload.jti));
    if (!fits) throw new Error('The proof does not fit the request.');
    return state.nonce === undefined || payload.nonce === state.nonce;
  }

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
      const asked = new URL(request.url).searchParams.get('cursor');
      const [epoch, seq, kind] = asked?.split(':') ?? [state.epoch, '0'];
      // As the server's: a cursor says whether everything is being told anew, until its last page.
      const resync = epoch !== state.epoch || kind === 'all';
      const from = epoch === state.epoch ? Number(seq) : 0;
      const news = changes.filter((change) => change.seq > from).slice(0, state.page);
      const last = Math.max(from, ...news.map((change) => change.seq));
      const more = changes.some((change) => change.seq > last);
      const cursor = `${state.epoch}:${last}${resync && more ? ':all' : ''}`;
      const page = { ...about, cursor, more, ...(resync ? { resync } : {}), changes: news };
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

  const transport: Transport = {
    send(request) {
      let abort: () => void = () => undefined;
      const aborted = new Promise<never>((_, reject) => {
        abort = () => reject(new DOMException('Aborted', 'AbortError'));
      });
      aborted.catch(() => undefined);
      const served = answer(request).then(({ status: code, headers, body }) => ({
        status: code,
        header: (name: string) => headers[name.toLowerCase()],
        text: async () => body,
      }));
      return { answer: Promise.race([served, aborted]), abort: () => abort() };
    },
    listen(request, onEvent) {
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => {
        end = () => resolve();
      });
      const stream = { onEvent, end: () => end() };
      void (async () => {
        const admitted = state.streams && state.weather === undefined && (await checkProof(request));
        requests.push({ method: 'GET', url: request.url, ops: [], witnesses: [] });
        if (!admitted) return end();
        streams.add(stream);
        onEvent();
      })().catch(end);
      return {
        ended: ended.then(() => {
          streams.delete(stream);
        }),
        abort: end,
      };
    },
  };

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
