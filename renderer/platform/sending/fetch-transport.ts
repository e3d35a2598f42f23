/** The sync client's transport in a browser: fetch. */
import type { Transport } from '../../../sync/client/base/ports.ts';
import { SYNC_PROTOCOL, SYNC_PROTOCOL_HEADER } from '../../../sync/protocol/wire.ts';

/** No cookies but where a request says so: the device's proof authorises, and a session must not add to it. No redirects: only captive portals send them. */
const PLAIN = {
  cache: 'no-store',
  credentials: 'omit',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
} as const;

export function createFetchTransport(fetch: typeof globalThis.fetch): Transport {
  return {
    send({ method, url, headers, body, session }) {
      const control = new AbortController();
      const answer = fetch(url, {
        ...PLAIN,
        method,
        headers: { ...headers },
        ...(body === undefined ? {} : { body }),
        ...(session && { credentials: 'same-origin' }),
        signal: control.signal,
      }).then((response) => ({
        status: response.status,
        header: (name: string) => response.headers.get(name) ?? undefined,
        text: () => response.text(),
      }));
      return { answer, abort: () => control.abort() };
    },
    listen({ method, url, headers }, onEvent) {
      const control = new AbortController();
      const ended = fetch(url, { ...PLAIN, method, headers: { ...headers }, signal: control.signal })
        .then((response) => readEvents(response, onEvent))
        // A line that breaks ends the stream like any other end.
        .catch(() => undefined)
        .finally(() => control.abort());
      return { ended, abort: () => control.abort() };
    },
  };
}

/**
 * Reads server-sent events (HTML Standard section 9.2.6) as far as they matter: that there was one. By `fetch`, because an EventSource can't
 * bear a proof. The opening counts as one: something may have happened while nobody listened.
 */
async function readEvents(response: Response, onEvent: () => void): Promise<void> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const ours = response.headers.get(SYNC_PROTOCOL_HEADER) === SYNC_PROTOCOL;
  if (response.status !== 200 || type !== 'text/event-stream' || !ours || response.body === null) return;
  onEvent();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let line = '';
  let after = '';
  let data = false;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const symbol of value) {
      // A line ends with CR, LF or both.
      const isSecondHalf = symbol === '\n' && after === '\r';
      after = symbol;
      if (isSecondHalf) continue;
      if (symbol !== '\r' && symbol !== '\n') {
        if (line.length < 5) line += symbol;
        continue;
      }
      if (line === 'data' || line === 'data:') data = true;
      else if (line === '') {
        if (data) onEvent();
        data = false;
      }
      line = '';
    }
  }
}
