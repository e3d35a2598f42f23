/**
 * Turns of the event loop, as a test's measure for "nothing more comes of this". WebCrypto and files work on threads, which a busy
 * machine keeps waiting for any number of turns: those in which one of them is under way don't count.
 */
import { createHook } from 'node:async_hooks';

/** By the names that Node gives to its requests; one over HTTP may wait for what a test does next. */
const ON_THREADS = /^(?!HTTP).*REQUEST$|^FSREQ|^FILEHANDLECLOSEREQ$/;
const underWay = new Set<number>();
createHook({
  init(id, type) {
    if (ON_THREADS.test(type)) underWay.add(id);
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
