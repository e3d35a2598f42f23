/** What pages ask of a worker. */
export type WorkerRequest = { readonly type: 'SKIP_WAITING' } | { readonly type: 'refresh-pack' };

/** The answer to `refresh-pack`, on the message's port. */
export type RefreshResult =
  /** The next navigation gets the new pack. */
  | { readonly status: 'refreshed'; readonly packHash: string }
  | { readonly status: 'unchanged' }
  /** The server has another build: its own worker will bring the pack along. */
  | { readonly status: 'update-needed' }
  /** No network, or something in between that isn't the server; what is stored stays in use. */
  | { readonly status: 'unreachable' };

export function isWorkerRequest(data: unknown): data is WorkerRequest {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    (data.type === 'SKIP_WAITING' || data.type === 'refresh-pack')
  );
}
