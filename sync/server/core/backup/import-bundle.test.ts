import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Bundle } from '../../../protocol/bundle.ts';
import { createLimiter } from '../../base/limiter.ts';
import { openTestSigner } from '../../testing/test-signer.ts';
import { createAuditLog } from '../audit/audit-log.ts';
import { createBlobUploads } from '../blobs/blob-uploads.ts';
import { createPostgresLedger } from '../ingest/postgres-ledger.ts';
import { createIngest, type Ingest } from '../ingest/push.ts';
import { createBundleImport, type ImportBundle } from './import-bundle.ts';
import { newRow, openSampleClinic, type SampleClinic, VENDOR } from './testing/sample-clinic.ts';

const DEVICE = 'd'.repeat(43);
const now = () => new Date();

async function openDesk(): Promise<{ clinic: SampleClinic; ingest: Ingest; importBundle: ImportBundle }> {
  const clinic = await openSampleClinic();
  const { sql } = clinic.database;
  const ledger = createPostgresLedger(sql);
  const uploads = createBlobUploads({ sql, store: clinic.blobs, now, limiter: createLimiter({ atOnce: 1 }) });
  const ingest = createIngest({
    ...{ ledger, signer: openTestSigner(), now, judge: async () => false, isUrgent: () => false },
    locateBlob: uploads.locate,
  });
  const audit = createAuditLog(sql, now);
  const isVendor = (slug: string) => slug === VENDOR;
  return { clinic, ingest, importBundle: createBundleImport({ ledger, ingest, uploads, audit, isVendor }) };
}

function bundleOf(over: Partial<Bundle> = {}): Bundle {
  return {
    bundle: 1,
    vendor: VENDOR,
    deviceId: DEVICE,
    operations: [newRow().operation],
    blobs: {},
    ...over,
  };
}

function photo() {
  const bytes = randomBytes(500);
  return { sha256: createHash('sha256').update(bytes).digest('hex'), content: bytes.toString('base64url') };
}

describe('a saved copy (promise 11)', () => {
  it('is taken as a push would be, by name, and its device gets the same receipt later', async () => {
    const { clinic, ingest, importBundle } = await openDesk();
    const bundle = bundleOf();
    const [operation] = bundle.operations;
    const result = await importBundle(JSON.stringify(bundle), 'Ann Reed');
    expect(result).toMatchObject({ ok: true, operations: [{ outcome: 'received', known: false }] });
    const { sql } = clinic.database;
    const [row] = await sql`select device, imported_by, skew_seconds from op_ledger`;
    expect(row).toEqual({ device: DEVICE, imported_by: 'Ann Reed', skew_seconds: null });
    const push = () => ingest({ vendor: VENDOR, device: DEVICE, skewSeconds: 0, ops: [operation] });
    const [first, second] = [await push(), await push()];
    expect(first.results[0]).toMatchObject({ outcome: 'received', seq: 1 });
    expect(second.results[0]?.receipt).toBe(first.results[0]?.receipt);
    expect(await sql`select 1 from op_ledger`).toHaveLength(1);
    const [event] = await sql`select action, actor from audit_events`;
    expect(event).toEqual({ action: 'imported', actor: 'Ann Reed' });
  });

  it('that was pushed meanwhile, or is handed over twice, is there once', async () => {
    const { clinic, ingest, importBundle } = await openDesk();
    const bundle = bundleOf();
    await ingest({ vendor: VENDOR, device: DEVICE, skewSeconds: 0, ops: bundle.operations });
    for (const _ of [1, 2])
      expect(await importBundle(JSON.stringify(bundle), 'Ann Reed')).toMatchObject({
        operations: [{ outcome: 'received', known: true }],
      });
    expect(await clinic.database.sql`select imported_by from op_ledger`).toEqual([{ imported_by: null }]);
  });

  it('brings its photos with it', async () => {
    const { clinic, importBundle } = await openDesk();
    const { sha256, content } = photo();
    const bundle = bundleOf({
      operations: [newRow({ blobs: [sha256] }).operation],
      blobs: { [sha256]: content },
    });
    expect(await importBundle(JSON.stringify(bundle), 'Ann Reed')).toMatchObject({
      operations: [{ outcome: 'received' }],
    });
    const kept = await clinic.blobs.read({ vendor: VENDOR, device: DEVICE, sha256 });
    expect(Buffer.from(kept ?? []).toString('base64url')).toBe(content);
  });

  it('without one of its photos waits for it, and is not stored half', async () => {
    const { clinic, importBundle } = await openDesk();
    const bundle = bundleOf({ operations: [newRow({ blobs: [photo().sha256] }).operation] });
    expect(await importBundle(JSON.stringify(bundle), 'Ann Reed')).toMatchObject({
      operations: [{ outcome: 'waiting', awaits: 1 }],
    });
    expect(await clinic.database.sql`select 1 from op_ledger`).toHaveLength(0);
  });

  const { sha256 } = photo();
  it.each([
    ['', 'it is not JSON, or not all of it is here.'],
    ['{"bundle":1,', 'it is not JSON, or not all of it is here.'],
    ['[]', "it is no saved copy: it can't be read."],
    [
      JSON.stringify({ ...bundleOf(), operations: [{ name: 'Rosa Quill' }] }),
      "it is no saved copy: its operations can't be read.",
    ],
    [JSON.stringify(bundleOf({ vendor: 'nobody' })), 'it is for a vendor that is not served here.'],
    [JSON.stringify(bundleOf({ deviceId: '../../etc' })), 'the device that it names is none.'],
    [JSON.stringify(bundleOf({ blobs: { Rosa: 'x' } })), 'one of its files has no right name.'],
    [JSON.stringify(bundleOf({ blobs: { [sha256]: 'AAAA' } })), 'one of its files is damaged.'],
  ])('that is none is refused in words of ours - case %#', async (text, reason) => {
    const { clinic, importBundle } = await openDesk();
    expect(await importBundle(text, 'Ann Reed')).toEqual({ ok: false, reason });
    expect(await clinic.database.sql`select 1 from op_ledger`).toHaveLength(0);
  });
});
