/**
 * Server-sent events (HTML Living Standard, section 9.2) that tell a device to ask for its changes, and nothing else: they hold no data.
 * A comment now and then keeps proxies from closing a quiet line. Each line costs memory for as long as it is open, so that there are only so
 * many: of a process, of a vendor, of a network and of a credential. Keys of devices are free; what staff need is kept for them.
 */

import { PassThrough, type Readable } from 'node:stream';
import { type CountedNetwork, networksOf } from '../../http/limits/network.ts';
import type { Wakes } from './wakes.ts';

export const HEARTBEAT_MS = 20_000;
/** More than this unread, and the device isn't there any more. */
const MAX_UNREAD_BYTES = 4_096;

export interface StreamLimits {
  /** Of this process. */
  readonly total: number;
  /** Of the total, those that devices can't take. */
  readonly keptForStaff: number;
  /** Of the devices of a vendor. */
  readonly devicesOfVendor: number;
  /** Of all devices behind an address, whatever their vendor: a clinic's waiting room is behind one. The wider networks of IPv6 have more. */
  readonly devicesOfNetwork: number;
  /** Of the staff of a vendor. */
  readonly staffOfVendor: number;
  /** Screens of one member of staff. The oldest ends for the next. */
  readonly ofMember: number;
  /** How long one lasts; its owner opens the next. What a stranger holds comes back by it, and so does that of a session that has ended. */
  readonly maxAgeMs: number;
}

export const STREAM_LIMITS: StreamLimits = {
  total: 5_000,
  keptForStaff: 1_000,
  devicesOfVendor: 2_000,
  devicesOfNetwork: 200,
  staffOfVendor: 250,
  ofMember: 10,
  maxAgeMs: 60 * 60_000,
};

const HEARTBEAT = ':\n\n';
/** Without a data line a browser's own EventSource would not dispatch it. */
const WAKE = 'event: wake\ndata:\n\n';

export interface StreamClient {
  readonly vendor: string;
  readonly kind: 'device' | 'staff';
  /** Id of the device, or of the member of staff. */
  readonly credential: string;
  /** IP address. */
  readonly address: string;
  /** Whose news it tells of, where that isn't the device's own: staff's screens all hear of one. */
  readonly heard?: string;
}

/** Whom the staff's screens listen to, beside the ids of devices, which are 43 letters. */
export const STAFF_NEWS = 'staff';

export type OpenedStream =
  | { readonly kind: 'stream'; readonly stream: Readable }
  /** `network`: there are as many behind this address as there may be. `full`: of this vendor or process. */
  | { readonly kind: 'network' | 'full' };

export interface EventStreams {
  /** A device's former stream ends. @throws where the database can't be reached. */
  open(client: StreamClient): Promise<OpenedStream>;
  /** Ends all, and opens no more. */
  close(): void;
}

export interface EventStreamsOptions {
  readonly heartbeatMs?: number;
  readonly limits?: Partial<StreamLimits>;
  /** Milliseconds of a clock that never goes back. */
  readonly clock?: () => number;
}

interface Open {
  readonly stream: PassThrough;
  readonly openedAt: number;
  /** What it counts against. */
  readonly groups: readonly string[];
}

const networkGroup = (network: string) => `network ${network}`;

/** How many are open, by what they count against. */
function createCounts() {
  const counts = new Map<string, number>();
  const of = (group: string) => counts.get(group) ?? 0;
  return {
    of,
    add(group: string, by: 1 | -1): void {
      const count = of(group) + by;
      if (count > 0) counts.set(group, count);
      else counts.delete(group);
    },
  };
}

export function createEventStreams(
  wakes: Pick<Wakes, 'listen'>,
  {
    heartbeatMs = HEARTBEAT_MS,
    limits: given = {},
    clock = () => performance.now(),
  }: EventStreamsOptions = {},
): EventStreams {
  const limits = { ...STREAM_LIMITS, ...given };
  /** Oldest first. */
  const streams = new Set<Open>();
  const byCredential = new Map<string, Set<Open>>();
  const counts = createCounts();
  let heartbeat: NodeJS.Timeout | undefined;
  let isClosed = false;

  function write(stream: PassThrough, text: string): void {
    if (stream.writableLength + stream.readableLength > MAX_UNREAD_BYTES) stream.destroy();
    else if (!stream.writableEnded) stream.write(text);
  }

  function beat(): void {
    for (const { stream, openedAt } of streams) {
      write(stream, HEARTBEAT);
      if (clock() - openedAt >= limits.maxAgeMs) stream.end();
    }
  }

  /** As soon as it is to end, not only once its last byte was read: one that isn't read would keep its place. */
  function remove(open: Open, credential: string): void {
    if (!streams.delete(open)) return;
    for (const group of open.groups) counts.add(group, -1);
    const own = byCredential.get(credential);
    own?.delete(open);
    if (own?.size === 0) byCredential.delete(credential);
    if (streams.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  }

  function refusal(
    { vendor, kind }: StreamClient,
    networks: readonly CountedNetwork[],
  ): 'network' | 'full' | undefined {
    if (isClosed || streams.size >= limits.total) return 'full';
    if (kind === 'staff') return counts.of(`staff ${vendor}`) >= limits.staffOfVendor ? 'full' : undefined;
    const isUsedUp = networks.some(
      ({ name, allowance }) => counts.of(networkGroup(name)) >= limits.devicesOfNetwork * allowance,
    );
    if (isUsedUp) return 'network';
    const isFull =
      counts.of('devices') >= limits.total - limits.keptForStaff ||
      counts.of(`devices ${vendor}`) >= limits.devicesOfVendor;
    return isFull ? 'full' : undefined;
  }

  return {
    async open(client) {
      const { vendor, kind, address, heard = client.credential } = client;
      const credential = `${kind} ${vendor}/${client.credential}`;
      const networks = networksOf(address);
      const ofCredential = kind === 'device' ? 1 : limits.ofMember;
      const [oldest] = byCredential.get(credential) ?? [];
      if (oldest && (byCredential.get(credential)?.size ?? 0) >= ofCredential) {
        remove(oldest, credential);
        oldest.stream.end();
      }
      const refused = refusal(client, networks);
      if (refused) return { kind: refused };
      const stream = new PassThrough();
      const groups =
        kind === 'staff'
          ? [`staff ${vendor}`]
          : ['devices', `devices ${vendor}`, ...networks.map(({ name }) => networkGroup(name))];
      const open: Open = { stream, openedAt: clock(), groups };
      streams.add(open);
      byCredential.set(credential, (byCredential.get(credential) ?? new Set()).add(open));
      for (const group of groups) counts.add(group, 1);
      heartbeat ??= setInterval(beat, heartbeatMs).unref();
      stream.once('close', () => remove(open, credential));
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
      return { kind: 'stream', stream };
    },

    close() {
      isClosed = true;
      for (const { stream } of streams) stream.end();
    },
  };
}
