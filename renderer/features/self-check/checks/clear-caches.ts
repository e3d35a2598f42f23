/** Caches of the app's files, its pages and the packs, which the network brings again. */
const REPLACEABLE = /^v:[^:]+:(?:build|shell|pack):/;

/**
 * Drafts, what waits to be sent, and keys are in databases, which this never opens; definitions that a draft may need are in a cache of their own, which stays.
 * @returns how many were put away
 */
export async function clearCaches(storage: CacheStorage | undefined): Promise<number> {
  const names = ((await storage?.keys()) ?? []).filter((name) => REPLACEABLE.test(name));
  for (const name of names) await storage?.delete(name);
  return names.length;
}
