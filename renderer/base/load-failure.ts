/**
 * Whether a part of the app couldn't be fetched: offline before it was kept, or replaced by a newer version. Browsers word the
 * rejection of `import()` each in their own way, and none gives it a code.
 */
export function isLoadFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /dynamically imported module|importing a module script failed|error loading dynamically|Failed to fetch|Unable to preload CSS|Load failed/i.test(
    error.message,
  );
}
