/**
 * What a signed-in patient's devices read: *records*, documents of one person that the server alone writes.
 *
 * `GET /connect/{vendor}/sync/v1/records?cursor=` (access `patient`) answers a {@link RecordsPage} with `Cache-Control: no-store` and the media type of
 * `wire.ts`, or a problem with one of {@link recordsProblemCodes}; 503 with `Retry-After` where too many ask at once. The event stream only says "ask".
 *
 * A record is a cache: any doubt means that the device reads everything again, into a shadow that takes the place of what it has once it is complete.
 */
import { z } from 'zod/mini';
import { problemSchema } from '../base/problem.ts';

/** Rows of one page, and bytes of its JSON. */
export const MAX_RECORDS = 500;
export const MAX_RECORDS_BYTES = 256 * 1024;
/** Of one body as JSON; what is larger is a blob that it names. */
export const MAX_RECORD_BODY_BYTES = 64 * 1024;
export const MAX_RECORD_KIND_LENGTH = 64;
export const MAX_RECORD_ID_LENGTH = 128;
export const MAX_TOMBSTONE_REASON_LENGTH = 200;

/** `SESSION_ENDED` 401: signed out, or never in. `PERSON_MERGED` and `PERSON_CLOSED` 410: these records are nobody's any more. */
export const recordsProblemCodes = ['SESSION_ENDED', 'PERSON_MERGED', 'PERSON_CLOSED'] as const;
export type RecordsProblemCode = (typeof recordsProblemCodes)[number];

export const recordSchema = z.object({
  /** Whose body it is: a kind that this version doesn't know is kept all the same, for the one that does. */
  kind: z.string().check(z.maxLength(MAX_RECORD_KIND_LENGTH)),
  /** Version of the kind's body. */
  v: z.int().check(z.positive()),
  id: z.string().check(z.maxLength(MAX_RECORD_ID_LENGTH)),
  /** Of the person's feed: 1, 2, 3 … without a gap in what a device sees. */
  seq: z.int().check(z.positive()),
  /** Null in a tombstone: it has left this person's view. */
  body: z.nullable(z.record(z.string(), z.unknown())),
  /** Of a tombstone. */
  reason: z.optional(z.string().check(z.maxLength(MAX_TOMBSTONE_REASON_LENGTH))),
});
export type PersonRecord = z.infer<typeof recordSchema>;

/** An operation of this person whose result these records hold from `seq` on. */
export const settledSchema = z.object({
  opId: z.uuid(),
  seq: z.int().check(z.positive()),
  outcome: z.enum(['applied', 'held']),
  problem: z.optional(problemSchema),
});
export type Settled = z.infer<typeof settledSchema>;

export const recordsPageSchema = z.object({
  epoch: z.uuid(),
  person: z.uuid(),
  /** Raised where records were moved between persons: a device of an older one reads everything again. */
  generation: z.int(),
  /** The newest number at the moment of this page; 0 where there is nothing yet. */
  head: z.int(),
  /** Opaque. */
  cursor: z.string(),
  more: z.boolean(),
  /** These pages are everything, from the start. */
  resync: z.optional(z.boolean()),
  /** With `resync`: the first of them. What was collected before it, even of another `resync`, is dropped: that one couldn't be continued. */
  first: z.optional(z.boolean()),
  serverTime: z.iso.datetime(),
  records: z.array(recordSchema).check(z.maxLength(MAX_RECORDS)),
  settled: z.array(settledSchema),
});
export type RecordsPage = z.infer<typeof recordsPageSchema>;
