/** Watching the connection, among all that a status tells of. */
import type { Unsubscribe } from '../base/ports.ts';
import type { Connection, Status } from './status.ts';

type Watched = Pick<Status, 'connection' | 'watch'>;

/** Told how it is now, and of each change. */
export function watchConnection(status: Watched, listener: (connection: Connection) => void): Unsubscribe {
  let last = status.connection();
  listener(last);
  return status.watch(() => {
    const next = status.connection();
    if (next === last) return;
    last = next;
    listener(next);
  });
}

/** Told when something answers after a time without: what waits by a timer goes now, and not when the longest of the waits is over. */
export function watchReconnects(status: Watched, onReconnect: () => void): Unsubscribe {
  let before = status.connection().state;
  return status.watch(() => {
    const { state } = status.connection();
    const isBack = before === 'offline' && state === 'online';
    before = state;
    if (isBack) onReconnect();
  });
}
