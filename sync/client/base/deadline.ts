/** Puts an end to waiting: a suspended process or a lost connection may leave a promise unsettled for ever (failure case 4). */
import type { Clock } from './ports.ts';

export async function withDeadline<R>(
  clock: Pick<Clock, 'setTimer'>,
  milliseconds: number,
  work: Promise<R>,
  onExpiry: () => Error,
): Promise<R> {
  return await new Promise<R>((resolve, reject) => {
    const cancel = clock.setTimer(milliseconds, () => reject(onExpiry()));
    work.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error);
      },
    );
  });
}

/**
 * Waits for an answer that may never come, e.g. to a question of the browser's that nobody has noticed, and then goes on without it.
 * The time is counted in two halves: a page that was frozen finds its timers due as it wakes, before what it waits for has had a turn.
 * @param without what takes the answer's place, or throws; a late answer is nobody's any more
 */
export async function answerOr<R>(
  clock: Pick<Clock, 'setTimer'>,
  milliseconds: number,
  work: Promise<R>,
  without: () => R,
): Promise<R> {
  return await new Promise<R>((resolve, reject) => {
    let cancel = clock.setTimer(milliseconds / 2, () => {
      cancel = clock.setTimer(milliseconds / 2, () => {
        try {
          resolve(without());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    work.then(resolve, reject).finally(() => cancel());
  });
}
