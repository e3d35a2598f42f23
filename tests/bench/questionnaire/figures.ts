/** What was measured, by row and contestant, and how it is printed. */
import { type Line, spread } from '../ingest/table.ts';
import { type Contestant, type ContestantId, versionOf } from './contestants.ts';

export interface Row {
  readonly name: string;
  readonly target: string;
  /** Whether it makes sense to say how many times ours an anchor's figure is. */
  readonly ratio: boolean;
}

export interface Figures {
  /** One more measurement; a text where it is not a number that can be compared. */
  add(row: Row, contestant: ContestantId, value: number | string): void;
  /** Why there is none. */
  leaveOut(row: Row, contestant: ContestantId, reason: string): void;
  lines(): readonly Line[];
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
};

const ratioOf = (value: number, ours: number) => {
  const ratio = value / ours;
  return `x ${ratio.toLocaleString('en-GB', { maximumFractionDigits: ratio < 10 ? 1 : 0 })}`;
};

interface Measured {
  readonly numbers: number[];
  text: string | undefined;
  reason: string | undefined;
}

export function createFigures(contestants: readonly Contestant[]): Figures {
  const rows = new Map<string, { readonly row: Row; readonly by: Map<ContestantId, Measured> }>();
  const measured = (row: Row, contestant: ContestantId): Measured => {
    const { by } = rows.get(row.name) ?? { by: new Map<ContestantId, Measured>() };
    if (!rows.has(row.name)) rows.set(row.name, { row, by });
    const known = by.get(contestant) ?? { numbers: [], text: undefined, reason: undefined };
    by.set(contestant, known);
    return known;
  };
  return {
    add(row, contestant, value) {
      const one = measured(row, contestant);
      if (typeof value === 'number') one.numbers.push(value);
      else one.text = value;
    },
    leaveOut(row, contestant, reason) {
      const one = measured(row, contestant);
      one.reason ??= reason.split('\n')[0]?.slice(0, 100);
    },
    lines() {
      return [...rows.values()].flatMap(({ row, by }) => {
        const ours = median(by.get('ours')?.numbers ?? []);
        const lines = contestants.flatMap((contestant): readonly Line[] => {
          const one = by.get(contestant.id);
          if (!one) return [];
          const { numbers, text, reason } = one;
          const version = versionOf(contestant);
          const isCompared = row.ratio && contestant.id !== 'ours' && numbers.length > 0 && ours > 0;
          return [
            {
              name: `  ${contestant.name}${version === undefined ? '' : ` ${version}`}`,
              measured: numbers.length > 0 ? spread(numbers) : (text ?? '-'),
              target: '',
              note: [
                isCompared ? ratioOf(median(numbers), ours) : '',
                numbers.length > 0 ? (text ?? '') : '',
                reason ?? '',
              ]
                .filter((part) => part !== '')
                .join('; '),
            },
          ];
        });
        return [{ name: row.name, measured: '', target: row.target, note: '' }, ...lines];
      });
    },
  };
}
