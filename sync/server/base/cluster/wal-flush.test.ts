import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newRow, VENDOR } from '../../core/backup/testing/sample-clinic.ts';
import { createPostgresLedger } from '../../core/ingest/postgres-ledger.ts';
import { createIngest, type Ingest } from '../../core/ingest/push.ts';
import { createInstallation, findCluster, type Installation } from '../../testing/server-process.ts';
import { canTrace, type Syscall, traceServer } from '../../testing/syscall-trace.ts';
import { openTestSigner } from '../../testing/test-signer.ts';
import { connect } from '../database/database.ts';
import { type Cluster, startCluster } from './cluster.ts';

const PUSHES = 40;

let installation: Installation;
let cluster: Cluster;
beforeAll(async () => {
  installation = await createInstallation();
  cluster = await startCluster(installation.dataDir);
});
afterAll(async () => {
  await cluster.stop();
  await installation.remove();
});

/** One connection that does one thing at a time. @param synchronous off: what the product never sets, as a control. */
async function openClient(
  synchronous: 'on' | 'off',
): Promise<{ readonly ingest: Ingest; readonly close: () => Promise<void> }> {
  const { sql, close } = connect(cluster.url, {
    connections: 1,
    ...(synchronous === 'off' ? { settings: { synchronous_commit: 'off' } } : {}),
  });
  const ledger = createPostgresLedger(sql);
  await ledger.epoch(VENDOR);
  const ingest = createIngest({
    ledger,
    signer: openTestSigner(),
    now: () => new Date(),
    judge: async () => false,
    isUrgent: () => false,
    locateBlob: async () => undefined,
  });
  return { ingest, close };
}

/** Pushes one operation. @returns its id, once it is acknowledged. */
async function pushOne(ingest: Ingest): Promise<string> {
  const { operation, opId } = newRow();
  const { results } = await ingest({ vendor: VENDOR, device: 'a-device', skewSeconds: 0, ops: [operation] });
  expect(results[0]?.receipt).toContain(opId);
  return opId;
}

/**
 * Of these operations, those whose answer left PostgreSQL before anything of the WAL was flushed: no flush ended between the question
 * that stores it and the first answer that names it.
 */
function unflushed(calls: readonly Syscall[], opIds: readonly string[]): readonly string[] {
  return opIds.filter((opId) => {
    const answer = calls.findIndex(
      ({ name, phase, text }) => name === 'sendto' && phase === 'start' && text.includes(opId),
    );
    if (answer === -1) throw new Error('The trace lacks an answer.');
    const pid = calls[answer]?.pid;
    const question = calls.findLastIndex(
      (call, at) => at < answer && call.pid === pid && call.name === 'recvfrom' && call.phase === 'end',
    );
    const between = calls.slice(question, answer);
    return !between.some(
      ({ name, phase }, at) =>
        /^(fdatasync|fsync)$/.test(name) &&
        phase === 'end' &&
        between
          .slice(0, at + 1)
          .some(({ phase: begun, text }) => begun === 'start' && text.includes('pg_wal')),
    );
  });
}

describe('each acknowledgement of one serial client on the embedded database (promise 1)', () => {
  it('comes after the WAL was flushed further than it was before the push', async () => {
    const { ingest, close } = await openClient('on');
    const { sql: observer, close: closeObserver } = connect(cluster.url, { connections: 1 });
    const read = async () => {
      const [row] = await observer<[{ inserted: string; flushed: string }]>`
        select pg_current_wal_insert_lsn() - '0/0' as inserted, pg_current_wal_flush_lsn() - '0/0' as flushed`;
      return { inserted: BigInt(row.inserted), flushed: BigInt(row.flushed) };
    };
    for (let push = 0; push < PUSHES; push++) {
      const before = await read();
      await pushOne(ingest);
      expect((await read()).flushed).toBeGreaterThan(before.inserted);
    }
    await Promise.all([close(), closeObserver()]);
  });

  it.skipIf(!canTrace())(
    'leaves PostgreSQL after a flush of the WAL that its own question asked for (traced; needs strace and ptrace)',
    { timeout: 120_000 },
    async () => {
      const pid = await findCluster(installation.dataDir);
      const trace = await traceServer(pid ?? 0, join(installation.dataDir, 'trace'));
      const acknowledge = async (synchronous: 'on' | 'off') => {
        const { ingest, close } = await openClient(synchronous);
        const opIds: string[] = [];
        while (opIds.length < PUSHES) opIds.push(await pushOne(ingest));
        await close();
        return opIds;
      };
      const flushed = await acknowledge('on');
      const hasty = await acknowledge('off');
      const calls = await trace.stop();
      expect(unflushed(calls, flushed)).toEqual([]);
      // The control: without synchronous commit the same trace shows answers that nothing had been flushed for.
      expect(unflushed(calls, hasty).length).toBeGreaterThan(PUSHES / 2);
    },
  );
});
