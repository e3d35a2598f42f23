/**
 * Turns of the event loop, as a test's measure for "nothing more comes of this". WebCrypto and files work on threads, which a busy
 * machine keeps waiting for any number of turns: those in which one of them is under way don't count.
 */
import { createHook } from 'node:async_hooks';

/** By the names that Node gives to its requests; one over HTTP may wait for what a test does next. */
const FILES = /^FSREQ|^FILEHANDLECLOSEREQ$/;
const CRYPTO = /^(?!HTTP).*REQUEST$/;
const underWay = new Set<number>();

/** A synchronous job of the crypto module answers on the spot, with an array; Node says that it is gone only when its memory is taken back. */
function endsOnTheSpot(id: number, job: { run?: (...given: unknown[]) => unknown }): void {
  const { run } = job;
  if (run === undefined) return;
  job.run = (...given) => {
    const answer = Reflect.apply(run, job, given);
    if (Array.isArray(answer)) underWay.delete(id);
    return answer;
  };
}

createHook({
  init(id, type, _trigger, job) {
    const works = CRYPTO.test(type);
    if (works || FILES.test(type)) underWay.add(id);
    if (works) endsOnTheSpot(id, job);
  },
  before: (id) => void underWay.delete(id),
  destroy: (id) => void underWay.delete(id),
}).enable();

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Ends early once it is enough, which is asked at every turn. */
export async function turns(
  most: number,
  enough: () => boolean | Promise<boolean> = () => false,
): Promise<boolean> {
  for (let passed = 0; passed < most; ) {
    if (await enough()) return true;
    await turn();
    if (underWay.size === 0) passed += 1;
  }
  return false;
}
