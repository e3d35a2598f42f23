import type { StorageReport } from '../../../platform/contract/contract.ts';

/** `window`: gone with it. `site`: in this browser, for the site around it alone. `device`: where the clinic's own pages keep theirs. */
export type KeptWhere = 'window' | 'site' | 'device';

/**
 * By doing: what the store's own probe wrote, reopened and read, and whether this frame sees what only the clinic's own pages write.
 * @param report undefined until the store was probed
 */
export function keptWhere(
  report: StorageReport | undefined,
  seesOwnPages: () => boolean,
): KeptWhere | undefined {
  if (!report) return undefined;
  if (report.mode === 'memory') return 'window';
  return seesOwnPages() ? 'device' : 'site';
}
