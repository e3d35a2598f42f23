import { StorageError } from '../../../sync/client/base/storage-error.ts';
import type { Shelf, ShelfReading } from './contract.ts';

/** Another tab was faster. */
const isTakenOver = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'taken-over';

export const versionOf = (reading: ShelfReading): number => ('version' in reading ? reading.version : 0);

/** What is written in its place; null removes it, undefined leaves it as it is. */
type Changed = object | null | undefined;

/**
 * Reads, changes and writes, and once more each time another tab was faster. Resolves only once that is on the disk, or is to stay as it is.
 * @param change called for each reading.
 * @throws StorageError `locked`, and what the shelf throws but for `taken-over`.
 */
export async function updateShelf(
  shelf: Shelf,
  name: string,
  change: (reading: ShelfReading) => Changed | Promise<Changed>,
): Promise<void> {
  for (;;) {
    const reading = await shelf.read(name);
    const changed = await change(reading);
    if (changed === undefined) return;
    // Nobody can say what it would overwrite, nor its version.
    if (reading.status === 'locked') throw new StorageError('locked');
    try {
      if (changed === null) await shelf.remove(name, versionOf(reading));
      else await shelf.write(name, changed, versionOf(reading));
      return;
    } catch (error) {
      if (!isTakenOver(error)) throw error;
    }
  }
}
