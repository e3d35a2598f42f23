/** Which exports are kept: the newest, and one of each month. */
export const NEWEST_KEPT = 14;
export const MONTHS_KEPT = 12;

export interface DatedBackup {
  readonly path: string;
  readonly takenAt: Date;
}

/** UTC. */
const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();

/**
 * @param backups verified ones alone.
 * @returns those to remove; never the newest one, however old it is.
 */
export function chooseExpired(backups: readonly DatedBackup[], now: Date): readonly DatedBackup[] {
  const sorted = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
  const months = new Set<number>();
  return sorted.filter(({ takenAt }, index) => {
    const month = monthOf(takenAt);
    const isNewestOfMonth = !months.has(month);
    months.add(month);
    return index >= NEWEST_KEPT && !(isNewestOfMonth && monthOf(now) - month < MONTHS_KEPT);
  });
}
