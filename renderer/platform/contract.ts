/**
 * What the renderer may ask of the place where it runs: the patient's browser or, later, the kiosk's shell. No screen asks
 * which of the two it is.
 */

import type { Delivery } from '../../sync/client/delivery.ts';
import type { DeviceOwner } from '../../sync/client/store/rows.ts';
import type { StorageReport } from '../../sync/client/store/storage-report.ts';
import type {
  ConsentDecision,
  IntakeSubmit,
  PatientDetails,
  RuleHit,
  SafetyAlert,
} from '../../sync/protocol/payloads.ts';
import type { FormSnapshot } from '../../sync/questionnaire/contract.ts';

export type { Delivery, DeviceOwner, StorageReport };
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
  /** `unreadable` where the key that sealed it is gone; the row is kept all the same. */
  open(
    draftId: string,
  ): Promise<
    { readonly status: 'open'; readonly content: DraftContent } | { readonly status: 'absent' | 'unreadable' }
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

export interface Deliveries {
  /**
   * Finalise: seals first, then one strict transaction puts the operation into the outbox, deletes the draft and bumps
   * the lane. Resolves with the delivery when that is complete, and the sender is already on its way.
   */
  submit(draftId: string, payload: IntakeSubmit): Promise<Delivery>;
  /** Queued in a lane of its own, sent ahead of everything. One per session and rule until it is acknowledged; met again after that, a new one. */
  alert(payload: SafetyAlert, owner: DeviceOwner): Promise<Delivery>;
  list(): Promise<readonly Delivery[]>;
  /** The patient's readable copy on their own device, until the vendor's `copyDays` are over. */
  copy(opId: string): Promise<IntakeSubmit | undefined>;
  /** Called with the whole list at once and after each change, from any tab. */
  watch(listener: (deliveries: readonly Delivery[]) => void): Unsubscribe;
  /** Tries now, whatever the backoff says. */
  sendNow(): Promise<void>;
  /** The sealed bundle of what is waiting, to be handed to the clinic when no network comes. */
  saveCopy(opId: string): Promise<Blob>;
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
  readonly deliveries: Deliveries;
  /** Asks the browser not to evict; reported honestly. */
  requestPersistence(): Promise<StorageReport['persisted']>;
  connection(): Connection;
  watchConnection(listener: (connection: Connection) => void): Unsubscribe;
  /** A subject for a person who is new here. */
  newSubjectId(): string;
  newSessionId(): string;
  now(): Date;
  stop(): Promise<void>;
}
