/** The shell's side of the bridge: every call of the contract behind the guard, and no other channel. */
import {
  type Answer,
  type BridgeContract,
  type CallName,
  callChannel,
  type EventName,
  type EventOf,
  eventChannel,
  type RequestOf,
  type ResultOf,
} from './contract-shape.ts';
import { type CallOrigin, type GuardOptions, isTrusted } from './guard.ts';

/** What of `ipcMain` it needs. */
export interface CallHost {
  handle(channel: string, listener: (origin: CallOrigin, request: unknown) => Promise<Answer>): void;
  removeHandler(channel: string): void;
}

/** What of a page's contents it needs. */
export interface EventTarget {
  isDestroyed(): boolean;
  send(channel: string, event: unknown): void;
}

/** Thrown by a handler to tell the page what happened, by a code that the page knows. */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly code: string;
  /** @param code lower case and dashes; never anything that somebody wrote. */
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export type Handlers<Contract extends BridgeContract> = {
  readonly [Name in CallName<Contract>]: (
    request: RequestOf<Contract, Name>,
  ) => Promise<ResultOf<Contract, Name>> | ResultOf<Contract, Name>;
};

export interface ServeOptions<Contract extends BridgeContract> {
  readonly contract: Contract;
  readonly host: CallHost;
  readonly guard: GuardOptions;
  readonly handlers: Handlers<Contract>;
  /** A call was refused, or a handler failed: for the log, which takes names and no contents. */
  readonly onRefused: (name: string) => void;
  readonly onFault: (name: string, error: unknown) => void;
  /** Of errors of other modules whose codes the page knows as well; anything that is no code stays here. */
  readonly codeOf?: (error: unknown) => string | undefined;
}

const CODE = /^[a-z][a-z-]{0,39}$/;

/** @returns what takes every handler away again. */
export function serveBridge<Contract extends BridgeContract>(options: ServeOptions<Contract>): () => void {
  const { contract, host, guard, onRefused, onFault } = options;
  const handlers: Readonly<Record<string, ((request: never) => unknown) | undefined>> = options.handlers;

  async function answer(name: string, origin: CallOrigin, request: unknown): Promise<Answer> {
    const call = contract.calls[name];
    const handler = handlers[name];
    if (call === undefined || handler === undefined || !isTrusted(origin, guard)) {
      onRefused(name);
      return { ok: false, code: 'forbidden' };
    }
    const asked = call.request.safeParse(request);
    if (!asked.success) {
      onRefused(name);
      return { ok: false, code: 'malformed' };
    }
    try {
      const given = call.result.safeParse(await handler(asked.data as never));
      if (given.success) return { ok: true, value: given.data };
      onFault(name, new TypeError('the result is not of the contract'));
    } catch (error) {
      const code = error instanceof BridgeError ? error.code : options.codeOf?.(error);
      if (code !== undefined && CODE.test(code)) return { ok: false, code };
      onFault(name, error);
    }
    return { ok: false, code: 'failed' };
  }

  const names = Object.keys(contract.calls);
  for (const name of names)
    host.handle(callChannel(name), (origin, request) => answer(name, origin, request));
  return () => {
    for (const name of names) host.removeHandler(callChannel(name));
  };
}

/** Tells the page that is shown. What doesn't fit the contract, or has nobody to go to, goes nowhere. */
export function createEventSender<Contract extends BridgeContract>(
  contract: Contract,
  target: () => EventTarget | undefined,
  onFault: (name: string, error: unknown) => void,
): <Name extends EventName<Contract>>(name: Name, event: EventOf<Contract, Name>) => void {
  return (name, event) => {
    const schema = contract.events[name];
    const parsed = schema?.safeParse(event);
    if (parsed?.success !== true) {
      onFault(name, new TypeError('the event is not of the contract'));
      return;
    }
    const page = target();
    if (page !== undefined && !page.isDestroyed()) page.send(eventChannel(name), parsed.data);
  };
}
