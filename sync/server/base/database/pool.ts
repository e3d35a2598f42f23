/** Connections to PostgreSQL, none of which can end the process: one that is lost fails its statement, and the next is another one. */
import pg from 'pg';
import { StartupError } from '../process/startup-error.ts';
import { asDatabaseError, ConnectionLostError } from './connection-lost.ts';
import { createReconnectGate } from './reconnect-gate.ts';

/** How long a connection may take to be made, and how long a statement waits for one to be free. */
const CONNECT_WITHIN_MS = 15_000;
/** TCP probes after that much silence: a database whose machine is gone says nothing. */
const KEEP_ALIVE_AFTER_MS = 30_000;

export interface Pool {
  /** For Drizzle, which asks for this class. Prefer {@link checkOut}. */
  readonly driver: pg.Pool;
  /** @throws ConnectionLostError where the database can't be reached, or this has been ended. */
  checkOut(): Promise<pg.PoolClient>;
  /** A connection outside the pool, not connected yet. It is closed by {@link end}, too. */
  newClient(): pg.Client;
  /** Closes everything; what still works after that time is cut off. Resolves when no connection is left, or they are cut off. */
  end(withinMs: number): Promise<void>;
}

export interface PoolOptions {
  readonly connections: number;
  /** Settings of each session, such as `{ synchronous_commit: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const { builtins } = pg.types;
const TEXT_ARRAY = 1009;
/** By the type's number. Times and 64-bit numbers stay text: JavaScript's would lose digits. */
const asText: ReadonlySet<number> = new Set([
  builtins.TIMESTAMPTZ,
  builtins.TIMESTAMP,
  builtins.DATE,
  builtins.INTERVAL,
]);
/** `bigint[]`, `numeric[]`, and those of times. */
const asTextArrays: ReadonlySet<number> = new Set([1016, 1231, 1115, 1182, 1185, 1187]);

function typeParser(type: number, format?: 'text' | 'binary'): unknown {
  if (asText.has(type)) return (text: string) => text;
  return pg.types.getTypeParser(
    asTextArrays.has(type) ? TEXT_ARRAY : type,
    format === 'binary' ? format : 'text',
  );
}

/** By libpq's `sslmode`; and `ssl`, as some drivers call it. */
const sslModes: Readonly<Record<string, string>> = {
  true: 'verify-full',
  '1': 'verify-full',
  false: 'disable',
  '0': 'disable',
};

/**
 * The address with the modes of TLS in libpq's sense, so that `require` encrypts without asking for a certificate that this machine knows.
 * @throws StartupError for modes that fall back to no encryption silently.
 */
export function connectionString(url: string): string {
  const parsed = new URL(url);
  const ssl = parsed.searchParams.get('ssl');
  const mode = parsed.searchParams.get('sslmode') ?? (ssl === null ? null : (sslModes[ssl] ?? ssl));
  parsed.searchParams.delete('ssl');
  parsed.searchParams.delete('options');
  if (mode === null) return parsed.href;
  if (!['disable', 'require', 'no-verify', 'verify-ca', 'verify-full'].includes(mode))
    throw new StartupError(
      `DATABASE_URL names sslmode ${mode}: use disable, require, verify-ca or verify-full.`,
    );
  parsed.searchParams.set('sslmode', mode === 'no-verify' ? 'require' : mode);
  parsed.searchParams.set('uselibpqcompat', 'true');
  return parsed.href;
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

export function createPool(url: string, { connections, settings = {} }: PoolOptions): Pool {
  const gate = createReconnectGate();
  const clients = new Set<pg.Client>();
  const waiting = new Set<(error: Error) => void>();
  let isEnding = false;
  let drained: Promise<void> | undefined;

  class GuardedClient extends pg.Client {
    constructor(options?: string | pg.ClientConfig) {
      super(options);
      clients.add(this);
      this.once('end', () => clients.delete(this));
      // Without a listener, Node ends the process for a connection that is lost while nothing is asked of it. Statements hear of it themselves.
      this.on('error', () => undefined);
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connected = this.connectThroughGate();
      if (!callback) return connected;
      const tell = callback as (error: Error | null, client?: pg.Client) => void;
      connected.then(
        (client) => tell(null, client),
        (error: Error) => tell(error),
      );
      return undefined;
    }

    private async connectThroughGate(): Promise<pg.Client> {
      if (isEnding || !gate.tryPass()) {
        clients.delete(this);
        throw new ConnectionLostError();
      }
      try {
        await super.connect();
        gate.succeeded();
        return this;
      } catch (error) {
        gate.failed();
        throw asDatabaseError(error);
      }
    }
  }

  const parameters = { timezone: 'UTC', ...settings };
  const options: pg.ClientConfig = {
    connectionString: connectionString(url),
    application_name: 'carefront',
    options: Object.entries(parameters)
      .map(([name, value]) => `-c ${name}=${value}`)
      .concat(new URL(url).searchParams.get('options') ?? [])
      .join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  };
  const driver = new pg.Pool({
    ...options,
    Client: GuardedClient,
    max: connections,
    // Connections stay, with what they have prepared.
    idleTimeoutMillis: 0,
  });
  // An idle connection that was lost is out of the pool already.
  driver.on('error', () => undefined);
  const query = driver.query.bind(driver) as (config: unknown, values: unknown) => Promise<unknown>;
  driver.query = (async (config: unknown, values: unknown) => {
    try {
      return await query(config, values);
    } catch (error) {
      throw asDatabaseError(error);
    }
  }) as typeof driver.query;

  async function untilClosed(): Promise<void> {
    await Promise.all([
      driver.end(),
      ...[...clients].map((client) => new Promise<void>((resolve) => client.once('end', () => resolve()))),
    ]);
  }

  function cutOff(): void {
    for (const client of clients) {
      const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
      stream.destroy();
    }
  }

  return {
    driver,

    checkOut() {
      return new Promise((resolve, reject) => {
        if (isEnding) return reject(new ConnectionLostError('CONNECTION_ENDED'));
        waiting.add(reject);
        driver.connect().then(
          (client) => {
            // The caller has been refused meanwhile.
            if (!waiting.delete(reject)) client.release(true);
            else resolve(client);
          },
          (error: unknown) => {
            waiting.delete(reject);
            reject(asDatabaseError(error));
          },
        );
      });
    },

    newClient: () => new GuardedClient(options),

    async end(withinMs) {
      isEnding = true;
      for (const reject of waiting) reject(new ConnectionLostError('CONNECTION_ENDED'));
      waiting.clear();
      drained ??= untilClosed();
      const { promise: tooLong, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, withinMs);
      await Promise.race([drained, tooLong]);
      clearTimeout(timer);
      cutOff();
    },
  };
}
