/**
 * Calls and events of the bridge with their types: what the page asks, and what it is told, is read with the contract's schemas. The shell is
 * trusted; a shell of another version than the page isn't a reason to show something that nobody meant.
 */
import type { z } from 'zod/mini';
import { StorageError, type StorageErrorCode } from '../../../sync/client/base/storage-error.ts';
import type { Unsubscribe } from '../contract/contract.ts';
import { type KioskBridge, kioskBridge } from './bridge-contract.ts';
import type { PageApi } from './page-api.ts';

type Calls = KioskBridge['calls'];
type Events = KioskBridge['events'];
export type CallName = keyof Calls;
export type EventName = keyof Events;
export type CallRequest<Name extends CallName> = z.input<Calls[Name]['request']>;
export type CallResult<Name extends CallName> = z.output<Calls[Name]['result']>;
export type EventPayload<Name extends EventName> = z.output<Events[Name]>;

/** Codes that mean to a screen what they mean in a browser. */
const STORAGE_CODES: Readonly<Record<string, StorageErrorCode>> = {
  quota: 'quota',
  closed: 'closed',
  timeout: 'timeout',
  aborted: 'aborted',
  'memory-only': 'memory-only',
  'taken-over': 'taken-over',
  mismatch: 'mismatch',
  absent: 'absent',
  unsealable: 'unsealable',
  'blob-missing': 'blob-missing',
  'too-many-blobs': 'too-many-blobs',
  unreadable: 'unreadable',
  blocked: 'blocked',
  'newer-version': 'newer-version',
  'not-storable': 'not-storable',
  locked: 'locked',
  disk: 'disk',
  busy: 'busy',
};

/** The shell didn't let it: staff isn't signed in, or the call came from a session that is over. */
export class ForbiddenError extends Error {
  override name = 'ForbiddenError';
  readonly code = 'forbidden';
  constructor() {
    super('bridge: forbidden');
  }
}

function errorOf(code: string): Error {
  return code === 'forbidden' ? new ForbiddenError() : new StorageError(STORAGE_CODES[code] ?? 'unknown');
}

export interface Bridge {
  /** @throws StorageError with the shell's code, `unknown` where it has none that a screen knows; {@link ForbiddenError}. */
  call<Name extends CallName>(name: Name, request: CallRequest<Name>): Promise<CallResult<Name>>;
  /** For what nobody waits for: a failure is the shell's to log. */
  tell<Name extends CallName>(name: Name, request: CallRequest<Name>, failed?: () => void): void;
  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): Unsubscribe;
}

export function createBridge(api: PageApi): Bridge {
  const bridge: Bridge = {
    async call<Name extends CallName>(name: Name, request: CallRequest<Name>): Promise<CallResult<Name>> {
      const ask = api.calls[name];
      if (ask === undefined) throw new StorageError('unknown');
      const answer = await ask(request).catch(() => undefined);
      if (answer === undefined) throw new StorageError('unknown');
      if (!answer.ok) throw errorOf(answer.code);
      // The compiler doesn't follow an indexed schema to its output.
      return parseWith(kioskBridge.calls[name].result, answer.value) as CallResult<Name>;
    },
    tell(name, request, failed = () => undefined) {
      bridge.call(name, request).catch(failed);
    },
    on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void) {
      const subscribe = api.events[name];
      if (subscribe === undefined) return () => undefined;
      return subscribe((payload) => {
        const parsed = kioskBridge.events[name].safeParse(payload);
        // What isn't of the contract tells nothing; the next event does.
        if (parsed.success) listener(parsed.data as EventPayload<Name>);
      });
    },
  };
  return bridge;
}

/** The message of a schema's own error quotes what it found. */
function parseWith<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new StorageError('unknown');
  return parsed.data;
}
