/**
 * What a page of this host runs before its own scripts: the locks, and its side of the bridge. Bundled to one text by `bundle.ts` and given to Chromium
 * as an init script, which runs outside of the page's Content-Security-Policy; nothing in it makes code out of text.
 */
import { BRIDGE_GLOBAL, kioskChannelNames } from '../../../../renderer/platform/kiosk/channel-names.ts';
import { createPageApi, type PageHost } from '../../../bridge/page-api.ts';
import { decodeMessage, encodeMessage } from './crossing.ts';
import { lockInput } from './lock-input.ts';
import { lockPage } from './lock-page.ts';
import { CALL_BINDING, KEPT_BACK_BINDING, ORIGIN_SUFFIX, type PageKeptBack, RECEIVER } from './names.ts';

type Binding = (text: string) => Promise<unknown>;

/** A binding, which the page's own scripts don't find any more. */
function take(name: string): Binding {
  const binding: unknown = Reflect.get(globalThis, name);
  Reflect.deleteProperty(globalThis, name);
  if (typeof binding !== 'function') return () => Promise.reject(new Error('nobody answers'));
  return async (text) => {
    const answer: unknown = await binding(text);
    return answer;
  };
}

function createBridgeHost(call: Binding): { readonly host: PageHost; receive(text: string): void } {
  const listeners = new Map<string, Set<(event: unknown, payload: unknown) => void>>();
  return {
    host: {
      async invoke(channel, request) {
        const answer = await call(encodeMessage({ channel, request }));
        return typeof answer === 'string' ? decodeMessage(answer) : undefined;
      },
      on(channel, listener) {
        listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      },
      removeListener: (channel, listener) => listeners.get(channel)?.delete(listener),
    },
    receive(text) {
      const message = decodeMessage(text);
      if (typeof message !== 'object' || message === null || !('channel' in message)) return;
      const payload: unknown = 'payload' in message ? message.payload : undefined;
      for (const listener of [...(listeners.get(String(message.channel)) ?? [])]) {
        try {
          listener(undefined, payload);
        } catch (error) {
          // One that fails must not keep the others from being told.
          reportError(error);
        }
      }
    },
  };
}

function install(): void {
  const keptBack = take(KEPT_BACK_BINDING);
  const { host, receive } = createBridgeHost(take(CALL_BINDING));
  const onKeptBack = (what: PageKeptBack) => void keptBack(what).catch(() => undefined);
  lockInput(window, () => onKeptBack('key'));
  lockPage(window, onKeptBack);
  const define = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, {
      value,
      writable: false,
      configurable: false,
      enumerable: false,
    });
  define(BRIDGE_GLOBAL, createPageApi(kioskChannelNames, host));
  define(RECEIVER, receive);
}

// The empty document that a window begins with is nobody's, and has no bridge.
if (window === window.top && location.hostname.endsWith(ORIGIN_SUFFIX)) install();
else lockInput(window, () => undefined);
