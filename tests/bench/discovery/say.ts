/** How the figures of this benchmark are told. */

export function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}

export const percentiles = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(2)}, p95 ${quantile(times, 0.95).toFixed(2)}, p99 ${quantile(times, 0.99).toFixed(2)} ms`;

export const say = (what: string, figure: string, target = '') =>
  console.log(`${what.padEnd(44)} ${figure.padEnd(44)} ${target}`);
