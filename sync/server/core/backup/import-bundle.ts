/**
 * Saved copies ("save a copy" on the device), handed over by staff: through the same rules and into the same ledger as a push, so that
 * a device that comes back later gets the same receipts and nothing is there twice.
 */
import { type JsonBounds, readBoundedJson } from '../../../protocol/bounded-json.ts';
import { bundleSchema } from '../../../protocol/bundle.ts';
import type { Outcome } from '../../../protocol/wire.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { BlobUploads } from '../blobs/blob-uploads.ts';
import type { Ledger } from '../ingest/ledger.ts';
import type { Ingest } from '../ingest/push.ts';
import { receiptCode } from '../ingest/receipts.ts';

export interface ImportedOperation {
  /** The human code that the patient has seen. */
  readonly code: string;
  readonly outcome: Outcome;
  /** It was in the ledger before. */
  readonly known: boolean;
  /** How many earlier operations and blobs it waits for. */
  readonly awaits: number;
  /** Stable code of what is wrong. */
  readonly problem: string | undefined;
}

export type BundleImport =
  | { readonly ok: true; readonly vendor: string; readonly operations: readonly ImportedOperation[] }
  /** Why the file is none: in words of ours, never of its content. */
  | { readonly ok: false; readonly reason: string };

export interface ImportDependencies {
  readonly ledger: Ledger;
  readonly ingest: Ingest;
  readonly uploads: Pick<BlobUploads, 'take'>;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly isVendor: (slug: string) => boolean;
}

/** RFC 7638 thumbprint, base64url SHA-256: how a device is named. */
const DEVICE = /^[A-Za-z0-9_-]{43}$/;
const refused = (reason: string): BundleImport => ({ ok: false, reason });

/** All that waits on a device, with its photos: some thousand forms. */
const BUNDLE_BOUNDS: JsonBounds = {
  maxLength: 400 * 1024 * 1024,
  maxDepth: 32,
  maxValues: 1_000_000,
  maxItems: 50_000,
  maxKeys: 50_000,
  maxText: Infinity,
  maxKeyText: 255,
  longTexts: [],
};

/** @param by name of the person who hands it over. */
export type ImportBundle = (text: string, by: string) => Promise<BundleImport>;

export function createBundleImport(dependencies: ImportDependencies): ImportBundle {
  const { ledger, ingest, uploads, audit, isVendor } = dependencies;

  return async (text, by) => {
    const reading = readBoundedJson(text, BUNDLE_BOUNDS);
    if (!reading.ok)
      return refused(
        reading.excess === undefined
          ? 'it is not JSON, or not all of it is here.'
          : 'it is no saved copy: it is nested too deeply or too large.',
      );
    const parsed = bundleSchema.safeParse(reading.content);
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path[0];
      return refused(
        `it is no saved copy: ${field === undefined ? 'it' : `its ${String(field)}`} can't be read.`,
      );
    }
    const { vendor, deviceId, operations, blobs } = parsed.data;
    if (!isVendor(vendor)) return refused('it is for a vendor that is not served here.');
    if (!DEVICE.test(deviceId)) return refused('the device that it names is none.');
    for (const [sha256, content] of Object.entries(blobs)) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return refused('one of its files has no right name.');
      const key = { vendor, device: deviceId, sha256 };
      if ((await uploads.take(key, Buffer.from(content, 'base64url'))) === 'mismatch')
        return refused('one of its files is damaged.');
    }
    const ids = operations.map(({ opId }) => opId.toLowerCase());
    const before = await ledger.find(vendor, ids);
    const { results } = await ingest({
      vendor,
      device: deviceId,
      skewSeconds: null,
      importedBy: by,
      ops: operations,
    });
    await audit.record({ vendor, action: 'imported', actor: by });
    return {
      ok: true,
      vendor,
      operations: results.map(({ opId, outcome, missing, problem }) => ({
        code: receiptCode(opId),
        outcome,
        known: before.has(opId.toLowerCase()),
        awaits: missing?.length ?? 0,
        problem: problem?.code,
      })),
    };
  };
}
