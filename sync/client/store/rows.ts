/**
 * The rows of the device's store. Additive only: fields and tables are added, never renamed or given another meaning.
 * No row holds an answer, a name or a contact in clear: those are in {@link SealedBox}es. But for the e-mail of who is signed in on their own device:
 * {@link AccountRow}.
 */
import type { ConsultationState } from '../../domain/care/consultation-state.ts';
import type { ChainLink } from '../../protocol/chain.ts';
import type { About } from '../../protocol/operations/about.ts';
import type { Change, Outcome, Receipt } from '../../protocol/wire.ts';
import type { SealedBox } from '../base/sealed-box.ts';

/** Asked once: one's own phone keeps drafts and a readable copy, a shared one nothing that it could read once it is handed in. */
export type DeviceOwner = 'own' | 'shared';

export interface DraftRow {
  readonly draftId: string;
  readonly subjectId: string;
  readonly session: string;
  readonly questionnaireSlug: string;
  readonly formHash: string;
  readonly owner: DeviceOwner;
  readonly updatedAt: string;
  /** Grows with each save; with `writer` it decides which of two saves is the newer. */
  readonly rev: number;
  /** The run of the page that wrote this row. */
  readonly writer: string;
  readonly box: SealedBox;
}

export interface CapturedAt {
  readonly wall: string;
  readonly tz: string;
  readonly mono: number;
  readonly boot: string;
}

export interface OutboxRow {
  readonly opId: string;
  readonly lane: string;
  readonly laneNo: number;
  readonly kind: string;
  readonly v: number;
  readonly subjectId: string;
  readonly session: string;
  /** What its screens want to know of it: to be read by {@link aboutOf}. */
  readonly about?: About;
  /** In the place of `about` where the version before wrote the row. */
  readonly questionnaireSlug?: string;
  readonly owner: DeviceOwner;
  /** The draft that became this submission. */
  readonly draftId?: string;
  readonly capturedAt: CapturedAt;
  /** Of the envelope; empty while {@link EnvelopeRow.unsealed}. */
  readonly sha256: string;
  /** Bytes of the envelope. */
  readonly size: number;
  /** Names of its blobs. */
  readonly blobs: readonly string[];
  /** Operations of other lanes that must be known to the server before this one. */
  readonly after?: readonly string[];
  readonly code: string;
  readonly queuedAt: string;
  /** `attention`: the server has another body under this id; a person must look. */
  readonly state: 'queued' | 'receipt' | 'held' | 'attention';
  readonly why?: 'server-busy' | 'server-older' | 'conflict' | 'not-understood' | 'no-key';
  readonly attempts: number;
  /** Not to be tried before this reading of {@link Clock.now}; 0 is at once. */
  readonly nextAt: number;
  /** The server awaited what stands before it in its lane, and that was offered again. */
  readonly laneOffered?: true;
  /** The envelope is still in `envelopes`. */
  readonly kept: boolean;
  /** Of what there is one per session until it is acknowledged: what it tells and since when, as `of@at`, sealed. Keeps it to one without telling which. */
  readonly rule?: SealedBox;
  /** On a kiosk: its place in the chain of what this kiosk has queued. */
  readonly chain?: ChainLink;
  readonly receipt?: Receipt;
  /** When this device learnt of the receipt, in milliseconds since 1970 by the server's clock as last seen. */
  readonly settledAt?: number;
  /** The server's epoch in which it last confirmed to have this operation. */
  readonly confirmedIn?: string;
  readonly outcome?: Outcome;
  readonly reviewedAt?: string;
  readonly acknowledgedAt?: string;
  readonly consultation?: ConsultationState;
  /** The clinic has deleted it, and why. */
  readonly deletedAt?: string;
  readonly reason?: string;
  /** Who was signed in when it was queued, or whose the server says it is: their view shows it until their records do. */
  readonly person?: string;
  /** Their records hold its result from this number on, in that epoch. */
  readonly recordsSeq?: number;
  readonly recordsEpoch?: string;
  /** As that result: staff look at it first. */
  readonly recordsHeld?: true;
}

