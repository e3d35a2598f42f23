/**
 * The rows of the device's store. Additive only: fields and tables are added, never renamed or given another meaning.
 * No row holds an answer, a name or a contact in clear: those are in {@link SealedBox}es.
 */
import type { Outcome, Receipt } from '../../protocol/wire.ts';
import type { SealedBox } from '../sealed-box.ts';

/** Asked once: one's own phone keeps drafts and a readable copy, a shared one deletes both once received. */
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
  readonly kind: 'intake.submit' | 'safety.alert';
  readonly v: number;
  readonly subjectId: string;
  readonly session: string;
  readonly questionnaireSlug: string;
  readonly owner: DeviceOwner;
  /** The draft that became this submission. */
  readonly draftId?: string;
  readonly capturedAt: CapturedAt;
  readonly sha256: string;
  /** Bytes of the envelope. */
  readonly size: number;
  readonly blobs: readonly string[];
  readonly code: string;
  readonly queuedAt: string;
  /** `attention`: the server has another body under this id; a person must look. */
  readonly state: 'queued' | 'receipt' | 'held' | 'attention';
  readonly why?: 'server-busy' | 'server-older' | 'conflict' | 'not-understood';
  readonly attempts: number;
  /** Not to be tried before this reading of {@link Clock.now}; 0 is at once. */
  readonly nextAt: number;
  /** The envelope is still in `envelopes`. */
  readonly kept: boolean;
  /** The safety rule and the moment it was met, as `rule@at`, sealed: makes an alert idempotent without telling which rule it was. */
  readonly rule?: SealedBox;
  readonly receipt?: Receipt;
  /** When this device learnt of the receipt, in milliseconds since 1970 by the server's clock as last seen. */
  readonly settledAt?: number;
  /** The server's epoch in which it last confirmed to have this operation. */
  readonly confirmedIn?: string;
  readonly outcome?: Outcome;
  readonly reviewedAt?: string;
  readonly acknowledgedAt?: string;
}

/** Apart from {@link OutboxRow}, so that the list of deliveries is read without their bodies. */
export interface EnvelopeRow {
  readonly opId: string;
  readonly subjectId: string;
  readonly box: SealedBox;
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

/** `subject:<id>` holds a subject's AES key, `device` the private key of the device, `probe:<id>` a start-up probe. */
export interface KeyRow {
  readonly id: string;
  readonly keyId: string;
  readonly key: CryptoKey;
  readonly publicJwk?: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string };
  /** Reading of {@link Clock.now}. */
  readonly at: number;
}

/** `schema`, `canary`, `server` ({@link ServerMemory}), `lane:<lane>`. */
export interface MetaRow {
  readonly key: string;
  readonly value: unknown;
}

export interface Tables {
  readonly drafts: DraftRow;
  readonly outbox: OutboxRow;
  readonly envelopes: EnvelopeRow;
  readonly copies: CopyRow;
  readonly definitions: DefinitionRow;
  readonly keys: KeyRow;
  readonly meta: MetaRow;
}
export type TableName = keyof Tables;

export const primaryKeys = {
  drafts: 'draftId',
  outbox: 'opId',
  envelopes: 'opId',
  copies: 'opId',
  definitions: 'formHash',
  keys: 'id',
  meta: 'key',
} as const satisfies Record<TableName, string>;

export const tableNames: readonly TableName[] = [
  'drafts',
  'outbox',
  'envelopes',
  'copies',
  'definitions',
  'keys',
  'meta',
];

/** Oldest reader that understands what this code writes; an older one keeps its hands off. */
export const MIN_READER = 1;
/** What this code understands. */
export const READER = 1;
