/**
 * Statements as tagged templates, over node-postgres: ``sql`select … where id = ${id}` `` sends its values apart from its text, prepared
 * where the text is always the same. Nothing is sent before the result is asked for, so that a template can stand in another one.
 */
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { asDatabaseError, ConnectionLostError, isStalePlan } from './connection-lost.ts';
import { type Listening, listen } from './listen.ts';
import type { Pool } from './pool.ts';
import {
  type Fragment,
  type Identifier,
  type Part,
  type Rows,
  renderStatement,
  type Statement,
  type Value,
} from './statement.ts';

type ResultRows = readonly (object | undefined)[];

/** The rows, once they are asked for; or a part of another template. */
export interface Query<Result> extends Promise<Result>, Fragment {}

export interface Queries {
  <Result extends ResultRows = Record<string, unknown>[]>(
    strings: TemplateStringsArray,
    ...parts: readonly Part[]
  ): Query<Result>;
  /** A name of a table, a column or a database within a template. */
  (name: string): Identifier;
  /** Rows to insert within a template: columns and values. */
  (rows: Rows['rows'] | Rows['rows'][number]): Rows;
}

/** Within one transaction, on its connection. Its statements are sent one after the other. */
export interface Transaction extends Queries {
  /** What `copy … to stdout` gives. The next statement waits for its end. */
  copyTo(text: string): Promise<Readable>;
  /** What `copy … from stdin` takes; finished once the server has stored all of it. The next statement waits for that. */
  copyFrom(text: string): Promise<Writable>;
}

/** One connection, for settings and locks of a session. */
export interface Session extends Queries {
  /** Gives it back to the others. @param isSpoilt closes it instead, and with it whatever the session holds. */
  release(isSpoilt?: boolean): void;
}

export interface Sql extends Queries {
  /**
   * Commits what `work` has done, or, where it or any of its statements fails, undoes it and rejects with the error.
   * @param options as after `begin`, such as an isolation level.
   */
  begin<Result>(work: (transaction: Transaction) => Result | Promise<Result>): Promise<Result>;
  begin<Result>(
    options: string,
    work: (transaction: Transaction) => Result | Promise<Result>,
  ): Promise<Result>;
  reserve(): Promise<Session>;
  /**
   * Hears notifications on a connection of its own, which is made again whenever it was lost.
   * @param onListening each time that it listens: what was sent before that was missed.
   */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    onListening: () => void,
  ): Promise<Listening>;
  /** @param withinMs what works still is cut off after that. */
  end(options?: { readonly withinMs?: number }): Promise<void>;
}

const END_WITHIN_MS = 5_000;

/** Whether the connection is of no more use; the pool finds out by itself where its socket is closed. */
const spoils = (error: unknown) =>
  error instanceof ConnectionLostError ||
  isStalePlan(error) ||
  (error instanceof pg.DatabaseError && error.severity !== 'ERROR');

async function send(
  client: pg.ClientBase,
  { text, values, name }: Statement,
): Promise<pg.QueryResult<object>> {
  try {
    return await client.query<object>({ text, values: [...values], ...(name === undefined ? {} : { name }) });
  } catch (error) {
    throw asDatabaseError(error);
  }
}

const plain = (text: string): Statement => ({ text, values: [], name: undefined });

/* oxlint-disable unicorn/no-thenable -- A query is a promise that begins when it is asked. */
class LazyQuery<Result> implements Query<Result> {
  readonly kind = 'fragment';
  readonly [Symbol.toStringTag] = 'Query';
  readonly strings: readonly string[];
  readonly parts: readonly Part[];
  readonly #run: (statement: Statement) => Promise<Result>;
  #result: Promise<Result> | undefined;

  constructor(
    strings: readonly string[],
    parts: readonly Part[],
    run: (statement: Statement) => Promise<Result>,
  ) {
    this.strings = strings;
    this.parts = parts;
    this.#run = run;
  }

  async #start(): Promise<Result> {
    return await this.#run(renderStatement(this.strings, this.parts));
  }

  #ask(): Promise<Result> {
    this.#result ??= this.#start();
    return this.#result;
  }

  // biome-ignore lint/suspicious/noThenProperty: It is a promise that begins when it is asked.
  then<Fulfilled = Result, Rejected = never>(
    onFulfilled?: ((value: Result) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#ask().then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Result | Rejected> {
    return this.#ask().catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Result> {
    return this.#ask().finally(onFinally);
  }
}
/* oxlint-enable unicorn/no-thenable */

