/** What the self-check says: words and figures of closed lists, so that nothing of a person can be in it. */

export const STATUSES = ['pass', 'warn', 'fail', 'unknown'] as const;
export type CheckStatus = (typeof STATUSES)[number];

export const CHECKS = [
  'app',
  'worker',
  'storage',
  'database',
  'crypto',
  'network',
  'sync',
  'clock',
  'outbox',
  'camera',
  'microphone',
  'printer',
  'kiosk',
  'toast',
] as const;
export type CheckName = (typeof CHECKS)[number];

export const FIGURES = [
  'workers',
  'freeMegabytes',
  'isPersistent',
  'databaseMilliseconds',
  'answerMilliseconds',
  'clockSkewSeconds',
  'waiting',
] as const;
export type FigureName = (typeof FIGURES)[number];
export type Figures = Readonly<Partial<Record<FigureName, number>>>;

export interface Checked {
  readonly status: CheckStatus;
  readonly figures?: Figures;
}
export type Results = Readonly<Partial<Record<CheckName, Checked>>>;

/** @param detail `staff`: with figures; everybody else is told what works and what doesn't */
export function reportOf(results: Results, detail: 'public' | 'staff'): string {
  const lines = CHECKS.map((name) => {
    const { status, figures = {} } = results[name] ?? { status: 'unknown' };
    const told = FIGURES.flatMap((figure) => {
      const value = figures[figure];
      return detail === 'staff' && value !== undefined && Number.isFinite(value)
        ? [`${figure}=${Math.round(value)}`]
        : [];
    });
    return [`${name}: ${STATUSES.includes(status) ? status : 'unknown'}`, ...told].join(' ');
  });
  return ['carefront self-check 1', ...lines].join('\n');
}
