/** What a backup says of itself: written last, so that a folder without it is none. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { StartupError } from '../../base/process/startup-error.ts';

export const MANIFEST_FILE = 'manifest.json';

const hex256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

const manifestSchema = z.object({
  format: z.literal('carefront-backup'),
  /** 2 where the tables are encrypted, which versions that knew 1 alone can't read. */
  v: z.union([z.literal(1), z.literal(2)]),
  id: z.uuid(),
  takenAt: z.iso.datetime(),
  /** `when` of each migration that the tables had, oldest first. */
  migrations: z.array(z.number().int()).min(1),
  /** Last number that `operation_seq` gave, as the export saw it. */
  sequence: count,
  /** Every operation up to this `seq`, of every vendor, is in it. */
  through: count,
  vendors: z.array(z.object({ vendor: z.string(), epoch: z.uuid(), operations: count })),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      columns: z.array(z.string().regex(/^[a-z0-9_]+$/)).min(1),
      /** In COPY's text format. */
      rows: count,
      /** Of the file: `tables/NAME.copy`, or `tables/NAME.copy.age` where it is encrypted. */
      bytes: count,
      sha256: hex256,
    }),
  ),
  /** The ciphertexts in `blobs/AB/HASH`, where AB are the hash's first characters. */
  blobs: z.array(z.object({ sha256: hex256, size: count })),
  /** How the tables are encrypted, and to whom (`age1…`); absent where they are in clear. */
  encryption: z.object({ format: z.literal('age'), recipients: z.array(z.string()).min(1) }).optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

const checksumOf = (manifest: Manifest) =>
  createHash('sha256')
    .update(canonicalize(manifest) ?? '')
    .digest('hex');

export function serialiseManifest(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 1)}\n`;
}

/**
 * @param where for the message.
 * @throws StartupError where it isn't as it was written.
 */
export function parseManifest(text: string, where: string): Manifest {
  try {
    const raw = z.looseObject({ v: z.unknown(), checksum: z.unknown() }).parse(JSON.parse(text));
    if (typeof raw.v === 'number' && raw.v > 2)
      throw new StartupError(`${where} was made by a newer Carefront: use that one to restore it.`);
    const manifest = manifestSchema.parse(raw);
    if (raw.checksum === checksumOf(manifest)) return manifest;
  } catch (error) {
    if (error instanceof StartupError) throw error;
  }
  throw new StartupError(`${where} is damaged: ${MANIFEST_FILE} isn't as it was written.`);
}