export function aboutOf({ about, questionnaireSlug }: Pick<OutboxRow, 'about' | 'questionnaireSlug'>): About {
  return about ?? (questionnaireSlug === undefined ? {} : { questionnaireSlug });
}

/** Apart from {@link OutboxRow}, so that the list of deliveries is read without their bodies. */
export interface EnvelopeRow {
  readonly opId: string;
  readonly subjectId: string;
  /** The envelope as it is sent, sealed to the vendor's key. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** Sealed by the subject's key. Written by the first version: an envelope in clear. With {@link EnvelopeRow.unsealed}: the payload. */
  readonly box?: SealedBox;
  /** There was no key of the vendor's to seal to when it was queued: it is sealed once there is one. */
  readonly unsealed?: true;
}

/** A photo or document: encrypted when it was picked, and named by the hash of its ciphertext. */
export interface BlobRow {
  readonly sha256: string;
  readonly subjectId: string;
  /** The draft it was picked in, which after finalising is that of the operation. */
  readonly draftId: string;
  /** Bytes of the ciphertext. */
  readonly size: number;
  /** What opens it, and content type, title and size of the file, as JSON sealed by the subject's key. */
  readonly box: SealedBox;
  /** Reading of {@link Clock.now} when it was picked. */
  readonly at: number;
}
/** Apart from {@link BlobRow}, so that lists are read without their bodies. */
export interface BlobBodyRow {
  readonly sha256: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
/** How far a blob of a queued operation has got. */
export interface UploadRow {
  readonly sha256: string;
  /** Bytes that the server has. */
  readonly offset: number;
  readonly done: boolean;
  readonly attempts: number;
  readonly nextAt: number;
}
/** News of one operation while everything is being read again: see the protocol's `resync`. */
export interface ShadowRow {
  readonly id: string;
  readonly change: Change;
}

export interface CopyRow {
  readonly opId: string;
  readonly subjectId: string;
  readonly box: SealedBox;
}

export interface DefinitionRow {
  readonly formHash: string;
  readonly definition: unknown;
}

/**
 * `subject:<id>` holds a subject's AES key, `device` the private key of the device, `probe:<id>` a start-up probe; `alert:<id>` the key
 * of a subject that no lock closes, `earlier:<id>` the one from before the lock, for envelopes of the first version.
 */
export interface KeyRow {
  readonly id: string;
  readonly keyId: string;
  /** Absent from a subject's row while it is locked: then {@link KeyRow.wrappers} hold it. */
  readonly key?: CryptoKey;
  /** On a kiosk: an envelope to the clinic with the raw key. The row `sealed:<keyId>` holds it where the key itself is in memory only. */
  readonly sealedKey?: Uint8Array<ArrayBuffer>;
  /** Ways to get a locked key back, at least two. */
  readonly wrappers?: readonly KeyWrapper[];
  readonly publicJwk?: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string };
  /** Reading of {@link Clock.now}. */
  readonly at: number;
}

