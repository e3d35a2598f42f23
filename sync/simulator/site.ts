/** The vendor's site: processes over one database, the folder of blobs, and an operator who takes backups and puts them back. */
import { base64url } from '../client/bytes.ts';
import type { WireRequest } from '../client/ports.ts';
import type { KeyManifest } from '../domain/key-manifest.ts';
import { manifestBytes } from '../protocol/key-manifest.ts';
import { SUITE_HPKE_P256 } from '../seal/envelope.ts';
import { createJudgeQueue, type JudgeQueue } from '../server/judging/judge-queue.ts';
import type { Chance } from './chance.ts';
import type { Controls } from './controls.ts';
import { createLife, type Life } from './life.ts';
import { type BlobFolder, createMemoryBlobs } from './memory-blobs.ts';
import {
  createMemoryDatabase,
  type MemoryDatabase,
  type OperationRow,
  type Snapshot,
} from './memory-database.ts';
import { createMemoryLedger, type MemoryLedger } from './memory-ledger.ts';
import type { Monitor } from './monitor.ts';
import type { ServerAnswer } from './network.ts';
import { digest, signatureOf } from './plain-crypto.ts';
import { createPlainJudge } from './plain-judge.ts';
import { createPlainSigner } from './plain-signer.ts';
import type { Scheduler } from './scheduler.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

export const VENDOR = 'willow';
export const ENDPOINT = 'https://care.example/connect/willow';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** No operator puts back a backup that is older: what devices may have let go of by then is beyond what anybody promises. */
export const OLDEST_RESTORED_MS = 7 * DAY_MS;
export const USUAL_SLOWEST_MS = 4;
const SWEEP_EVERY_MS = 15_000;
const POINT_BYTES = 65;

export interface Backup {
  readonly takenAt: number;
  /** Every operation up to this `seq` is in it. */
  readonly through: number;
  readonly snapshot: Snapshot;
  readonly folder: BlobFolder;
}

interface Running {
  readonly life: Life;
  readonly process: ServerProcess;
  readonly judging: JudgeQueue;
  readonly ledger: MemoryLedger;
}

export interface SiteDependencies {
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  readonly controls: Controls;
  readonly monitor: Monitor;
  readonly processes: number;
}

