/**
 * Tells devices' event streams, in whichever process they are, that there is something new. A hint: one that is lost costs a device the
 * time until it asks by itself. Over LISTEN/NOTIFY, gathered, and outside of the transactions with the news: a NOTIFY makes
 * commits wait for each other.
 */
import type { Sql } from '../../base/database/database.ts';

const CHANNEL = 'carefront_wake';
const GATHER_MS = 50;
/** PostgreSQL takes less than 8,000 bytes a notification. */
const MAX_BYTES = 7_500;

export interface Wakes {
  /** Something of this device is new, and committed. */
  wake(vendor: string, device: string): void;
  /**
   * Resolves once nothing new is missed any more, to what ends it.
   * @throws where the database can't be reached.
   */
  listen(vendor: string, device: string, onWake: () => void): Promise<() => void>;
  /** Sends what is gathered, and listens no longer. */
  close(): Promise<void>;
}

/** Neither a slug nor a thumbprint has a slash or a space in it. */
const nameOf = (vendor: string, device: string) => `${vendor}/${device}`;

function inNotifications(names: Iterable<string>): readonly string[] {
  const payloads: string[] = [];
  let payload = '';
  for (const name of names) {
    if (payload !== '' && payload.length + name.length + 1 > MAX_BYTES) {
      payloads.push(payload);
      payload = '';
    }
    payload = payload === '' ? name : `${payload} ${name}`;
  }
  return payload === '' ? payloads : [...payloads, payload];
}

export function createWakes(sql: Sql): Wakes {
  const listeners = new Map<string, Set<() => void>>();
  let gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let listening: Promise<{ unlisten: () => Promise<void> }> | undefined;
  let isClosed = false;

  function deliver(names: Iterable<string>): void {
    for (const name of names) for (const listener of listeners.get(name) ?? []) listener();
  }

  async function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const names = gathered;
    gathered = new Set();
    if (names.size === 0) return;
    try {
      await sql`select pg_notify(${CHANNEL}, payload) from unnest(${[...inNotifications(names)]}::text[]) as payload`;
    } catch {
      // Nobody else hears of it; those that are here do.
      deliver(names);
    }
  }

  function startListening(): Promise<unknown> {
    listening ??= sql.listen(
      CHANNEL,
      (payload) => deliver(payload.split(' ')),
      // Also after the line was lost, and with it whatever was sent meanwhile.
      () => deliver(listeners.keys()),
    );
    listening.catch(() => {
      listening = undefined;
    });
    return listening;
  }

  return {
    wake(vendor, device) {
      if (isClosed) return;
      gathered.add(nameOf(vendor, device));
      timer ??= setTimeout(() => void send(), GATHER_MS);
    },

    async listen(vendor, device, onWake) {
      await startListening();
      const name = nameOf(vendor, device);
      const own = listeners.get(name) ?? new Set();
      listeners.set(name, own.add(onWake));
      return () => {
        own.delete(onWake);
        if (own.size === 0 && listeners.get(name) === own) listeners.delete(name);
      };
    },

    async close() {
      isClosed = true;
      await send();
      const channel = await listening?.catch(() => undefined);
      await channel?.unlisten().catch(() => undefined);
    },
  };
}
