/** The bridge over two bindings: calls arrive with where they come from, which the page can't choose. */
import type { Frame, Page } from 'playwright-core';
import type { CallOrigin } from '../../bridge/guard.ts';
import type { CallHost } from '../../bridge/serve.ts';
import { decodeMessage, encodeMessage } from './page/crossing.ts';

type Listener = Parameters<CallHost['handle']>[1];

/** What of a binding's source it needs. */
export interface BindingSource {
  readonly page: Pick<Page, 'isClosed'>;
  readonly frame: Pick<Frame, 'url' | 'parentFrame' | 'isDetached'>;
}

export function originOfCall(
  view: { readonly id: number; isGone(): boolean },
  source: BindingSource,
): CallOrigin {
  const { page, frame } = source;
  return {
    senderFrame: {
      get url() {
        return frame.url();
      },
      get parent() {
        return frame.parentFrame();
      },
      get detached() {
        return frame.isDetached();
      },
    },
    sender: { id: view.id, isDestroyed: () => view.isGone() || page.isClosed() },
  };
}

export interface ChromiumCallHost {
  readonly calls: CallHost;
  /** Never rejects. @returns the answer's message */
  answer(origin: CallOrigin, message: unknown): Promise<string>;
}

const FAILED = encodeMessage({ ok: false, code: 'failed' });

export function createCallHost(): ChromiumCallHost {
  const listeners = new Map<string, Listener>();
  return {
    calls: {
      handle: (channel, listener) => void listeners.set(channel, listener),
      removeHandler: (channel) => void listeners.delete(channel),
    },
    async answer(origin, message) {
      try {
        const asked = typeof message === 'string' ? decodeMessage(message) : undefined;
        if (typeof asked !== 'object' || asked === null || !('channel' in asked)) return FAILED;
        const listener = typeof asked.channel === 'string' ? listeners.get(asked.channel) : undefined;
        if (listener === undefined) return FAILED;
        return encodeMessage(await listener(origin, 'request' in asked ? asked.request : undefined));
      } catch {
        return FAILED;
      }
    },
  };
}
