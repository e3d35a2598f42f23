/** A person's records as screens see them. */

export interface RecordsView {
  /**
   * `loading`: never pulled to the end yet. `failed`: reading everything again didn't help; what is here is shown with its age, and the next
   * `refresh` tries again.
   */
  readonly status: 'loading' | 'ready' | 'failed';
  /** Server's clock at the last complete pull, ISO 8601; absent before it. */
  readonly pulledAt?: string;
  /** By `seq`, oldest first, and then what is only pending. Tombstones aren't among them. */
  readonly records: readonly RecordView[];
}

/** A record with what this device's own unsettled operations make of it. */
export interface RecordView {
  readonly kind: string;
  /** Of the body. */
  readonly v: number;
  readonly id: string;
  /** 0 where only an operation of this device tells of it. */
  readonly seq: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** `sending`: on its way, or not judged yet. `with-clinic`: staff look at it first. */
  readonly pending?: { readonly opId: string; readonly state: 'sending' | 'with-clinic' };
}
