/**
 * What a kiosk keeps of intakes: nothing that it could read itself once the patient has gone. Made by `intake-keeper.ts`, used by the kiosk's core.
 */

import type {
  Connection,
  Delivery,
  DraftContent,
  Drafts,
  FileToKeep,
  KeptFile,
  StorageReport,
} from '../../renderer/platform/contract/contract.ts';
import type { PauseResult } from '../../renderer/platform/contract/kiosk-contract.ts';
import type { PublicJwk } from '../../sync/client/base/crypto-ports.ts';
import type { AdoptedBlob } from '../../sync/client/blobs/blobs.ts';
import type { IntakePaused } from '../../sync/protocol/operations/payloads/intake-paused.ts';
import type { IntakeAnswers } from '../../sync/protocol/operations/payloads/intake-submit.ts';
import type { SafetyAlert } from '../../sync/protocol/operations/payloads/safety-alert.ts';

type Unsubscribe = () => void;

export interface IntakeKeeper {
  /**
   * Opens the store and turns what a crash or a power cut left unfinished into operations for the clinic (`intake.paused@1`, reason `crash`): the
   * kiosk itself can't open it any more. Then sends what there is.
   */
  start(): Promise<StorageReport>;
  /**
   * @returns undefined where there is no valid key of the vendor's to seal to: nobody may begin then, rather than find out at the end
   */
  begin(): Promise<PatientIntakes | undefined>;
  /** Whether {@link begin} would give anything, and until when (ISO 8601) the key is valid. */
  canBegin(): Promise<{ readonly ok: boolean; readonly validUntil?: string }>;
  connection(): Connection;
  watchConnection(listener: (connection: Connection) => void): Unsubscribe;
  /** Operations that the clinic doesn't have yet. */
  queued(): Promise<number>;
  /** Counter of the newest link of the chain; 0 before the first. */
  chained(): Promise<number>;
  /** ISO 8601; undefined before the first contact. */
  lastContact(): string | undefined;
  sendNow(): Promise<void>;
  /** The key that the kiosk is enrolled with. */
  device(): Promise<{ readonly deviceId: string; readonly publicJwk: PublicJwk }>;
  /**
   * A request to the vendor's server with the device's proof, as the sync protocol makes it.
   * @param path below the endpoint, `/kiosk/v1/health`
   * @returns undefined where nobody, or somebody else (a captive portal), answers
   */
  request(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly json: unknown } | undefined>;
  /** Stops sending and lets go of the store: the process ends. */
  close(): Promise<void>;
  /** Forgets the enrollment's key. What is queued stays, and needs no key to be sent by hand (`saveCopy`). */
  stop(): Promise<void>;
}

/** The intakes of the one patient who is here. Every verb rejects with a `StorageError` once {@link end} was called. */
export interface PatientIntakes {
  readonly drafts: Drafts;
  readonly blobs: {
    keep(file: FileToKeep): Promise<{ readonly sha256: string; readonly size: number }>;
    /** What the clinic gave back with a draft, as it was sealed before. @returns false where it isn't what its name says */
    adopt(file: AdoptedBlob): Promise<boolean>;
    read(sha256: string): Promise<KeptFile | undefined>;
    drop(sha256: string): Promise<void>;
  };
  /** Resolves when it is sealed and on the disk. */
  submit(draftId: string, payload: IntakeAnswers): Promise<Delivery>;
  alert(payload: SafetyAlert): Promise<Delivery>;
  /** Of this patient's sessions only. */
  list(): Promise<readonly Delivery[]>;
  watch(listener: (deliveries: readonly Delivery[]) => void): Unsubscribe;
  /** Of a draft of this patient's. The draft is gone from here afterwards. */
  pause(draftId: string, reason: IntakePaused['reason']): Promise<PauseResult>;
  /** What the clinic gave back for a code: a draft of this patient's again. */
  adopt(content: DraftContent): Promise<void>;
  /** Whether an alert of this patient's is met and not yet sealed and queued. */
  alertPending(): boolean;
  /**
   * Unfinished drafts are paused, or deleted where the patient asked (`discard`); then every key of this patient's is forgotten. Resolves when that
   * is on the disk.
   */
  end(by: 'discard' | IntakePaused['reason']): Promise<void>;
}
