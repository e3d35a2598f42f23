/**
 * The page's side of the bridge, which the preload script exposes: a function for each call and one for each event, and nothing of Electron. Names
 * alone are needed here, so that no schema is bundled into the preload: the shell checks what comes, the renderer what it gets.
 */
import { type Answer, callChannel, eventChannel } from './contract-shape.ts';

/** What of `ipcRenderer` it needs. */
export interface PageHost {
  invoke(channel: string, request: unknown): Promise<unknown>;
  on(channel: string, listener: (event: unknown, payload: unknown) => void): unknown;
  removeListener(channel: string, listener: (event: unknown, payload: unknown) => void): unknown;
}

export interface PageApi {
  readonly calls: Readonly<Record<string, (request: unknown) => Promise<Answer>>>;
  /** @returns what ends it. The listener gets the payload, never Electron's event. */
  readonly events: Readonly<Record<string, (listener: (payload: unknown) => void) => () => void>>;
}

function readAnswer(answer: unknown): Answer {
  if (typeof answer === 'object' && answer !== null && 'ok' in answer) {
    if (answer.ok === true) return { ok: true, value: 'value' in answer ? answer.value : undefined };
    if ('code' in answer && typeof answer.code === 'string') return { ok: false, code: answer.code };
  }
  return { ok: false, code: 'failed' };
}

export function createPageApi(
  names: { readonly calls: readonly string[]; readonly events: readonly string[] },
  host: PageHost,
): PageApi {
  const calls = names.calls.map((name) => {
    const call = async (request: unknown): Promise<Answer> => {
      try {
        return readAnswer(await host.invoke(callChannel(name), request));
      } catch {
        // Nobody answers, or the request can't be cloned: the message may quote it.
        return { ok: false, code: 'failed' };
      }
    };
    return [name, call] as const;
  });
  const events = names.events.map((name) => {
    const subscribe = (listener: (payload: unknown) => void) => {
      const own = (_event: unknown, payload: unknown) => listener(payload);
      host.on(eventChannel(name), own);
      return () => {
        host.removeListener(eventChannel(name), own);
      };
    };
    return [name, subscribe] as const;
  });
  return Object.freeze({
    calls: Object.freeze(Object.fromEntries(calls)),
    events: Object.freeze(Object.fromEntries(events)),
  });
}
