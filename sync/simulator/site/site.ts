/** The vendor's site: processes over one database, the folder of blobs, and an operator who takes backups and puts them back. */
import type { WireRequest } from '../../client/base/ports.ts';
import { MAX_RECORDS_BYTES } from '../../protocol/api/records.ts';
import { createJudgeQueue, type JudgeQueue } from '../../server/core/judging/judge-queue.ts';
import { createRecordFeed } from '../../server/core/records/record-feed.ts';
import type { Chance } from '../base/chance.ts';
import { createLife, type Life } from '../base/life.ts';
import type { Scheduler } from '../base/scheduler.ts';
import { type BlobFolder, createMemoryBlobs } from '../stand-ins/memory-blobs.ts';
import {
  createMemoryDatabase,
  type MemoryDatabase,
  type OperationRow,
} from '../stand-ins/memory-database.ts';
import { createMemoryLedger, type MemoryLedger } from '../stand-ins/memory-ledger.ts';
import { createMemoryOrders } from '../stand-ins/memory-orders.ts';
import { createMemoryRecords, feedIn, type MemoryRecords } from '../stand-ins/memory-records.ts';
import { digest } from '../stand-ins/plain-crypto.ts';
import { createPlainJudge } from '../stand-ins/plain-judge.ts';
import { createPlainSigner } from '../stand-ins/plain-signer.ts';
import { createBackups } from './backups.ts';
import type { Controls } from './controls.ts';
import { sweepWhileUnjudged } from './ledger-sweeps.ts';
import type { Monitor } from './monitor.ts';
import type { ServerAnswer } from './network.ts';
import { createPersonRecords, type PersonRecords, personNow } from './person-records.ts';
import { createSiteSealing } from './sealing.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';
import { createSessions, personId, type Sessions } from './sessions.ts';
import { VENDOR } from './vendor.ts';

export const USUAL_SLOWEST_MS = 4;

interface Running {
  readonly life: Life;
  readonly process: ServerProcess;
  readonly judging: JudgeQueue;
  readonly ledger: MemoryLedger;
  readonly records: MemoryRecords;
  readonly sessions: Sessions | undefined;
}

export interface SiteDependencies {
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  readonly controls: Controls;
  readonly monitor: Monitor;
  readonly processes: number;
  /** Persons with an account, and rows of a page of their records. */
  readonly persons: number;
  readonly pageRows: number;
}

/** What an older version reads: those operations are of a version that it has never heard of. */
function asReadBefore(body: unknown, { isAhead }: Pick<Monitor, 'isAhead'>): unknown {
  if (typeof body !== 'object' || body === null || !('ops' in body) || !Array.isArray(body.ops)) return body;
  const ops = body.ops.map((operation: unknown) =>
    typeof operation === 'object' &&
    operation !== null &&
    'opId' in operation &&
    isAhead(String(operation.opId))
      ? { ...operation, v: 99 }
      : operation,
  );
  return { ...body, ops };
}

/** @returns undefined where the process dies over it. */
function serveBy({ life, process }: Running, request: WireRequest): Promise<ServerAnswer | undefined> {
  return new Promise((resolve) => {
    life.onDeath(() => resolve(undefined));
    process
      .handle(request)
      .then(resolve, () => resolve({ status: 500, headers: { 'x-sync-protocol': '1' }, body: '{}' }));
  });
}

/** What every process of a site shares. */
interface World
  extends Pick<SiteDependencies, 'scheduler' | 'controls' | 'monitor' | 'persons' | 'pageRows'> {
  readonly luck: Chance;
  readonly signer: ReturnType<typeof createPlainSigner>;
  readonly nonceKey: Uint8Array;
  readonly database: MemoryDatabase;
  readonly folder: BlobFolder;
  readonly sweepers: ReadonlySet<() => void>;
  readonly wakes: ReadonlySet<(person: string) => void>;
  readonly now: () => Date;
  readonly uuid: () => string;
  readonly pauseFor: (life: Life) => () => Promise<void>;
  readonly judge: ReturnType<typeof createPlainJudge>;
  readonly readPush: (body: unknown) => unknown;
  readonly personRecords: PersonRecords;
  readonly personLuck: Chance;
  readonly spentCodes: Set<string>;
}

