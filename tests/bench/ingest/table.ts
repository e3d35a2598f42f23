/** Figures beside their targets, in the terminal. */

export interface Line {
  readonly name: string;
  readonly measured: string;
  readonly target: string;
  readonly note: string;
}

function at(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN];
  return low + (high - low) * (place - Math.floor(place));
}

const shown = (value: number) =>
  value.toLocaleString('en-GB', { maximumFractionDigits: value < 100 ? 1 : 0 });

/** @returns median, and the interquartile range where there is more than one. */
export function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const median = shown(at(sorted, 0.5));
  return sorted.length < 2 ? median : `${median} (${shown(at(sorted, 0.25))}-${shown(at(sorted, 0.75))})`;
}

export function printTable(lines: readonly Line[], notes: readonly string[]): void {
  const header: Line = { name: 'what', measured: 'measured', target: 'target', note: '' };
  const all = [header, ...lines];
  const width = (read: (line: Line) => string) => Math.max(...all.map((line) => read(line).length));
  const [names, figures, targets] = [
    width(({ name }) => name),
    width(({ measured }) => measured),
    width(({ target }) => target),
  ];
  for (const { name, measured, target, note } of all)
    console.log(
      `${name.padEnd(names)}  ${measured.padEnd(figures)}  ${target.padEnd(targets)}  ${note}`.trimEnd(),
    );
  console.log(['', ...notes].join('\n'));
}
