/**
 * What crosses the wire between a device and the server. Names and fields are the protocol's, version 1; additive only.
 *
 * `POST  /connect/{vendor}/sync/v1/push` carries a {@link PushRequest} and answers a {@link PushResponse};
 * `GET   /connect/{vendor}/sync/v1/changes?cursor=` answers a {@link ChangesResponse};
 * `GET   /connect/{vendor}/sync/v1/records?cursor=` answers a page of what a signed-in patient reads: see `api/records.ts`;
 * `GET   /connect/{vendor}/sync/v1/events` is a `text/event-stream` whose every event means: ask for the changes, and for the records;
 * `HEAD  /connect/{vendor}/sync/v1/blobs/{sha256}` answers 200 or 404 with {@link UPLOAD_OFFSET_HEADER}, {@link UPLOAD_COMPLETE_HEADER};
 * `PATCH /connect/{vendor}/sync/v1/blobs/{sha256}` appends at {@link UPLOAD_OFFSET_HEADER}: see {@link UPLOAD_OFFSET_HEADER}.
 * Push, changes and records bear {@link SYNC_MEDIA_TYPE} and {@link SYNC_PROTOCOL_HEADER}: a device believes nothing else, so that the page
 * of a captive portal is never taken for an answer.
 */
import { z } from 'zod/mini';
import { consultationStates } from '../domain/care/consultation-state.ts';
import { MAX_BLOBS_PER_OPERATION } from './base/blobs.ts';
import { problemSchema } from './base/problem.ts';
import { chainLinkSchema } from './chain.ts';
import { isLane } from './operations/registry.ts';

export const SYNC_MEDIA_TYPE = 'application/vnd.carefront.sync+json';
export const SYNC_PROTOCOL_HEADER = 'x-sync-protocol';
export const SYNC_PROTOCOL = '1';
/** The oldest protocol that the server still speaks; a device that names an older one is answered 426. */
export const OLDEST_SYNC_PROTOCOL = 1;
/** A device proves its key on each request with a DPoP proof (RFC 9449) in the `DPoP` header. */
export const PROOF_HEADER = 'dpop';
/** The server's nonce for the next proof (RFC 9449 section 8), so that a wrong clock on the device never stops it. */
export const NONCE_HEADER = 'dpop-nonce';

/** Bytes of one request body, and operations in one request, that the server takes. */
export const MAX_PUSH_BYTES = 4 * 1024 * 1024;
export const MAX_PUSH_OPERATIONS = 50;
/** Operations that one names to be stored before it. */
export const MAX_AFTER = 64;
/** Bytes of one envelope: a form with long free texts is below 64 KiB. */
export const MAX_ENVELOPE_BYTES = 1024 * 1024;

/** Bytes of one request that carries a part of a blob. */
export const BLOB_PART_BYTES = 256 * 1024;
/**
 * A part of a blob (tus 1.0 and draft-ietf-httpbis-resumable-upload): `PATCH` names the offset that it starts at and the length of the
 * whole, and the answer (204) says how far the server has got. 409 with the right offset where the two differ; 460 where the whole
 * doesn't have the hash that names it, after which it starts again at 0. A part is taken whole or not at all, because the device's proof
 * covers all of it: what a cut costs is at most the part that was under way. An empty part at the end of the whole asks for its check.
 */
export const UPLOAD_OFFSET_HEADER = 'upload-offset';
export const UPLOAD_LENGTH_HEADER = 'upload-length';
/** `?1` or `?0` (RFC 9651 boolean). */
export const UPLOAD_COMPLETE_HEADER = 'upload-complete';
export const UPLOAD_MEDIA_TYPE = 'application/partial-upload';

/** Receipts that a device may show with a push. */
export const MAX_WITNESSES = 8;

const uuid = z.uuid();
const hex256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]*$/));

/** `<lane>:<session>`, where some kind's lanes begin so. */
export const laneSchema = z.string().check((read) => {
  if (!isLane(read.value)) read.issues.push({ code: 'invalid_format', format: 'lane', input: read.value });
});

/** The device's own reading of time: kept as a claim, never used to order or to authorise. */
export const capturedAtSchema = z.object({
  /** RFC 3339 with offset. */
  wall: z.iso.datetime({ offset: true }),
  /** IANA name. */
  tz: z.string().check(z.maxLength(64)),
  /** Milliseconds of the monotonic clock since `boot`. */
  mono: z.number(),
  /** Names one run of the page. */
  boot: uuid,
});

export const operationSchema = z.object({
  /** UUIDv7, minted on the device. */
  opId: uuid,
  lane: laneSchema,
  /**
   * 1, 2, 3 … within the lane of this device. One that nobody has taken yet is sent with a lower number where what it followed will never come: that
   * is for the device alone to say, whose lane it is.
   */
  laneNo: z.int().check(z.positive()),
  after: z.optional(z.array(uuid).check(z.maxLength(MAX_AFTER))),
  kind: z.string().check(z.maxLength(64)),
  /** Version of the kind's payload; the pair `kind@v` is immutable. */
  v: z.int().check(z.positive()),
  capturedAt: capturedAtSchema,
  /** SHA-256, hex, of the envelope's bytes. */
  sha256: hex256,
  /** base64url of the envelope: see `sync/seal/envelope.ts`. */
  envelope: base64url,
  /** Hashes of the blobs it names, of their ciphertext. */
  blobs: z.array(hex256).check(z.maxLength(MAX_BLOBS_PER_OPERATION)),
  /** From an enrolled kiosk always, from any other device never. */
  chain: z.optional(chainLinkSchema),
});
export type Operation = z.infer<typeof operationSchema>;