/** One process of the server, until its life ends. */
function openProcess(world: World, life: Life): Running {
  const { scheduler, controls, monitor, persons, pageRows, luck, signer, nonceKey, database, folder } = world;
  const { sweepers, wakes, now, uuid, pauseFor, judge, readPush, personRecords, personLuck } = world;
  const { spentCodes: spent } = world;
  const pause = pauseFor(life);
  const hooks = {
    onStored(rows: readonly OperationRow[]) {
      monitor.onStored(rows, database.tables, folder);
      for (const wake of sweepers) wake();
    },
    onJudged: monitor.onJudged,
  };
  const records = createMemoryRecords({
    ...{ database, life, now, pause },
    mark: () => personLuck.whole(1, 2 ** 47),
    onCommitted(name, feed, before) {
      monitor.persons.onCommitted(name, feed, before);
      for (const wake of wakes) wake(name.person);
    },
    numbersUnordered: controls.recordNumbersUnordered === true,
    sweepsSilently: controls.sweepsSilently === true,
    mergesSilently: controls.mergesSilently === true,
  });
  const own = createMemoryLedger({
    ...{ database, life, signer, now, uuid, pause },
    ...hooks,
    orders: createMemoryOrders({ database, textOf: judge.textOfRow, controls: controls.shop ?? {}, now }),
    persons: persons === 0 ? undefined : { records, publish: personRecords },
    feedUnordered: controls.feedUnordered === true,
    heldSharesSeq: controls.heldSharesSeq === true,
  });
  const ledger = controls.ledger?.(own, { life, scheduler, database, now, ...hooks }) ?? own;
  const judging = createJudgeQueue({
    store: ledger,
    judge: async (operations) => {
      // Virtual time stands still while a real transaction runs.
      if (controls.realSince === undefined) await pause();
      return await life.through(() => judge.decide(operations));
    },
    giveUp: judge.decide,
    isFaultOfOne: () => false,
    concurrency: luck.whole(1, 2),
    onError: () => undefined,
  });
  let sessions: Sessions | undefined;
  const openSessions = (nonce: () => string) => {
    sessions = createSessions({
      ...{ database, records, persons, spent, now, nonce },
      uuid: personLuck.uuid,
      read: createRecordFeed({
        ...{ view: records.view, now, mintEpoch: ledger.epoch },
        limits: { rows: pageRows, bytes: MAX_RECORDS_BYTES },
      }),
    });
    return sessions;
  };
  const process = createServerProcess({
    vendor: VENDOR,
    sessions: persons === 0 ? undefined : openSessions,
    ledger,
    signer,
    judging,
    blobs: createMemoryBlobs({ database, folder, life, pause }),
    nonceKey,
    now,
    readPush,
    trustsTheTable: controls.trustsTheTable === true,
    // A dead process may come so far by its timers; nobody hears it.
    onPushed: (device, text) => life.reach(() => monitor.onPushed(device, text, database.incarnation)),
  });
  return { life, process, judging, ledger, records, sessions };
}

