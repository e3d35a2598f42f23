/**
 * What the sync client asks of the place where it runs; `crypto-ports.ts` and `store/store.ts` have the rest. Its core touches no global: the
 * browser, the kiosk's main process and a simulator with a virtual clock and network each bring these.
 */

export type Unsubscribe = () => void;

export interface Clock {
  /** Milliseconds since 1970 as the device claims them: may jump either way. */
  now(): number;
  /** Milliseconds that only grow, since {@link Clock.boot}. */
  monotonic(): number;
  /** UUID of this run of the page or process. */
  readonly boot: string;
  /** Minutes east of UTC at that moment. */
  offsetMinutes(at: number): number;
  /** IANA name. */
  zone(): string;
  setTimer(milliseconds: number, run: () => void): Unsubscribe;
}

export interface Random {
  bytes(count: number): Uint8Array<ArrayBuffer>;
  /** In [0, 1): for jitter, never for identity. */
  fraction(): number;
}

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** It bears the patient's session, and its answer may set it: the cookie of this origin. */
  readonly session?: true;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}
export interface WireAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  text(): Promise<string>;
}
/** One attempt at the network. Rejects where there is no answer; `abort` makes it reject soon. */
export interface Transport {
  send(request: WireRequest): { readonly answer: Promise<WireAnswer>; abort(): void };
  /** Server-sent events. `onEvent` is called for each; `ended` resolves when the stream is over, however that came. */
  listen?(request: WireRequest, onEvent: () => void): { readonly ended: Promise<void>; abort(): void };
}

/** Courtesy between tabs, never correctness: a place without locks grants each one. */
export interface Locks {
  /** @returns what releases the lock, or undefined where another tab holds it. */
  tryHold(name: string): Promise<(() => void) | undefined>;
}

/** Text messages to the other tabs of this vendor; never back to the sender. */
export interface Channel {
  post(message: string): void;
  listen(listener: (message: string) => void): Unsubscribe;
  close(): void;
}

/** What happens to the page. `online` and `offline` are hints to try, never facts. */
export type Signal = 'online' | 'offline' | 'visible' | 'hidden' | 'focus' | 'resumed';
export interface Signals {
  visible(): boolean;
  listen(listener: (signal: Signal) => void): Unsubscribe;
}