function queriesThrough(run: (statement: Statement) => Promise<readonly object[]>): Queries {
  const tag = (first: TemplateStringsArray | string | object, ...parts: readonly Part[]) => {
    if (typeof first === 'string') return { kind: 'identifier', name: first } satisfies Identifier;
    if (Array.isArray(first) && 'raw' in first) return new LazyQuery(first as readonly string[], parts, run);
    const rows = (Array.isArray(first) ? first : [first]) as readonly Readonly<Record<string, Value>>[];
    return { kind: 'rows', rows } satisfies Rows;
  };
  return tag as unknown as Queries;
}

/** Does one thing after the other, whatever became of the one before. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const own = last.then(work, work);
    last = own.catch(() => undefined);
    return own;
  };
}

interface OpenTransaction {
  readonly transaction: Transaction;
  /** Waits for statements that nobody has waited for. @throws the error of the first that failed. */
  settle(): Promise<void>;
  close(): void;
}

function openTransaction(client: pg.PoolClient): OpenTransaction {
  const inTurn = createTurns();
  let isOpen = true;
  let failure: { readonly error: unknown } | undefined;

  async function step<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!isOpen) throw new Error('The transaction has ended.');
    try {
      return await inTurn(work);
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  }

  /** Begins in its turn, and holds the turn until the stream has ended. */
  function stream<Stream extends Readable | Writable>(open: () => Stream): Promise<Stream> {
    return new Promise((resolve, reject) => {
      step(async () => {
        const opened = open();
        resolve(opened);
        await finished(opened).catch((error: unknown) => {
          throw asDatabaseError(error);
        });
      }).catch(reject);
    });
  }

  const queries = queriesThrough((statement) => step(async () => (await send(client, statement)).rows));
  return {
    transaction: Object.assign(queries, {
      copyTo: (text: string) => stream(() => client.query(copyTo(text))),
      copyFrom: (text: string) => stream(() => client.query(copyFrom(text))),
    }),
    async settle() {
      await inTurn(async () => undefined);
      if (failure) throw failure.error;
    },
    close() {
      isOpen = false;
    },
  };
}

export function createSql(pool: Pool): Sql {
  const listenings = new Set<Listening>();

  async function runOnce(statement: Statement): Promise<readonly object[]> {
    const client = await pool.checkOut();
    try {
      const { rows } = await send(client, statement);
      client.release();
      return rows;
    } catch (error) {
      client.release(spoils(error));
      throw error;
    }
  }

  async function run(statement: Statement): Promise<readonly object[]> {
    try {
      return await runOnce(statement);
    } catch (error) {
      // PostgreSQL has refused it before it did anything.
      if (!isStalePlan(error)) throw error;
      return await runOnce({ ...statement, name: undefined });
    }
  }

  async function begin<Result>(
    options: string,
    work: (transaction: Transaction) => Result | Promise<Result>,
  ): Promise<Result> {
    const client = await pool.checkOut();
    const { transaction, settle, close } = openTransaction(client);
    try {
      await send(client, plain(`begin ${options}`));
      const result = await work(transaction);
      await settle();
      close();
      // Of a transaction that has failed, PostgreSQL makes a rollback without calling it an error.
      if ((await send(client, plain('commit'))).command !== 'COMMIT')
        throw new Error('The transaction was rolled back.');
      client.release();
      return result;
    } catch (error) {
      await settle().catch(() => undefined);
      close();
      const isUndone = await send(client, plain('rollback')).then(
        () => true,
        () => false,
      );
      client.release(!isUndone || spoils(error));
      throw error;
    }
  }

  async function reserve(): Promise<Session> {
    const client = await pool.checkOut();
    const inTurn = createTurns();
    let isOpen = true;
    let isLost = false;
    const queries = queriesThrough((statement) =>
      inTurn(async () => {
        if (!isOpen) throw new Error('The session was given back.');
        try {
          return (await send(client, statement)).rows;
        } catch (error) {
          isLost ||= spoils(error);
          throw error;
        }
      }),
    );
    return Object.assign(queries, {
      release(isSpoilt = false) {
        if (!isOpen) return;
        isOpen = false;
        client.release(isSpoilt || isLost);
      },
    });
  }

  return Object.assign(queriesThrough(run), {
    begin: <Result>(
      ...[first, second]:
        | readonly [string, (transaction: Transaction) => Result | Promise<Result>]
        | readonly [(transaction: Transaction) => Result | Promise<Result>]
    ): Promise<Result> => (typeof first === 'string' ? begin(first, second as never) : begin('', first)),
    reserve,
    async listen(channel: string, onNotification: (payload: string) => void, onListening: () => void) {
      const listening = await listen({ newClient: pool.newClient, channel, onNotification, onListening });
      listenings.add(listening);
      return listening;
    },
    async end({ withinMs = END_WITHIN_MS }: { readonly withinMs?: number } = {}) {
      await Promise.all([pool.end(withinMs), ...[...listenings].map((listening) => listening.unlisten())]);
    },
  });
}
