/**
 * The network between browsers and a server: passes everything on, and on request loses or damages answers, hides the server behind a
 * captive portal, or is gone. It works for every browser, because it is a real one.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Network {
  /** `http://localhost:PORT`, the same for as long as the network lives. */
  readonly origin: string;
  readonly port: number;
  /** Where requests go. */
  connect(serverPort: number): void;
  /** From now on there is no server: connections end without an answer. */
  disconnect(): void;
  /** The server is there again. */
  reconnect(): void;
  /** The next `count` pushes reach the server, and their answers are lost on the way. */
  dropPushResponses(count: number): void;
  /** Pushes whose answers were lost so far. */
  droppedPushes(): number;
  /** Pushes reach the server, and its answers arrive as this makes them; undefined ends it. */
  damagePushAnswers(damage: ((answer: Answer) => Answer) | undefined): void;
  /** Answers damaged so far. */
  damagedPushes(): number;
  /** Every request is answered by this page with status 200, as in a hotel; undefined ends it. */
  captivePortal(html: string | undefined): void;
  /** Requests so far, as `METHOD path`. */
  requests(): readonly string[];
  /** Those whose answers have gone out as a whole, in the order in which they did. */
  answered(): readonly string[];
  close(): Promise<void>;
}

interface Behaviour {
  connected: boolean;
  target: number | undefined;
  toDrop: number;
  dropped: number;
  damage: ((answer: Answer) => Answer) | undefined;
  damaged: number;
  portal: string | undefined;
  readonly seen: string[];
  readonly answered: string[];
}

const isPush = (message: IncomingMessage) =>
  message.method === 'POST' && message.url?.endsWith('/sync/v1/push') === true;

function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  behaviour: Behaviour,
): void {
  const drop = isPush(incoming) && behaviour.toDrop > 0;
  if (drop) behaviour.toDrop -= 1;
  const onward = request(
    { host: 'localhost', port, path: incoming.url, method: incoming.method, headers: incoming.headers },
    (answer) => {
      if (drop) {
        // The whole answer is read: the server has done its part.
        answer.resume().on('end', () => {
          behaviour.dropped += 1;
          outgoing.destroy();
        });
        return;
      }
      const { damage } = behaviour;
      if (damage && isPush(incoming)) {
        void text(answer).then((body) => {
          const damaged = damage({ status: answer.statusCode ?? 502, headers: answer.headers, body });
          // Its length and coding were the true answer's.
          const { 'content-length': _length, 'content-encoding': _coding, ...headers } = damaged.headers;
          outgoing.writeHead(damaged.status, headers).end(damaged.body, () => {
            behaviour.damaged += 1;
          });
        });
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    },
  );
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

function answer(incoming: IncomingMessage, outgoing: ServerResponse, behaviour: Behaviour): void {
  const name = `${incoming.method} ${incoming.url}`;
  behaviour.seen.push(name);
  outgoing.once('finish', () => behaviour.answered.push(name));
  if (behaviour.portal !== undefined) {
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end(behaviour.portal);
  } else if (behaviour.target === undefined || !behaviour.connected) {
    outgoing.destroy();
  } else passOn(incoming, outgoing, behaviour.target, behaviour);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', () => {
      const address = server.address() as AddressInfo;
      resolve(address.port);
    });
  });
}

/** @param port 0 takes a free one */
export async function openNetwork(port = 0): Promise<Network> {
  const behaviour: Behaviour = {
    connected: false,
    target: undefined,
    toDrop: 0,
    dropped: 0,
    damage: undefined,
    damaged: 0,
    portal: undefined,
    seen: [],
    answered: [],
  };
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => answer(incoming, outgoing, behaviour));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const actual = await listen(server, port);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://localhost:${actual}`,
    port: actual,
    connect(serverPort) {
      behaviour.target = serverPort;
      behaviour.connected = true;
    },
    disconnect() {
      behaviour.connected = false;
      cut();
    },
    reconnect() {
      behaviour.connected = true;
    },
    dropPushResponses(count) {
      behaviour.toDrop = count;
    },
    droppedPushes: () => behaviour.dropped,
    damagePushAnswers(damage) {
      behaviour.damage = damage;
    },
    damagedPushes: () => behaviour.damaged,
    captivePortal(html) {
      behaviour.portal = html;
    },
    requests: () => behaviour.seen,
    answered: () => behaviour.answered,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
