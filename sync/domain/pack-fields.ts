/** Fields that the parts of a vendor pack share, and what a part is: see `vendor/vendor-pack.ts`. */
import { z } from 'zod/mini';

export type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** What a feature asks of a vendor. */
export interface PackPart {
  /** Of vendor.json itself. */
  readonly fields?: Fields;
  /** Of its `settings`. */
  readonly settings?: Fields;
}

export const slug = z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), z.maxLength(63));
/** A path inside the pack, with forward slashes and no way out of it. */
export const packPath = z.string().check(z.regex(/^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./-]*$/));
export const isoDate = z.iso.date();
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
export const versionNumber = z.string().check(z.regex(/^\d+(\.\d+)*$/));
