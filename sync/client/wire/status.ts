/**
 * What the last answers of the server say: connection, what keeps deliveries back, which are under way. Told to the other
 * tabs, because only one of them sends.
 */
import { z } from 'zod/mini';
import type { Channel, Unsubscribe } from '../base/ports.ts';

export interface Connection {
  readonly state: 'online' | 'offline' | 'unknown';
  readonly clockSkewMs?: number;
}
/** Why a whole request came to nothing; it says nothing of the operations in it. */
export type Obstacle = 'offline' | 'server-busy' | 'update-needed' | 'sign-in-needed' | 'not-understood';

/** Bytes of an operation's blobs that have arrived, and of all of them. */
export interface UploadProgress {
  readonly done: number;
  readonly total: number;
}

/** A smaller change of the skew is the network's jitter, and no news. */
export const SKEW_STEP_MS = 1_000;

export interface Status {
  connection(): Connection;
  obstacle(): Obstacle | undefined;
  isSending(opId: string): boolean;
  /** @returns undefined where nothing of it waits to be uploaded, or nothing has been tried yet. */
  uploadOf(opId: string): UploadProgress | undefined;
  /** `serverTime` in RFC 3339, `at` the device's clock when it was read there. */
  reached(serverTime: string | undefined, at: number): void;
  unreached(): void;
  /** Not known: the network has changed since the last answer. */
  unsettle(): void;
  hinder(obstacle: Obstacle | undefined): void;
  sending(opIds: readonly string[], under: boolean): void;
  /** Of all operations that have blobs to upload. */
  uploading(uploads: ReadonlyMap<string, UploadProgress>): void;
  watch(listener: () => void): Unsubscribe;
  stop(): void;
}

const messageSchema = z.object({
  status: z.object({
    state: z.enum(['online', 'offline', 'unknown']),
    skew: z.optional(z.number()),
    obstacle: z.optional(
      z.enum(['offline', 'server-busy', 'update-needed', 'sign-in-needed', 'not-understood']),
    ),
    sending: z.array(z.string()),
    uploads: z.optional(z.record(z.string(), z.object({ done: z.number(), total: z.number() }))),
  }),
});

function parseMessage(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}

export function createStatus(channel: Channel): Status {
  let connection: Connection = { state: 'unknown' };
  let obstacle: Obstacle | undefined;
  const mine = new Set<string>();
  let theirs: ReadonlySet<string> = new Set();
  let uploads: ReadonlyMap<string, UploadProgress> = new Map();
  const listeners = new Set<() => void>();

  const tellHere = () => {
    for (const listener of listeners) listener();
  };
  const tell = () => {
    const skew = connection.clockSkewMs;
    const status = {
      state: connection.state,
      ...(skew === undefined ? {} : { skew }),
      ...(obstacle === undefined ? {} : { obstacle }),
      sending: [...mine],
      uploads: Object.fromEntries(uploads),
    };
    channel.post(JSON.stringify({ status }));
    tellHere();
  };
  const turn = (state: Connection['state'], skew = connection.clockSkewMs) => {
    if (state === connection.state && skew === connection.clockSkewMs) return;
    connection = skew === undefined ? { state } : { state, clockSkewMs: skew };
    tell();
  };

  const stopListening = channel.listen((message) => {
    const parsed = messageSchema.safeParse(parseMessage(message));
    if (!parsed.success) return;
    const { state, skew, obstacle: theirObstacle, sending, uploads: theirUploads } = parsed.data.status;
    connection = skew === undefined ? { state } : { state, clockSkewMs: skew };
    obstacle = theirObstacle;
    theirs = new Set(sending);
    uploads = new Map(Object.entries(theirUploads ?? {}));
    tellHere();
  });

  return {
    connection: () => connection,
    obstacle: () => obstacle,
    isSending: (opId) => mine.has(opId) || theirs.has(opId),
    uploadOf: (opId) => uploads.get(opId),
    reached(serverTime, at) {
      const measured = serverTime === undefined ? Number.NaN : Math.round(at - Date.parse(serverTime));
      const before = connection.clockSkewMs;
      const same =
        Number.isNaN(measured) || (before !== undefined && Math.abs(measured - before) < SKEW_STEP_MS);
      turn('online', same ? before : measured);
    },
    unreached: () => turn('offline'),
    unsettle: () => turn('unknown'),
    hinder(next) {
      if (next === obstacle) return;
      obstacle = next;
      tell();
    },
    sending(opIds, under) {
      for (const opId of opIds) {
        if (under) mine.add(opId);
        else mine.delete(opId);
      }
      tell();
    },
    uploading(next) {
      const same =
        next.size === uploads.size &&
        [...next].every(([opId, { done, total }]) => {
          const before = uploads.get(opId);
          return before?.done === done && before.total === total;
        });
      uploads = new Map(next);
      if (!same) tell();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopListening();
      listeners.clear();
    },
  };
}
