/**
 * What the kiosk writes down about itself (K9): named events with fields from closed lists or of fixed shapes. There is no free text, so that
 * nothing a patient wrote can get in: not by a message of an error, not by an address, not by a key that was pressed.
 */
import { z } from 'zod';

const count = z.int().nonnegative().max(1_000_000_000);
const milliseconds = z.number().nonnegative().max(1e12).transform(Math.round);
/** Names in code: of classes of errors, of switches. Short and without digits, so that no name, date or number of a person fits usefully. */
const identifier = z.string().regex(/^[A-Za-z][A-Za-z-]{0,39}$/);
const version = z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}(-[a-z]{1,8}\.\d{1,4})?$/);

/** Why a kiosk was started. */
export const RESTART_REASONS = [
  'none',
  'view-failures',
  'gpu-failures',
  'update',
  'staff',
  'wipe-failed',
  'clinic',
  'night',
] as const;

/** Every event, with its fields. */
export const events = {
  'app.started': z.strictObject({
    version,
    restart: z.enum(RESTART_REASONS),
  }),
  'app.refused': z.strictObject({ switches: z.array(identifier).max(20) }),
  'app.stopped': z.strictObject({ by: z.enum(['staff', 'watchdog', 'update', 'system']) }),
  'assignment.accepted': z.strictObject({ version: count }),
  'assignment.refused': z.strictObject({
    fault: z.enum([
      'unreadable',
      'wrong-vendor',
      'wrong-device',
      'unknown-root',
      'bad-signature',
      'rolled-back',
      'expired',
      'not-yet-valid',
    ]),
  }),
  'session.begun': z.strictObject({}),
  'session.ended': z.strictObject({
    by: z.enum(['done', 'patient', 'idle', 'staff', 'recovery', 'suspend', 'pause']),
    lastedMs: milliseconds,
  }),
  'session.wiped': z.strictObject({ tookMs: milliseconds, complete: z.boolean() }),
  'view.failed': z.strictObject({
    failure: z.enum([
      'abnormal-exit',
      'killed',
      'crashed',
      'oom',
      'launch-failed',
      'integrity-failure',
      'memory-eviction',
      'unresponsive',
      'load-failed',
      'preload-error',
      'no-first-paint',
      'no-heartbeat',
    ]),
  }),
  'gpu.died': z.strictObject({}),
  'kept-back': z.strictObject({
    what: z.enum([
      'key',
      'navigation',
      'frame-navigation',
      'redirect',
      'window',
      'webview',
      'client-certificate',
      'login',
      'download',
      'request',
      'permission',
      'call',
      'close',
    ]),
  }),
  'file.tampered': z.strictObject({}),
  'intake.sealed': z.strictObject({
    counter: count,
    sizeClass: z.enum(['4k', '16k', '64k', '256k', 'larger']),
  }),
  'outbox.depth': z.strictObject({ waiting: count, oldestMs: milliseconds }),
  'sync.contact': z.strictObject({
    state: z.enum(['online', 'offline']),
    skewMs: z.number().max(1e12).min(-1e12).transform(Math.round),
  }),
  'staff.pin': z.strictObject({ verdict: z.enum(['right', 'wrong', 'locked']) }),
  'update.state': z.strictObject({
    state: z.enum(['found', 'waiting', 'installed', 'refused', 'rolled-back']),
    version,
  }),
  fault: z.strictObject({ where: identifier, error: identifier }),
} as const;

export type EventName = keyof typeof events;
export type EventFields<Name extends EventName> = z.input<(typeof events)[Name]>;

export interface KioskLog {
  /** Never throws. What doesn't fit its event is left out, and counted as `log.dropped` in the next line. */
  write<Name extends EventName>(name: Name, fields: EventFields<Name>): void;
  /** Of what was thrown: the name of its class alone, never its message or stack. */
  fault(where: string, error: unknown): void;
}

export interface LogOptions {
  /** ms since 1970; lines carry it to the second. */
  readonly now: () => number;
  /** One line without its end; at most some hundred bytes. */
  readonly append: (line: string) => void;
}

/** Names that the platform gives to errors; a class of somebody else's might be named by what it met. */
const KNOWN_ERRORS: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'AggregateError',
  'AbortError',
  'TimeoutError',
  'NotFoundError',
  'NotAllowedError',
  'QuotaExceededError',
  'InvalidStateError',
  'DataError',
  'OperationError',
  'StorageError',
  'ZodError',
]);

export function createKioskLog({ now, append }: LogOptions): KioskLog {
  let dropped = 0;

  function write(name: EventName, fields: unknown): void {
    try {
      const schema: z.ZodType | undefined = Object.hasOwn(events, name) ? events[name] : undefined;
      const parsed = schema?.safeParse(fields);
      if (parsed?.success !== true) {
        dropped += 1;
        return;
      }
      const at = new Date(Math.floor(now() / 1000) * 1000).toISOString().replace('.000Z', 'Z');
      const line = { at, event: name, ...(parsed.data as object), ...(dropped > 0 ? { dropped } : {}) };
      append(JSON.stringify(line));
      dropped = 0;
    } catch {
      dropped += 1;
    }
  }

  return {
    write,
    fault(where, error) {
      const name = error instanceof Error && KNOWN_ERRORS.has(error.name) ? error.name : 'Unknown';
      write('fault', { where, error: name });
    },
  };
}
