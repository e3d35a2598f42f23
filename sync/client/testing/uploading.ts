/** A queue of operations with photos, and a server for them behind any weather: for tests of the uploader alone. */
import { hex } from '../base/bytes.ts';
import type { Channel, Locks, Transport, WireRequest } from '../base/ports.ts';
import { createUploader } from '../blobs/uploader.ts';
import type { OutboxRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { createExchange, type Exchange } from '../wire/exchange.ts';
import { createStatus } from '../wire/status.ts';
import { createBlobShelf } from './blob-shelf.ts';
import type { Answer } from './clinic.ts';
import { noLocks, random } from './phone.ts';
import { createVirtualClock } from './virtual-clock.ts';

export type Weather = (request: WireRequest, proceed: () => Promise<Answer>) => Promise<Answer>;

const mute: Channel = { post: () => undefined, listen: () => () => undefined, close: () => undefined };
const uuid = (kind: number, number: number) =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A server that takes parts, and says what reached it. */
export function createUploadServer() {
  const shelf = createBlobShelf();
  const requests: { readonly method: string; readonly name: string; readonly bytes: number }[] = [];
  const state = { weather: undefined as Weather | undefined };
  const serve = async (request: WireRequest): Promise<Answer> => {
    const { status, headers } = await shelf.serve(request);
    return { status, headers: { ...headers, 'x-sync-protocol': '1' }, body: '' };
  };
  const transport: Transport = {
    send(request) {
      const bytes = request.body?.length ?? 0;
      requests.push({ method: request.method, name: request.url.split('/').at(-1) ?? '', bytes });
      const answered = state.weather?.(request, () => serve(request)) ?? serve(request);
      const answer = answered.then(({ status, headers, body }) => ({
        status,
        header: (name: string) => headers[name.toLowerCase()],
        text: async () => body,
      }));
      return { answer, abort: () => undefined };
    },
  };
  return {
    shelf,
    requests,
    state,
    transport,
    /** Bytes that left the device. */
    sent: () => requests.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** @returns the names of the blobs. */
export async function queuePhotos(
  store: Store,
  number: number,
  sizes: readonly number[],
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const size of sizes) {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    const sha256 = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
    names.push(sha256);
    const box = { keyId: 'k', iv: new Uint8Array(12), bytes: new Uint8Array(1) };
    await store.write(['blobs', 'blobBodies'], async (transaction) => {
      await transaction.put('blobBodies', { sha256, bytes });
      const about = { subjectId: uuid(3, number), draftId: uuid(1, number), size, box, at: 0 };
      await transaction.put('blobs', { sha256, ...about });
    });
  }
  await store.write(['outbox'], (transaction) => transaction.put('outbox', operationWith(number, names)));
  return names;
}

/** @param blobs names of its photos. */
export function operationWith(number: number, blobs: readonly string[]): OutboxRow {
  return {
    opId: uuid(9, number),
    lane: `intake:${uuid(2, number)}`,
    laneNo: 1,
    kind: 'intake.submit',
    v: 2,
    subjectId: uuid(3, number),
    session: uuid(2, number),
    about: { questionnaireSlug: 'sleep' },
    owner: 'own',
    draftId: uuid(1, number),
    capturedAt: { wall: '2026-11-20T09:00:00Z', tz: 'UTC', mono: 0, boot: uuid(8, 1) },
    sha256: 'a'.repeat(64),
    size: 100,
    blobs,
    code: 'K7-42QF',
    queuedAt: '2026-11-20T09:00:00.000Z',
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    kept: true,
  };
}
export const opIdOf = (number: number) => uuid(9, number);

/** One run of the page. */
export function openUploader(
  store: Store,
  transport: Transport,
  options: { readonly locks?: Locks; readonly exchange?: (exchange: Exchange) => Exchange } = {},
) {
  const { locks = noLocks, exchange: change = (exchange) => exchange } = options;
  const clock = createVirtualClock();
  const status = createStatus(mute);
  const uploaded = { times: 0 };
  const exchange = createExchange({
    endpoint: 'https://care.example/connect/meadow',
    transport,
    clock,
    prove: async () => 'a proof',
    status,
  });
  const uploader = createUploader({
    vendor: 'meadow',
    store,
    exchange: change(exchange),
    status,
    locks,
    clock,
    random,
    onUploaded: () => {
      uploaded.times += 1;
    },
  });
  return { uploader, status, clock, uploaded, exchange };
}

export const readUploads = (store: Store) =>
  store.read(['uploads'], (transaction) => transaction.all('uploads'));
