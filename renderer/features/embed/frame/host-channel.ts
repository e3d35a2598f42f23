/** The frame's end of the channel to the page around it: opened once, by a page that the vendor allows, from its exact origin. */
import { TOKEN_LENGTH } from '../../../../sync/domain/embed/partner-token.ts';
import { type FrameMessage, type Hello, readHello, VERSION } from './embed-messages.ts';

/** One that is longer is none of the server's: sent along, it would make the form unreadable. */
const shortToken = (token: string | undefined) =>
  token !== undefined && token.length <= TOKEN_LENGTH ? token : undefined;

type Said = FrameMessage extends infer Message
  ? Message extends FrameMessage
    ? Omit<Message, 'cf'>
    : never
  : never;

export interface Host {
  /** Of the page around it, as the browser says. */
  readonly origin: string;
  readonly externalId: string | undefined;
  readonly token: string | undefined;
}

export interface HostChannel {
  /** Undefined until a page has opened it: a plain frame never does. */
  host(): Host | undefined;
  /** Dropped where nobody listens. */
  say(message: Said): void;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

export interface HostChannelOptions {
  /** The frame's own window. */
  readonly window: Pick<Window, 'parent' | 'addEventListener' | 'removeEventListener'>;
  readonly isAllowed: (origin: string) => boolean;
}

export function createHostChannel({ window, isAllowed }: HostChannelOptions): HostChannel {
  const listeners = new Set<() => void>();
  let host: Host | undefined;
  let port: MessagePort | undefined;
  const onMessage = ({ source, origin, data, ports }: MessageEvent) => {
    if (port || source !== window.parent || !isAllowed(origin)) return;
    const hello: Hello | undefined = readHello(data);
    const [given] = ports;
    if (!hello || !given) return;
    port = given;
    host = { origin, externalId: hello.externalId, token: shortToken(hello.token) };
    port.postMessage({ cf: VERSION, type: 'ready' } satisfies FrameMessage);
    for (const listener of listeners) listener();
  };
  window.addEventListener('message', onMessage);
  return {
    host: () => host,
    say: (message) => port?.postMessage({ cf: VERSION, ...message }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      window.removeEventListener('message', onMessage);
      port?.close();
    },
  };
}
