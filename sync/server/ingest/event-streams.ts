/**
 * Server-sent events (HTML Living Standard, section 9.2) that tell a device to ask for its changes, and nothing else: they hold no data.
 * A comment now and then keeps proxies from closing a quiet line.
 */
import { PassThrough, type Readable } from 'node:stream';
import type { Wakes } from './wakes.ts';

export const HEARTBEAT_MS = 20_000;
export const MOST_STREAMS = 5_000;
/** With more than this unread the device isn't there any more. */
const MOST_UNREAD_BYTES = 4_096;

const HEARTBEAT = ':\n\n';
/** Without a data line a browser's own EventSource would not dispatch it. */
const WAKE = 'event: wake\ndata:\n\n';

export interface EventStreams {
  /**
   * @param heard whose news it tells of, where that isn't the device's own: staff's screens all hear of one.
   * @returns undefined where this process has as many as it takes. A device's former stream ends.
   */
  open(vendor: string, device: string, heard?: string): Promise<Readable | undefined>;
  /** Ends all, and opens no more. */
  close(): void;
}

export interface EventStreamsOptions {
  readonly heartbeatMs?: number;
  readonly mostStreams?: number;
}

export function createEventStreams(
  wakes: Pick<Wakes, 'listen'>,
  { heartbeatMs = HEARTBEAT_MS, mostStreams = MOST_STREAMS }: EventStreamsOptions = {},
): EventStreams {
  const streams = new Map<string, PassThrough>();
  let heartbeat: NodeJS.Timeout | undefined;
  let isClosed = false;

  function write(stream: PassThrough, text: string): void {
    if (stream.writableLength + stream.readableLength > MOST_UNREAD_BYTES) stream.destroy();
    else if (!stream.writableEnded) stream.write(text);
  }

  function beat(): void {
    for (const stream of streams.values()) write(stream, HEARTBEAT);
  }

  function remove(name: string, stream: PassThrough): void {
    if (streams.get(name) === stream) streams.delete(name);
    if (streams.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  }

  return {
    async open(vendor, device, heard = device) {
      const name = `${vendor}/${device}`;
      if (isClosed || (streams.size >= mostStreams && !streams.has(name))) return undefined;
      const stream = new PassThrough();
      streams.get(name)?.end();
      streams.set(name, stream);
      heartbeat ??= setInterval(beat, heartbeatMs).unref();
      stream.once('close', () => remove(name, stream));
      try {
        const unlisten = await wakes.listen(vendor, heard, () => write(stream, WAKE));
        stream.once('close', unlisten);
        if (stream.destroyed) unlisten();
      } catch (error) {
        stream.destroy();
        throw error;
      }
      // The head goes out with the first bytes. What was new before this moment a device learns by asking once the line is open.
      write(stream, HEARTBEAT);
      return stream;
    },

    close() {
      isClosed = true;
      for (const stream of streams.values()) stream.end();
    },
  };
}
