import { isObject, type JsonObject } from '../model/fhir-json.ts';

/** As much of the platform's `fetch` as is used; injected, so that nothing here knows a network. */
export type FetchTerminology = (
  url: string,
  init: {
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    readonly redirect: 'error';
    readonly credentials: 'omit';
  },
) => Promise<{
  readonly ok: boolean;
  readonly status: number;
  readonly body: ReadableStream<Uint8Array> | null;
}>;

/** Why a server gave nothing. `address`: not https (http on this machine), or with a name and password in it. */
export type AskFailure = 'address' | 'unreachable' | 'refused' | 'too-large' | 'unreadable' | 'too-late';

export type Asked =
  | { readonly ok: true; readonly json: JsonObject }
  | { readonly ok: false; readonly reason: AskFailure };

/** Bytes of one answer; a page of a thousand concepts with designations has about 300 kB. */
const MAX_BYTES = 2_000_000;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The address of an operation at a server that an author named; undefined where it must not be asked. */
export function operationUrl(
  server: string,
  path: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): string | undefined {
  if (!URL.canParse(server)) return undefined;
  const url = new URL(server);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!isSafe || url.username !== '' || url.password !== '') return undefined;
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  url.hash = '';
  url.search = '';
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

class AbortedError extends Error {}

/** Rejects when the signal aborts, even if the promise never settles. */
async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new AbortedError('aborted'));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The whole body as text; undefined where it is longer than allowed. */
async function readText(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<string | undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await unlessAborted(signal, reader.read());
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > MAX_BYTES) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** One GET of FHIR JSON, bounded in size and by the signal. Never throws. */
export async function ask(
  url: string | undefined,
  fetch: FetchTerminology,
  signal: AbortSignal,
): Promise<Asked> {
  if (url === undefined) return { ok: false, reason: 'address' };
  if (signal.aborted) return { ok: false, reason: 'too-late' };
  try {
    const response = await unlessAborted(
      signal,
      fetch(url, {
        headers: { accept: 'application/fhir+json' },
        signal,
        redirect: 'error',
        credentials: 'omit',
      }),
    );
    if (!response.ok || response.body === null) {
      void response.body?.cancel().catch(() => undefined);
      return { ok: false, reason: 'refused' };
    }
    const text = await readText(response.body, signal);
    if (text === undefined) return { ok: false, reason: 'too-large' };
    const json = parse(text);
    return json === undefined ? { ok: false, reason: 'unreadable' } : { ok: true, json };
  } catch {
    return { ok: false, reason: signal.aborted ? 'too-late' : 'unreachable' };
  }
}

function parse(text: string): JsonObject | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Aborts when the caller does, or after so many milliseconds. */
export function within(deadlineMs: number, signal: AbortSignal | undefined): AbortSignal {
  const deadline = AbortSignal.timeout(deadlineMs);
  return signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
}
