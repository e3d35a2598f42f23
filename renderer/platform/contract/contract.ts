/**
 * What the renderer may ask of the place where it runs: the patient's browser or, later, the kiosk's shell. No screen asks
 * which of the two it is.
 */

import type { LockState, UnlockResult } from '../../../sync/client/keys/draft-lock.ts';
import type { Delivery } from '../../../sync/client/outbox/delivery.ts';
import type { Shelf, ShelfReading } from '../../../sync/client/shelf/shelf.ts';
import type { DeviceOwner } from '../../../sync/client/store/rows.ts';
import type { StorageReport } from '../../../sync/client/store/storage-report.ts';
import type { OperationModule, Submission } from '../../../sync/protocol/operations/operation.ts';
import type {
  ConsentDecision,
  PatientDetails,
  RuleHit,
} from '../../../sync/protocol/operations/payloads/parts.ts';
import type { FormSnapshot } from '../../../sync/questionnaire/model/contract.ts';
import type { Account } from './account.ts';

export type { Delivery, DeviceOwner, LockState, Shelf, ShelfReading, StorageReport, UnlockResult };
export type Unsubscribe = () => void;

/** Everything the patient wrote in one intake that isn't sent yet. */
export interface DraftContent {
  readonly draftId: string;
  readonly session: string;
  readonly subjectId: string;
  readonly questionnaire: { readonly slug: string; readonly canonical: string; readonly formHash: string };
  readonly owner: DeviceOwner;
  readonly language: string;
  readonly startedAt: string;
  readonly updatedAt: string;
  /** What was entered at welcome so far. */
  readonly patient: Partial<PatientDetails>;
  readonly place?: { readonly code: string; readonly confirmedAt: string };
  readonly consents: readonly ConsentDecision[];
  /** The persisted XState snapshot with its own version: the position in the flow, never answers. */
  readonly flow: { readonly v: number; readonly snapshot: unknown };
  /** The engine's snapshot: the answers. */
  readonly form?: FormSnapshot;
  readonly ruleHits: readonly RuleHit[];
  readonly confirmedImplausible: readonly string[];
  /** linkIds whose answers are still what the health profile filled in. */
  readonly filledIn?: readonly string[];
}

/** What may be known of a draft without opening it: nothing that says who wrote it or what they wrote. */
export interface DraftSummary {
  readonly draftId: string;
  readonly session: string;
  readonly subjectId: string;
  readonly questionnaireSlug: string;
  readonly formHash: string;
  readonly owner: DeviceOwner;
  readonly updatedAt: string;
}

export interface Drafts {
  list(): Promise<readonly DraftSummary[]>;
  /** `unreadable` where the key that sealed it is gone, `locked` where the patient's lock is on; the row is kept all the same. */
  open(
    draftId: string,
  ): Promise<
    | { readonly status: 'open'; readonly content: DraftContent }
    | { readonly status: 'absent' | 'unreadable' | 'locked' }
  >;
  /**
   * Resolves when a strict-durability transaction is complete: only then may a screen say "Saved".
   * @throws StorageError with a code (`quota`, `closed`, `timeout`, `memory-only`, `taken-over` where another tab is writing this draft).
   */
  save(content: DraftContent): Promise<void>;
  /** Only ever called because the patient asked. */
  discard(draftId: string): Promise<void>;
  /** The definition of the form that the draft pins, kept even when the vendor publishes another. */
  keepDefinition(formHash: string, definition: unknown): Promise<void>;
  definition(formHash: string): Promise<unknown>;
}

/** A photo or document as it is to be sent: already made smaller and freed of what it says about place and device. */
export interface FileToKeep {
  /** The draft it was picked in, and whose it is. */
  readonly draftId: string;
  readonly subjectId: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly title?: string;
}
export interface KeptFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly title?: string;
  /** Bytes of the file. */
  readonly size: number;
}

