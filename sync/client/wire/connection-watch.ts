/** Watching the connection, among all that a status tells of. */
import { backoff, MAX_BACKOFF_MS } from '../base/backoff.ts';
import type { Clock, Random, Unsubscribe } from '../base/ports.ts';
import { createWakeTimer } from '../base/wake-timer.ts';
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

/**
 * Told when something answers after a time without: what waits by a timer goes now, and not when the longest of the waits is over. Where
 * every other request is lost, each of them is such a moment: from the second on it is told after a wait that doubles, until nothing was lost for
 * as long as the longest. Sending at once each time kept a struggling server from coming back.
 */
export function watchReconnects(
  status: Watched,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  onReconnect: () => void,
): Unsubscribe {
  const timer = createWakeTimer(clock, onReconnect);
  let before = status.connection().state;
  let times = 0;
  let lastAt = 0;
  const stopWatching = status.watch(() => {
    const { state } = status.connection();
    const isBack = before === 'offline' && state === 'online';
    before = state;
    if (!isBack) return;
    const now = clock.monotonic();
    const isCalm = now - lastAt > MAX_BACKOFF_MS;
    lastAt = now;
    if (timer.isSet()) return;
    times = isCalm ? 1 : times + 1;
    if (times === 1) onReconnect();
    else timer.wakeIn(backoff(times, random));
  });
  return () => {
    stopWatching();
    timer.stop();
  };
}
