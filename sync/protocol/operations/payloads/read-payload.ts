import type { z } from 'zod/mini';

/** By version, from 1 without a gap. */
export type PayloadVersions = Readonly<Record<number, z.ZodMiniType<object>>>;

export type PayloadReading<Payload> =
  | { readonly ok: true; readonly payload: Payload }
  /** Of the schema of the version that was sealed; empty where that version isn't known here. */
  | { readonly ok: false; readonly issues: readonly z.core.$ZodIssue[] };

/** Reads a payload of that version as the newest: nothing in it is trusted. */
export function readPayload<Payload extends object>(
  versions: PayloadVersions,
  { v, content }: { readonly v: number; readonly content: unknown },
  upcast: (v: number, sealed: object) => Payload,
): PayloadReading<Payload> {
  const schema = Object.hasOwn(versions, v) ? versions[v] : undefined;
  if (schema === undefined) return { ok: false, issues: [] };
  const parsed = schema.safeParse(content);
  return parsed.success
    ? { ok: true, payload: upcast(v, parsed.data) }
    : { ok: false, issues: parsed.error.issues };
}
