/**
 * Each page gets handlers of its own, so that a call can only ever be about the session of the page that makes it. The channels are taken once, when
 * the kiosk starts: two hundred patients a day must not take and give back forty channels each.
 */
import type { Answer, BridgeContract } from './contract-shape.ts';
import { callChannel } from './contract-shape.ts';
import type { CallOrigin } from './guard.ts';
import type { CallHost } from './serve.ts';

type Listener = (origin: CallOrigin, request: unknown) => Promise<Answer>;

export interface BridgeRouter {
  /**
   * What `serveBridge` takes its channels from, for the page of that id.
   * @param mayCall whether that page may make that call now
   */
  hostOf(view: number, mayCall: (name: string) => boolean): CallHost;
  /** Pages that have handlers. */
  pages(): number;
  stop(): void;
}

const FORBIDDEN: Answer = { ok: false, code: 'forbidden' };

interface Page {
  readonly mayCall: (name: string) => boolean;
  readonly listeners: Map<string, Listener>;
}

/**
 * @param settled resolves when pages that are being made are known: a page may call before its creator has its id
 * @param onRefused somebody called who has no page here, or whose page may not
 */
export function createBridgeRouter(
  contract: BridgeContract,
  calls: CallHost,
  settled: () => Promise<void>,
  onRefused: () => void,
): BridgeRouter {
  const pages = new Map<number, Page>();
  const names = Object.keys(contract.calls);

  function pageOf(origin: CallOrigin): Page | undefined {
    try {
      return pages.get(origin.sender.id);
    } catch {
      // Of contents that are being torn down.
      return undefined;
    }
  }

  for (const name of names) {
    const channel = callChannel(name);
    calls.handle(channel, async (origin, request) => {
      if (pageOf(origin) === undefined) await settled();
      const page = pageOf(origin);
      const listener = page?.mayCall(name) === true ? page.listeners.get(channel) : undefined;
      if (listener !== undefined) return listener(origin, request);
      onRefused();
      return FORBIDDEN;
    });
  }

  return {
    hostOf: (view, mayCall) => ({
      handle(channel, listener) {
        const page = pages.get(view) ?? { mayCall, listeners: new Map<string, Listener>() };
        page.listeners.set(channel, listener);
        pages.set(view, page);
      },
      removeHandler(channel) {
        const page = pages.get(view);
        page?.listeners.delete(channel);
        if (page?.listeners.size === 0) pages.delete(view);
      },
    }),
    pages: () => pages.size,
    stop() {
      for (const name of names) calls.removeHandler(callChannel(name));
      pages.clear();
    },
  };
}
