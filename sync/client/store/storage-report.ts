/** What the start-up probe found; the reasons are codes that screens translate. */
export interface StorageReport {
  /**
   * `durable`: drafts survive a restart, encrypted. `memory`: nothing can be kept (private mode, locked-down browser), and the
   * patient is told before the first question.
   */
  readonly mode: 'durable' | 'memory';
  readonly reason?:
    | 'no-indexeddb'
    | 'keys-not-kept'
    | 'data-not-kept'
    | 'newer-version'
    | 'blocked'
    | 'quota';
  /** Whether the browser has promised not to evict. */
  readonly persisted: boolean | 'unsupported';
  readonly usageBytes?: number;
  readonly quotaBytes?: number;
  /** There was data here before and it is gone: the browser evicted it, or somebody cleared it. */
  readonly evicted: boolean;
}
