import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPostgresLedger } from '../ingest/postgres-ledger.ts';
import { readBackupStatus } from './backup-status.ts';
import { createOperatorBackups } from './operator-backups.ts';
import { renderStatus } from './render-status.ts';
import { openSampleClinic, type SampleClinic, VENDOR } from './testing/sample-clinic.ts';

const operatorOf = ({ database }: SampleClinic) => createOperatorBackups(database.sql, () => new Date());

describe("an operator's own backup (promise 8)", () => {
  it('makes safe what was there when it was marked, once it is reported as verified', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(2);
    const { token, through } = await operatorOf(clinic).mark();
    await clinic.receive(3);
    expect([through, await clinic.safeThrough()]).toEqual([2, 0]);
    expect(await operatorOf(clinic).verified(token)).toEqual({ ok: true, through: 2, vendors: [VENDOR] });
    expect(await clinic.safeThrough()).toBe(2);
  });

  it('is reported once', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(1);
    const { token } = await operatorOf(clinic).mark();
    const reports = await Promise.all([1, 2].map(() => operatorOf(clinic).verified(token)));
    expect(reports.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await operatorOf(clinic).verified(token)).toEqual({ ok: false, reason: 'used' });
  });

  it('is nothing for an epoch that began after its mark', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(1);
    const { token } = await operatorOf(clinic).mark();
    const ledger = createPostgresLedger(clinic.database.sql);
    await ledger.mintEpoch(VENDOR, (await ledger.epoch(VENDOR)).epoch);
    expect(await operatorOf(clinic).verified(token)).toEqual({ ok: false, reason: 'restored' });
    expect(await clinic.safeThrough()).toBe(0);
  });

  it.each(['', 'x', randomUUID()])('is unknown with the token "%s"', async (token) => {
    const clinic = await openSampleClinic();
    expect(await operatorOf(clinic).verified(token)).toEqual({ ok: false, reason: 'unknown' });
  });

  it('is unknown with the id of an export', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(1);
    const { manifest } = await clinic.takeBackup();
    expect(await operatorOf(clinic).verified(manifest.id)).toEqual({ ok: false, reason: 'unknown' });
  });
});

describe('the status (promise 10)', () => {
  it('counts what devices still hold, with its size', async () => {
    const clinic = await openSampleClinic();
    await clinic.receive(2);
    await clinic.takeBackup();
    const { bytes } = await clinic.receiveWithBlob();
    await operatorOf(clinic).mark();
    const status = await readBackupStatus(clinic.database.sql);
    expect(status.backups.map(({ kind, verifiedAt }) => [kind, verifiedAt !== undefined])).toEqual([
      ['operator', false],
      ['export', true],
    ]);
    expect(status.vendors).toMatchObject([{ vendor: VENDOR, safeThrough: 2, uncovered: 1 }]);
    expect(status.vendors[0]?.uncoveredBytes).toBeGreaterThan(bytes.length);
    const text = renderStatus(status);
    expect(text).toMatch(/meadow {2}safe through 2 of epoch/);
    expect(text).toMatch(/devices still hold 1 operations that no backup covers \(1\.\d KiB\)/);
  });

  it('of an empty database says so', async () => {
    const clinic = await openSampleClinic();
    expect(renderStatus(await readBackupStatus(clinic.database.sql))).toBe(
      'Backups:\n  none yet\nVendors:\n  none has received anything yet',
    );
  });
});
