/**
 * One keep-alive connection that speaks HTTP/1.1: as little of it as the server's answers need, so that the load costs the server's
 * machine less than a whole client would.
 */
import { connect, type Socket } from 'node:net';

export interface LineAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export interface Line {
  /** One at a time. Rejects where the line is cut. */
  send(request: Uint8Array): Promise<LineAnswer>;
  /** Sends, and cuts the line as soon as everything is written, without waiting for the answer. */
  sendAndCut(request: Uint8Array): Promise<void>;
  close(): void;
}

interface Pending {
  readonly resolve: (answer: LineAnswer) => void;
  readonly reject: (error: Error) => void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

export function openLine(host: string, port: number): Line {
  let socket: Socket | undefined;
  let pending: Pending | undefined;
  let received = Buffer.alloc(0);

  function settle(): void {
    const end = received.indexOf(HEAD_END);
    if (end < 0) return;
    const head = received.toString('latin1', 0, end);
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    const start = end + HEAD_END.length;
    if (received.length < start + length) return;
    const body = received.toString('utf8', start, start + length);
    received = received.subarray(start + length);
    const { resolve } = pending ?? {};
    pending = undefined;
    resolve?.({ status: Number(head.slice(9, 12)), head, body });
  }

  function open(): Socket {
    const opened = connect({ host, port, noDelay: true });
    received = Buffer.alloc(0);
    opened.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      settle();
    });
    opened.on('error', () => undefined);
    opened.on('close', () => {
      // One that was cut on purpose has another in its place by now.
      if (socket !== opened) return;
      socket = undefined;
      pending?.reject(new Error('The line was cut.'));
      pending = undefined;
    });
    socket = opened;
    return opened;
  }

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        (socket ?? open()).write(request);
      }),
    sendAndCut: (request) =>
      new Promise((resolve) => {
        const used = socket ?? open();
        used.write(request, () => {
          socket = undefined;
          used.destroy();
          resolve();
        });
      }),
    close() {
      socket?.destroy();
    },
  };
}

/** @returns the value of a header, or undefined. */
export function headerOf({ head }: LineAnswer, name: string): string | undefined {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim();
}