export function createSite(dependencies: SiteDependencies) {
  const { scheduler, chance, controls, monitor, processes } = dependencies;
  const luck = chance.fork('site');
  const signer = createPlainSigner(chance.fork('receipts').bytes(32));
  const nonceKey = chance.fork('nonces').bytes(32);
  const rootKey = digest(chance.fork('root').bytes(32));
  const database: MemoryDatabase = createMemoryDatabase();
  const folder: BlobFolder = new Map();
  /** The first is of an empty database: a server that was lost before any backup begins anew. */
  const backups: Backup[] = [
    { takenAt: scheduler.now(), through: 0, snapshot: database.snapshot(), folder: new Map() },
  ];
  const running: (Running | undefined)[] = [];
  const sweepers = new Set<() => void>();
  const sealingKeys: { readonly keyId: string; readonly publicKey: Uint8Array; readonly from: number }[] = [];
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

  function addSealingKey(): void {
    const publicKey = new Uint8Array(POINT_BYTES);
    publicKey.set(luck.bytes(POINT_BYTES));
    sealingKeys.push({ keyId: `seal-${sealingKeys.length + 1}`, publicKey, from: scheduler.now() });
  }
  addSealingKey();

  function manifest(): KeyManifest {
    const unsigned = {
      v: 1 as const,
      vendor: VENDOR,
      issuedAt: new Date(Math.max(...sealingKeys.map(({ from }) => from))).toISOString(),
      keys: sealingKeys.map(({ keyId, publicKey, from }) => ({
        keyId,
        suite: SUITE_HPKE_P256,
        publicKey: base64url(publicKey),
        notBefore: new Date(from - HOUR_MS).toISOString(),
        notAfter: new Date(from + 90 * DAY_MS).toISOString(),
      })),
      rootKey: base64url(rootKey),
      endorsements: [],
    };
    return { ...unsigned, signature: base64url(signatureOf('vendor', rootKey, manifestBytes(unsigned))) };
  }

  const judge = createPlainJudge({
    publicKeyOf: (keyId) => sealingKeys.find((key) => key.keyId === keyId)?.publicKey,
    happensToFail: (probability) => luck.happens(probability),
  });

  /** What an older version reads: those operations are of a version that it has never heard of. */
  const readPush = (body: unknown): unknown => {
    const read = controls.readPush?.(body) ?? body;
    if (upgraded || typeof read !== 'object' || read === null || !('ops' in read) || !Array.isArray(read.ops))
      return read;
    const ops = read.ops.map((operation: unknown) =>
      typeof operation === 'object' &&
      operation !== null &&
      'opId' in operation &&
      monitor.isAhead(String(operation.opId))
        ? { ...operation, v: 99 }
        : operation,
    );
    return { ...read, ops };
  };

  function start(index: number): void {
    if (running[index]) return;
    const life = createLife();
    const pause = pauseFor(life);
    const hooks = {
      onStored(rows: readonly OperationRow[]) {
        monitor.onStored(rows, database.tables, folder);
        for (const wake of sweepers) wake();
      },
      onJudged: monitor.onJudged,
    };
    const own = createMemoryLedger({
      ...{ database, life, signer, now, uuid, pause },
      ...hooks,
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
    const process = createServerProcess({
      vendor: VENDOR,
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
    running[index] = { life, process, judging, ledger };
    life.onDeath(() => {
      if (running[index]?.life === life) running[index] = undefined;
    });
    // Its own timer would tick through weeks in which nothing happens.
    const sweepUntilJudged = () => {
      scheduler.in(SWEEP_EVERY_MS, () => {
        if (!life.alive) return;
        void judging.sweep().catch(() => undefined);
        if (database.isUnjudged()) sweepUntilJudged();
        else sweeping = false;
      });
    };
    let sweeping = true;
    const wakeSweep = () => {
      if (sweeping || !life.alive) return;
      sweeping = true;
      sweepUntilJudged();
    };
    sweepers.add(wakeSweep);
    life.onDeath(() => sweepers.delete(wakeSweep));
    void judging.sweep().catch(() => undefined);
    sweepUntilJudged();
  }
  for (let index = 0; index < processes; index += 1) start(index);

  const alive = () => running.filter((each) => each !== undefined);

  return {
    signer,
    database,
    /** The draft that a stored operation was, where it was one. */
    draftOf({ vendor, operation, envelope }: OperationRow): string | undefined {
      const { opId, lane, kind, v } = operation;
      return /"valueString":"([0-9a-f-]{36}) /.exec(
        judge.textOf({ vendor, opId, lane, kind, v, envelope }) ?? '',
      )?.[1];
    },
    folder,
    manifest,
    rotate: addSealingKey,
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
      return new Promise((resolve) => {
        chosen.life.onDeath(() => resolve(undefined));
        chosen.process
          .handle(request)
          .then(resolve, () => resolve({ status: 500, headers: { 'x-sync-protocol': '1' }, body: '{}' }));
      });
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

    /** Takes a backup; after so long it has been verified, unless the database was replaced meanwhile. */
    async backup(verifyAfterMs: number): Promise<void> {
      const life = createLife();
      const pause = pauseFor(life);
      const born = database.incarnation;
      let through: number;
      if (controls.backupWithoutFence === true) through = database.lastSeq();
      else {
        const release = await database.lockTable(life);
        await pause();
        through = database.lastSeq();
        release();
      }
      await pause();
      if (database.incarnation !== born) return;
      const taken: Backup = {
        takenAt: scheduler.now(),
        through,
        snapshot: database.snapshot(),
        folder: new Map(folder),
      };
      await scheduler.pause(verifyAfterMs);
      if (database.incarnation !== born) return;
      backups.push(taken);
      const epoch = database.tables.epochs.get(VENDOR);
      if (epoch)
        database.tables.epochs.set(VENDOR, { ...epoch, safeThrough: Math.max(epoch.safeThrough, through) });
    },

    /**
     * Puts a backup back: the newest, or one before. @param said whether by the command, which mints an epoch; else by other means, and
     * nobody is told. @returns whether there was one.
     */
    restore(before: number, said: boolean, withFolder: boolean): boolean {
      const announced = said || controls.careful === true;
      const usable = backups
        .filter(({ takenAt }) => scheduler.now() - takenAt <= OLDEST_RESTORED_MS)
        .sort((one, other) => one.takenAt - other.takenAt);
      const back = controls.careful === true ? 0 : Math.min(before, usable.length - 1);
      const chosen = usable.at(-1 - back);
      if (!chosen) return false;
      for (const each of alive()) each.life.kill();
      database.restore(chosen.snapshot, {
        younger: announced,
        keepsXids: controls.restoreKeepsXids === true,
      });
      // Without a word it is the whole data folder that is put back: the photos are in it.
      if (withFolder || !announced) {
        folder.clear();
        for (const [path, bytes] of chosen.folder) folder.set(path, bytes);
      }
      if (announced && controls.restoreWithoutEpoch !== true)
        database.tables.epochs.set(VENDOR, { epoch: uuid(), safeThrough: 0 });
      monitor.onRestored(announced);
      for (let index = 0; index < processes; index += 1) start(index);
      return true;
    },
  };
}
export type Site = ReturnType<typeof createSite>;