/** A subject's key, wrapped (AES-GCM) by a key that follows from a passkey's PRF output or from a recovery code. */
export interface KeyWrapper {
  readonly kind: 'passkey' | 'recovery';
  /** Of the passkey, base64url. */
  readonly credentialId?: string;
  /** Input of the derivation. */
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The one place that says who is signed in; absent where nobody is. `leaving`: signed out here, which the server hasn't been told yet. `ended`: by the
 * server, which nobody has dismissed yet.
 */
export interface AccountRow {
  readonly id: 'account';
  readonly state: 'signed-in' | 'leaving' | 'ended';
  /** New with each change of who is signed in: what was asked under another mark is refused. */
  readonly mark: string;
  /** Of `ended`. */
  readonly why?: 'session' | 'closed' | 'merged';
  /** The rest is gone once signed out, and the e-mail is all that stays of what was ended. */
  readonly person?: string;
  /** As typed; never of a shared device, where it is in memory. */
  readonly email?: string;
  readonly hasPassword?: boolean;
  /** Others use this device, too: records and their keys are in memory only. */
  readonly shared?: boolean;
  readonly provedAt?: string;
  readonly idleSeconds?: number;
  /** Reading of {@link Clock.now} at the last answer to this session. */
  readonly contactAt?: number;
}
/** A record. In clear are its number and a hash of kind and id, keyed by {@link RecordKeyRow.tagKey}. */
export interface RecordRow {
  readonly tag: string;
  readonly seq: number;
  /** `RecordContent` as JSON. */
  readonly box: Omit<SealedBox, 'keyId'>;
}
/** A record of pages that aren't complete yet. Without a box: a tombstone. */
export interface RecordShadowRow extends Omit<RecordRow, 'box'> {
  readonly box?: RecordRow['box'];
}
export interface RecordStateRow {
  readonly person: string;
  /** What the records of this device are: everything of that person at `seq`, in that epoch and generation. Absent before the first complete pull. */
  readonly base?: {
    readonly epoch: string;
    readonly generation: number;
    readonly seq: number;
    readonly cursor: string;
    /** The server's clock. */
    readonly pulledAt: string;
    /** When everything was last read again because of doubt, by the same clock. */
    readonly mendedAt?: string;
  };
  /** The pages in `recordShadow`: the newest number among them, and what they settle. */
  readonly collecting?: {
    readonly epoch: string;
    readonly generation: number;
    readonly seq: number;
    readonly cursor: string;
    /** They take the place of the base; otherwise they add to it. */
    readonly resync: boolean;
    readonly settled: readonly { readonly opId: string; readonly seq: number; readonly held?: true }[];
  };
  /** Something in the base can't be read: everything is asked for again. */
  readonly doubted?: true;
  /** Reading everything again didn't help. */
  readonly failed?: true;
}
/** One per person, made when they sign in, deleted when they sign out; neither can be exported. */
export interface RecordKeyRow {
  readonly person: string;
  /** AES-256-GCM. */
  readonly key: CryptoKey;
  /** HMAC-SHA-256. */
  readonly tagKey: CryptoKey;
}

/** Something that was begun and is no form: its name says what, its box holds what it is. */
export interface ShelfRow {
  readonly name: string;
  readonly subjectId: string;
  /** Never the same twice on one device: of two tabs that write it, the second is told. */
  readonly version: number;
  readonly box: SealedBox;
}

/** `root` is the vendor's pinned root key, `manifest` the newest key manifest that was believed; `schema`, `canary`, `server` ({@link ServerMemory}), `lane:<lane>`; `lock` is there while the patient's lock is on; `shelf` whose the shelf is and the newest version on it; `chain` is a kiosk's newest link. */
export interface MetaRow {
  readonly key: string;
  readonly value: unknown;
}

export interface Tables {
  readonly drafts: DraftRow;
  readonly outbox: OutboxRow;
  readonly envelopes: EnvelopeRow;
  readonly copies: CopyRow;
  readonly blobs: BlobRow;
  readonly blobBodies: BlobBodyRow;
  readonly uploads: UploadRow;
  readonly shadow: ShadowRow;
  readonly definitions: DefinitionRow;
  readonly keys: KeyRow;
  readonly meta: MetaRow;
  readonly shelf: ShelfRow;
  readonly account: AccountRow;
  readonly recordRows: RecordRow;
  readonly recordShadow: RecordShadowRow;
  readonly recordState: RecordStateRow;
  readonly recordKeys: RecordKeyRow;
}
export type TableName = keyof Tables;

export const primaryKeys = {
  drafts: 'draftId',
  outbox: 'opId',
  envelopes: 'opId',
  copies: 'opId',
  blobs: 'sha256',
  blobBodies: 'sha256',
  uploads: 'sha256',
  shadow: 'id',
  definitions: 'formHash',
  keys: 'id',
  meta: 'key',
  shelf: 'name',
  account: 'id',
  recordRows: 'tag',
  recordShadow: 'tag',
  recordState: 'person',
  recordKeys: 'person',
} as const satisfies Record<TableName, string>;

export const tableNames = Object.keys(primaryKeys) as readonly TableName[];

/** Oldest reader that understands what this code writes; an older one keeps its hands off. */
export const MIN_READER = 2;
/** What this code understands. */
export const READER = 2;
