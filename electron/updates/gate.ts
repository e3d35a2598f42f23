/**
 * When an update may be installed, and when it is taken back (K10): between two patients, in the clinic's maintenance window, and for good only
 * once the new version has painted its attract screen and reached the server.
 */

/** So long a new version has to show that it works. */
export const HEALTHY_WITHIN_MS = 10 * 60_000;

export interface MaintenanceWindow {
  /** Local wall-clock times, `HH:MM`; one that ends before it begins goes over midnight. */
  readonly from: string;
  readonly until: string;
}

export interface GateFacts {
  readonly screen: 'attract' | 'session' | 'staff' | 'recovery';
  /** Minutes since local midnight. */
  readonly minuteOfDay: number;
  readonly window: MaintenanceWindow;
  /** What isn't sealed yet would be lost. */
  readonly unsealedIntakes: number;
  readonly offered: string;
  readonly running: string;
  /** Versions that were tried here and taken back. */
  readonly refused: readonly string[];
}

export type GateVerdict =
  | { readonly install: true }
  | {
      readonly install: false;
      readonly because: 'in-use' | 'outside-window' | 'unsealed' | 'not-newer' | 'refused-before';
    };

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export function isInWindow(minuteOfDay: number, { from, until }: MaintenanceWindow): boolean {
  const [begin, end] = [minutesOf(from), minutesOf(until)];
  return begin <= end ? minuteOfDay >= begin && minuteOfDay < end : minuteOfDay >= begin || minuteOfDay < end;
}

/** Semantic versions without build metadata; a pre-release is older than its release (semver.org, 11). */
export function isNewer(offered: string, running: string): boolean {
  const read = (version: string) => {
    const match = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/.exec(version);
    return match && { numbers: match.slice(1, 4).map(Number), pre: match[4] };
  };
  const [one, other] = [read(offered), read(running)];
  if (!one || !other) return false;
  const index = one.numbers.findIndex((number, place) => number !== other.numbers[place]);
  if (index >= 0) return (one.numbers[index] ?? 0) > (other.numbers[index] ?? 0);
  if (one.pre === other.pre) return false;
  if (one.pre === undefined || other.pre === undefined) return one.pre === undefined;
  return one.pre.localeCompare(other.pre, 'en', { numeric: true }) > 0;
}

export function judgeUpdate(facts: GateFacts): GateVerdict {
  const no = (because: Extract<GateVerdict, { install: false }>['because']): GateVerdict => ({
    install: false,
    because,
  });
  if (!isNewer(facts.offered, facts.running)) return no('not-newer');
  // A bad release is replaced by a higher one, never tried again.
  if (facts.refused.includes(facts.offered)) return no('refused-before');
  if (facts.screen !== 'attract') return no('in-use');
  if (facts.unsealedIntakes > 0) return no('unsealed');
  if (!isInWindow(facts.minuteOfDay, facts.window)) return no('outside-window');
  return { install: true };
}

/** Of a version that was installed and isn't known to be good yet. */
export interface Probation {
  readonly version: string;
  readonly previous: string;
  /** ms since 1970. */
  readonly since: number;
  readonly starts: number;
}

/** A version that can't even start often enough to be judged is taken back by the number of its starts. */
const MAX_STARTS = 3;

export type ProbationVerdict = 'good' | 'wait' | 'take-back';

/** @param serverReached undefined where the network itself is away, which is no fault of the new version. */
export function judgeProbation(
  { since, starts }: Probation,
  seen: {
    readonly attractPainted: boolean;
    readonly serverReached: boolean | undefined;
    readonly now: number;
  },
): ProbationVerdict {
  if (seen.attractPainted && seen.serverReached === true) return 'good';
  if (starts > MAX_STARTS && !seen.attractPainted) return 'take-back';
  if (seen.now - since < HEALTHY_WITHIN_MS) return 'wait';
  if (seen.attractPainted && seen.serverReached === undefined) return 'wait';
  return 'take-back';
}
