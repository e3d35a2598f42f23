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
