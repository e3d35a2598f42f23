/** What was started, closed in the opposite order. Whatever hangs is waited for only so long: the rest is closed all the same. */
import type { Logger } from './log.ts';

export interface Closers {
  /** @param name for the log. @param withinMs how long it is waited for. */
  add(name: string, withinMs: number, close: () => Promise<unknown>): void;
  /** Never rejects, and takes no longer than all of them may together. Can be called twice. */
  closeAll(): Promise<void>;
}

interface Closer {
  readonly name: string;
  readonly withinMs: number;
  readonly close: () => Promise<unknown>;
}

export function createClosers(logger: Logger): Closers {
  const closers: Closer[] = [];
  let closing: Promise<void> | undefined;

  async function closeOne({ name, withinMs, close }: Closer): Promise<void> {
    const { promise: tooLong, resolve } = Promise.withResolvers<'too long'>();
    const patience = setTimeout(() => resolve('too long'), withinMs);
    try {
      if ((await Promise.race([close(), tooLong])) === 'too long')
        logger.error({ part: name }, 'STOP_NOT_AWAITED');
    } catch (error) {
      logger.error({ err: error, part: name }, 'STOP_FAILED');
    } finally {
      clearTimeout(patience);
    }
  }

  async function closeEach(): Promise<void> {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closeOne(closer);
  }

  return {
    add(name, withinMs, close) {
      closers.push({ name, withinMs, close });
    },
    closeAll() {
      closing ??= closeEach();
      return closing;
    },
  };
}