/** Signed by the vendor's server; see `receipt.ts`. Stored, and returned byte for byte to every retry within an epoch. */
export const receiptSchema = z.object({
  opId: uuid,
  sha256: hex256,
  seq: z.int(),
  epoch: uuid,
  receivedAt: z.iso.datetime(),
  /** The human code, e.g. `K7-42QF`: the same on the device, in the receipt and in the inbox. */
  code: z.string(),
  keyId: z.string(),
  /** base64url Ed25519 over the canonical JSON (RFC 8785) of all the other fields. */
  signature: base64url,
});
export type Receipt = z.infer<typeof receiptSchema>;

/** The whole request except its operations, which are judged one by one so that a bad one can't take others with it. */
export const pushEnvelopeSchema = z.object({
  deviceId: z.string().check(z.maxLength(64)),
  /** The epoch the device knows; null before the first contact. */
  epoch: z.nullable(uuid),
  /** The highest `seq` the device has seen; 0 before the first contact. */
  maxSeq: z.int().check(z.nonnegative()),
  /**
   * The device's newest receipts of this epoch. One that this server has signed, about an operation that its ledger doesn't hold, proves
   * that the ledger was restored without a word: the server mints a new epoch. `maxSeq` alone would let anybody claim that.
   */
  // oxlint-disable-next-line promise/valid-params -- zod's, no promise's.
  witnesses: z.catch(z.optional(z.array(receiptSchema).check(z.maxLength(MAX_WITNESSES))), undefined),
  /** None where a device only shows its witnesses, before it lets go of what it has kept. */
  ops: z.array(z.unknown()).check(z.maxLength(MAX_PUSH_OPERATIONS)),
});
export interface PushRequest {
  readonly deviceId: string;
  readonly epoch: string | null;
  readonly maxSeq: number;
  readonly witnesses?: readonly Receipt[];
  readonly ops: readonly Operation[];
}

export const outcomes = ['received', 'applied', 'held', 'waiting', 'conflict', 'later'] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * Of an operation that is a person's: from this number on their records hold what became of it (`api/records.ts`). Nothing is said of one that is nobody's,
 * or of which no record tells.
 */
const recordsSeq = z.optional(z.int().check(z.positive()));

export const operationResultSchema = z.object({
  opId: z.string(),
  outcome: z.enum(outcomes),
  /** Present on every outcome that took one. */
  seq: z.nullable(z.int()),
  receipt: z.optional(receiptSchema),
  /** What is awaited: operations by their ids, the predecessor in the lane by its position (`positionName`), blobs. */
  missing: z.optional(z.array(z.string())),
  problem: z.optional(problemSchema),
  recordsSeq,
});
export type OperationResult = z.infer<typeof operationResultSchema>;

export const pushResponseSchema = z.object({
  epoch: uuid,
  /** Highest `seq` that a verified backup covers; 0 where there is none yet. */
  safeThrough: z.int(),
  serverTime: z.iso.datetime(),
  results: z.array(operationResultSchema),
});
export type PushResponse = z.infer<typeof pushResponseSchema>;

/**
 * News about this device's own operations. They carry no content of a form: the device key lets a device deliver and
 * learn what became of it, and read nothing else.
 */
export const changeSchema = z.object({
  seq: z.int(),
  type: z.enum(['operation', 'tombstone']),
  /** opId. */
  id: z.string(),
  outcome: z.optional(z.enum(outcomes)),
  /** When it was judged, by the server's clock: tells two outcomes apart that were given the same number, before a restore and after it. */
  at: z.optional(z.iso.datetime()),
  /** A person at the clinic has marked the case as reviewed, or acknowledged the alert. */
  reviewedAt: z.optional(z.iso.datetime()),
  acknowledgedAt: z.optional(z.iso.datetime()),
  /** How far its consultation is. */
  consultation: z.optional(z.enum(consultationStates)),
  /** Of a tombstone. */
  deletedAt: z.optional(z.iso.datetime()),
  reason: z.optional(z.string().check(z.maxLength(200))),
  recordsSeq,
});
export type Change = z.infer<typeof changeSchema>;

export const changesResponseSchema = z.object({
  epoch: uuid,
  cursor: z.string(),
  more: z.boolean(),
  /**
   * The cursor was older than {@link TOMBSTONE_DAYS}, or of another epoch: this page and those after it are everything there is. The device
   * collects them apart, and puts them in the place of what it knew when `more` is false.
   */
  resync: z.optional(z.boolean()),
  /** As in a push. */
  safeThrough: z.optional(z.int()),
  serverTime: z.iso.datetime(),
  changes: z.array(changeSchema),
});
/** Tombstones are kept that long. */
export const TOMBSTONE_DAYS = 400;
export type ChangesResponse = z.infer<typeof changesResponseSchema>;