/** Photos and documents of drafts and submissions: each encrypted as soon as it is picked, under a key of its own. */
export interface Blobs {
  /**
   * Resolves when it is on the disk, like {@link Drafts.save}.
   * @returns its name (the SHA-256, hex, of its ciphertext: the answer's `url` is `blobUrl` of it), and the file's size in bytes.
   * @throws StorageError `quota`, `closed`, `timeout`, `locked`.
   */
  keep(file: FileToKeep): Promise<{ readonly sha256: string; readonly size: number }>;
  /** @returns undefined where it is not here, or can't be opened. */
  read(sha256: string): Promise<KeptFile | undefined>;
  /** Only ever called because the patient asked, and after a draft without it has been saved. */
  drop(sha256: string): Promise<void>;
}

export interface SavedCopy {
  readonly blob: Blob;
  readonly name: string;
}

export interface Deliveries {
  /**
   * Finalise: seals first, then one strict transaction puts the operation into the outbox, deletes the draft and bumps
   * the lane. Resolves with the delivery when that is complete, and the sender is already on its way. Photos and documents that the
   * submission names go along.
   */
  submit(draftId: string, submission: Submission): Promise<Delivery>;
  /** What no draft was written for: queued, and sent as urgently as its kind is. */
  send(submission: Submission, owner: DeviceOwner): Promise<Delivery>;
  list(): Promise<readonly Delivery[]>;
  /** The patient's readable copy on their own device, until the vendor's `copyDays` are over. */
  copy<Payload extends object>(
    operation: OperationModule<string, Payload>,
    opId: string,
  ): Promise<Payload | undefined>;
  /** Called with the whole list at once and after each change, from any tab. */
  watch(listener: (deliveries: readonly Delivery[]) => void): Unsubscribe;
  /** Tries now, whatever the backoff says. */
  sendNow(): Promise<void>;
  /**
   * Everything of a session that the clinic doesn't have yet, sealed as it would be sent, to be handed over when no network comes.
   * `name` holds the vendor and the code, and no name of a person.
   * @throws StorageError `absent` where nothing of it waits any more.
   */
  saveCopy(session: string): Promise<SavedCopy>;
}

/** Whether this device can lock by passkey: `no-passkeys` has none, `no-prf` has some that give no secret to lock with. */
export type LockSupport = 'ready' | 'no-passkeys' | 'no-prf';

/**
 * The patient's lock on a device of their own: while it is on, drafts and readable copies open by a passkey or by the recovery code.
 * What is finished goes out all the same. The verbs that ask for a passkey have to be called within a press, and reject with a
 * `PasskeyError`.
 */
export interface DeviceLock {
  support(): Promise<LockSupport>;
  state(): Promise<LockState>;
  /** Tells of each change of {@link DeviceLock.state}, in this tab or another. */
  watch(listener: () => void): Unsubscribe;
  /** @param shown awaited with the recovery code before anything is locked; where it rejects, the lock stays off. */
  enable(shown: (recoveryCode: string) => Promise<void>): Promise<void>;
  unlock(): Promise<UnlockResult>;
  unlockWithCode(code: string): Promise<UnlockResult>;
  lock(): void;
  /** @throws StorageError `locked` where it isn't open. */
  disable(): Promise<void>;
}

export interface Connection {
  /** From the last answers of the server, never from `navigator.onLine` alone. */
  readonly state: 'online' | 'offline' | 'unknown';
  /** The device's clock minus the server's, in ms, at the last contact. */
  readonly clockSkewMs?: number;
}

export interface Platform {
  readonly vendor: string;
  /** Opens the store, probes it and starts sending. */
  start(): Promise<StorageReport>;
  readonly drafts: Drafts;
  readonly blobs: Blobs;
  readonly deliveries: Deliveries;
  readonly lock: DeviceLock;
  /** What a person has begun and that is no form. Absent at a kiosk, where nothing of the kind is begun. */
  readonly shelf?: Shelf;
  /** Absent where nobody has an account: at a kiosk. */
  readonly account?: Account;
  /**
   * Asks the browser not to evict. Firefox asks the person, whose answer may never come: nothing waits for it, and the browser itself
   * remembers it.
   */
  requestPersistence(): void;
  connection(): Connection;
  watchConnection(listener: (connection: Connection) => void): Unsubscribe;
  /** A subject for a person who is new here. */
  newSubjectId(): string;
  newSessionId(): string;
  now(): Date;
  stop(): Promise<void>;
}
