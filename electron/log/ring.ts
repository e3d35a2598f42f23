/**
 * The log on the disk: files of a bounded size, a bounded number of them, the oldest goes first. A run begins a file of its own, so that nothing that an
 * earlier one wrote is ever touched again.
 */
import type { Disk, DiskFile } from '../../sync/client/store/disk.ts';

export interface RingOptions {
  readonly disk: Disk;
  /** Of its own. */
  readonly folder: string;
  readonly bytesPerFile?: number;
  readonly mostFiles?: number;
}

export interface LogRing {
  /** One line without its end. Never throws, never waits: a log that can't be written stops nobody. */
  append(line: string): void;
  /** Resolves when what was appended so far is on the disk, or lost for good. */
  flush(): Promise<void>;
  /** All lines that are kept, oldest first. */
  lines(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const LOG_FILE_BYTES = 128 * 1024;
export const LOG_FILES = 16;
/** Lines that wait for a disk that hangs. */
const MAX_WAITING = 1_000;
const NAME = /^log-(\d{8})\.jsonl$/;
const nameOf = (number: number) => `log-${String(number).padStart(8, '0')}.jsonl`;

export function createLogRing(options: RingOptions): LogRing {
  const { disk, folder, bytesPerFile = LOG_FILE_BYTES, mostFiles = LOG_FILES } = options;
  const encoder = new TextEncoder();
  let waiting: string[] = [];
  let file: DiskFile | undefined;
  let written = 0;
  let last: Promise<void> = Promise.resolve();
  let scheduled = false;

  async function numbers(): Promise<readonly number[]> {
    return (await disk.list(folder))
      .flatMap((name) => {
        const match = NAME.exec(name);
        return match === null ? [] : [Number(match[1])];
      })
      .toSorted((one, other) => one - other);
  }

  async function begin(): Promise<DiskFile> {
    await disk.makeFolder(folder);
    const there = await numbers();
    for (const old of there.slice(0, Math.max(0, there.length - mostFiles + 1)))
      await disk.unlink(folder, nameOf(old)).catch(() => undefined);
    written = 0;
    const opened = await disk.create(folder, nameOf((there.at(-1) ?? 0) + 1));
    await disk.syncFolder(folder);
    return opened;
  }

  async function end(): Promise<void> {
    const open = file;
    file = undefined;
    await open?.close().catch(() => undefined);
  }

  async function drain(): Promise<void> {
    scheduled = false;
    const lines = waiting;
    waiting = [];
    if (lines.length === 0) return;
    try {
      const bytes = encoder.encode(`${lines.join('\n')}\n`);
      if (file !== undefined && written + bytes.length > bytesPerFile) await end();
      file ??= await begin();
      written += bytes.length;
      await file.write(new Uint8Array(bytes));
      await file.sync();
    } catch {
      // The disk is full or gone. The next lines try again, in another file.
      await end();
    }
  }

  function flush(): Promise<void> {
    last = last.then(drain);
    return last;
  }

  return {
    append(line) {
      if (waiting.length < MAX_WAITING) waiting.push(line);
      if (scheduled) return;
      scheduled = true;
      void flush();
    },
    flush,
    async lines() {
      await flush();
      const texts: string[] = [];
      for (const number of await numbers())
        texts.push(new TextDecoder().decode(await disk.read(folder, nameOf(number))));
      return texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
    },
    async close() {
      await flush();
      await end();
    },
  };
}
