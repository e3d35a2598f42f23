import { isReplaceable } from '../../../service-worker/cache-names.ts';

/**
 * Drafts, what waits to be sent, and keys are in databases, which this never opens.
 * @returns how many caches were put away
 */
export async function clearCaches(storage: CacheStorage | undefined): Promise<number> {
  const names = ((await storage?.keys()) ?? []).filter(isReplaceable);
  for (const name of names) await storage?.delete(name);
  return names.length;
}
