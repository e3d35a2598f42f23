/** Why the device's store did not do what was asked; screens translate the code. */
export type StorageErrorCode =
  /** The browser has no room. Nothing was overwritten. */
  | 'quota'
  /** The connection was lost, and once more after it had been reopened. */
  | 'closed'
  /** No answer within the deadline; it isn't known whether the transaction will still complete. */
  | 'timeout'
  /** The transaction was rolled back for a reason that the browser doesn't give. */
  | 'aborted'
  /** Kept for as long as this page lives, and no longer. */
  | 'memory-only'
  /** Another tab has written this draft, submitted it or discarded it. */
  | 'taken-over'
  /** The draft belongs to another person or form. */
  | 'mismatch'
  | 'absent'
  /** No key of the vendor's could be verified, so that there is nothing to seal to: the draft stays. */
  | 'unsealable'
  /** A photo or document that the answers name is not on this device. */
  | 'blob-missing'
  /** The answers name more photos and documents than one operation takes. */
  | 'too-many-blobs'
  | 'unreadable'
  /** Another tab holds an older version open. */
  | 'blocked'
  /** A newer version of this software wrote the store. */
  | 'newer-version'
  | 'no-indexeddb'
  /** The browser refuses to keep such a value, e.g. a CryptoKey. */
  | 'not-storable'
  /** The patient's lock is on: nothing is lost, and what the page holds can be saved once it is unlocked. */
  | 'locked'
  /** The disk or its file system failed or refused: nothing was overwritten. */
  | 'disk'
  /** Too many files are open: it may work a moment later. */
  | 'busy'
  | 'unknown';

/** Its message is the code alone: nothing a patient wrote can get into a log by way of an error. */
export class StorageError extends Error {
  override name = 'StorageError';
  readonly code: StorageErrorCode;
  constructor(code: StorageErrorCode, cause?: unknown) {
    super(`storage: ${code}`, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

const byName: Readonly<Record<string, StorageErrorCode>> = {
  QuotaExceededError: 'quota',
  DatabaseClosedError: 'closed',
  InvalidStateError: 'closed',
  /** Safari's "Connection to Indexed Database server lost". */
  UnknownError: 'closed',
  TransactionInactiveError: 'closed',
  PrematureCommitError: 'closed',
  TimeoutError: 'timeout',
  VersionError: 'newer-version',
  DataCloneError: 'not-storable',
  MissingAPIError: 'no-indexeddb',
  SecurityError: 'no-indexeddb',
  AbortError: 'aborted',
};

function nameOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'name' in error && typeof error.name === 'string'
    ? error.name
    : undefined;
}

/** The innermost cause that is known decides: Dexie wraps the browser's error, and a quota error arrives as an abort. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const inner = typeof error === 'object' && error !== null && 'inner' in error ? error.inner : undefined;
  if (inner !== undefined && inner !== null && inner !== error) {
    const found = toStorageError(inner);
    if (found.code !== 'unknown') return new StorageError(found.code, error);
  }
  return new StorageError(byName[nameOf(error) ?? ''] ?? 'unknown', error);
}