export function createSite(dependencies: SiteDependencies) {
  const { scheduler, chance, controls, monitor, processes, persons, pageRows } = dependencies;
  const luck = chance.fork('site');
  const signer = createPlainSigner(chance.fork('receipts').bytes(32));
  const nonceKey = chance.fork('nonces').bytes(32);
  const rootKey = digest(chance.fork('root').bytes(32));
  const database: MemoryDatabase = createMemoryDatabase();
  const folder: BlobFolder = new Map();
  const running: (Running | undefined)[] = [];
  const sweepers = new Set<() => void>();
  let upgraded = false;
  /** Longest step of a transaction, ms. */
  let slowest = USUAL_SLOWEST_MS;

  const now = () => new Date(scheduler.now());
  const uuid = () => luck.uuid();
  const pauseFor = (life: Life) => () =>
    life.through(() =>
      scheduler.pause(
        luck.happens(slowest > USUAL_SLOWEST_MS ? 0.6 : 0.9) ? luck.fraction() : luck.fraction() * slowest,
      ),
    );

  const sealing = createSiteSealing({ luck, now: scheduler.now, rootKey });
  const judge = createPlainJudge({
    publicKeyOf: sealing.publicKeyOf,
    happensToFail: (probability) => luck.happens(probability),
  });

  const readPush = (body: unknown): unknown => {
    const read = controls.readPush?.(body) ?? body;
    return upgraded ? read : asReadBefore(read, monitor);
  };

  const personRecords = createPersonRecords({ database, textOf: judge.textOfRow });
  const personLuck = chance.fork('persons');
  const wakes = new Set<(person: string) => void>();

  const world = {
    ...{ scheduler, controls, monitor, persons, pageRows, luck, signer, nonceKey, database, folder },
    ...{ sweepers, wakes, now, uuid, pauseFor, judge, readPush, personRecords, personLuck },
    spentCodes: new Set<string>(),
  };
  const backups = createBackups({ scheduler, controls, database, folder, uuid, pauseFor });

  function start(index: number): void {
    if (running[index]) return;
    const life = createLife();
    const opened = openProcess(world, life);
    running[index] = opened;
    life.onDeath(() => {
      if (running[index]?.life === life) running[index] = undefined;
    });
    sweepWhileUnjudged({ scheduler, life, judging: opened.judging, database, wakes: sweepers });
  }
  for (let index = 0; index < processes; index += 1) start(index);

  const alive = () => running.filter((each) => each !== undefined);

  return {
    signer,
    database,
    textOf: judge.textOfRow,
    textOfSealed: judge.textOf,
    /** The draft that a stored operation was, where it was one. */
    draftOf: (row: OperationRow): string | undefined =>
      /"valueString":"([0-9a-f-]{36}) /.exec(judge.textOfRow(row) ?? '')?.[1],
    folder,
    manifest: sealing.manifest,
    rotate: sealing.rotate,
    upgrade: () => {
      upgraded = true;
    },
    setSlowest(milliseconds: number) {
      slowest = milliseconds;
    },

    /** @returns undefined where nobody answers, or the process dies over it. */
    serve(request: WireRequest): Promise<ServerAnswer | undefined> {
      const there = alive();
      const chosen = there[luck.whole(0, Math.max(0, there.length - 1))];
      if (!chosen) return Promise.resolve(undefined);
      return serveBy(chosen, request);
    },

    start,
    crash: (index: number) => running[index]?.life.kill(),
    crashAt: (index: number, calls: number, moment: 'before' | 'after') =>
      running[index]?.life.killAt(calls, moment),

    /** Staff work through what is open, or some of it. */
    async resolve(most: number): Promise<void> {
      const [first] = alive();
      if (!first) return;
      const open = [...database.tables.items.values()].filter((item) => item.resolvedAt === undefined);
      for (const { opId } of open.slice(0, most)) await first.ledger.resolve(VENDOR, opId);
    },

    /** What a person's records are, after any merge. */
    recordsOf: (who: number) =>
      feedIn(database.tables, { vendor: VENDOR, person: personNow(database.tables, personId(who)) }),
    /** Told of whose records have changed, and so whose devices the stream wakes. */
    onWake(wake: (person: string) => void): () => void {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
    /** What staff and time do to persons. */
    async persons(
      work: (parts: {
        readonly database: MemoryDatabase;
        readonly records: MemoryRecords;
        readonly sessions: Sessions;
        readonly publish: PersonRecords;
      }) => Promise<void>,
    ): Promise<void> {
      const [first] = alive();
      if (first?.sessions === undefined) return;
      const { records, sessions } = first;
      await work({ database, records, sessions, publish: personRecords });
    },

    backup: backups.take,
    /**
     * Puts a backup back: the newest, or one before. @param said whether by the command, which mints an epoch; else by other means, and
     * nobody is told. @returns whether there was one.
     */
    restore(before: number, said: boolean, withFolder: boolean): boolean {
      const announced = said || controls.careful === true;
      const chosen = backups.choose(before);
      if (!chosen) return false;
      for (const each of alive()) each.life.kill();
      backups.putBack(chosen, announced, withFolder);
      monitor.onRestored(announced);
      for (let index = 0; index < processes; index += 1) start(index);
      return true;
    },
  };
}
export type Site = ReturnType<typeof createSite>;
