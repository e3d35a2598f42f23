/** Seconds of difference that nobody needs to know: a slow network alone makes some. */
export const TOLERABLE_SKEW_SECONDS = 120;

export interface Skew {
  readonly direction: 'ahead' | 'behind';
  readonly minutes: number;
}

/** Whether the device's clock was so wrong that the times it claims mislead. */
export function skewToTell(seconds: number | null): Skew | undefined {
  if (seconds === null || Math.abs(seconds) <= TOLERABLE_SKEW_SECONDS) return undefined;
  return { direction: seconds > 0 ? 'ahead' : 'behind', minutes: Math.round(Math.abs(seconds) / 60) };
}
