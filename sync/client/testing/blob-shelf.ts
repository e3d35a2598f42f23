/** The blobs of the clinic for tests: takes parts as the protocol says, and counts the bytes that came twice. */
import { hex } from '../base/bytes.ts';
import type { WireRequest } from '../base/ports.ts';

export interface BlobAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export function createBlobShelf() {
  const blobs = new Map<string, { bytes: Uint8Array<ArrayBuffer>; complete: boolean }>();
  const traffic = { received: 0 };

  async function append(
    name: string,
    request: WireRequest,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<BlobAnswer> {
    const now = blobs.get(name) ?? { bytes: new Uint8Array(), complete: false };
    const at = Number(request.headers['upload-offset']);
    const length = Number(request.headers['upload-length']);
    traffic.received += bytes.length;
    if (at !== now.bytes.length) return { status: 409, headers: position(name) };
    const joined = new Uint8Array(at + bytes.length);
    joined.set(now.bytes);
    joined.set(bytes, at);
    const complete = joined.length === length;
    blobs.set(name, { bytes: joined, complete });
    if (complete && hex(new Uint8Array(await crypto.subtle.digest('SHA-256', joined))) !== name) {
      blobs.delete(name);
      return { status: 460, headers: {} };
    }
    return { status: 204, headers: position(name) };
  }

  function position(name: string): Record<string, string> {
    const blob = blobs.get(name);
    return {
      'upload-offset': String(blob?.bytes.length ?? 0),
      'upload-complete': blob?.complete ? '?1' : '?0',
    };
  }

  return {
    /** Bytes of parts that arrived, those that came twice included. */
    traffic,
    has: (name: string) => blobs.get(name)?.complete === true,
    read: (name: string) => blobs.get(name)?.bytes,
    lose: (name: string) => blobs.delete(name),
    names: () => [...blobs.keys()],
    async serve(request: WireRequest): Promise<BlobAnswer> {
      const name = request.url.split('/').at(-1) ?? '';
      if (request.method === 'PATCH') return await append(name, request, request.body ?? new Uint8Array());
      return { status: blobs.has(name) ? 200 : 404, headers: position(name) };
    },
  };
}
