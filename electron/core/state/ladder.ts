/**
 * What to do when a page dies, hangs or stays white (K4). A pure machine: events go in, one decision comes out, and time is given.
 *
 *   view failure --> recreate the view (a fresh process and partition, never a reload)
 *     a 4th within 60 s --> relaunch the app
 *       a 3rd relaunch within 10 min --> stay on the recovery page, and end with an error so that the supervisor restarts later
 *   GPU death, a 3rd within 10 min --> relaunch without hardware acceleration, remembered
 */
import type { ViewFailure } from '../../hosts/host.ts';

export const COOLDOWN_MS = 5_000;
export const MAX_VIEWS = 3;
export const VIEWS_WITHIN_MS = 60_000;
export const MAX_GPU_DEATHS = 2;
export const MAX_RELAUNCHES = 2;
export const WITHIN_MS = 10 * 60_000;
/** So long a start may take until it has painted, and a page until it says again that it is alive. */
export const FIRST_PAINT_MS = 15_000;
export const ALIVE_MS = 5_000;
/** One beat may be late under load, two are a hang. */
export const BEATS_MISSED = 2;

export type Decision =
  | { readonly do: 'recreate-view'; readonly inMs: number }
  | { readonly do: 'relaunch'; readonly why: 'view-failures' | 'gpu-failures' }
  /** "Please see the front desk", and the staff's PIN. */
  | { readonly do: 'recovery-page' }
  | { readonly do: 'nothing' };

/** What outlives a relaunch: times in ms since 1970, and nothing of any patient. */
export interface LadderMemory {
  readonly v: 1;
  readonly relaunches: readonly number[];
  readonly gpuDeaths: readonly number[];
  readonly softwareRendering: boolean;
}

export const NEW_LADDER: LadderMemory = { v: 1, relaunches: [], gpuDeaths: [], softwareRendering: false };

export interface Ladder {
  /** @param at ms since 1970. */
  viewFailed(failure: ViewFailure, at: number): Decision;
  gpuDied(at: number): Decision;
  /** The attract screen has stood for ten minutes: what was wrong is over. */
  calm(): void;
  memory(): LadderMemory;
}

/** Clocks are set: what seems to come from the future counts as now. */
const recent = (times: readonly number[], at: number, within: number) =>
  times.filter((time) => at - time < within).map((time) => Math.min(time, at));

export function createLadder(remembered: LadderMemory = NEW_LADDER): Ladder {
  let { relaunches, gpuDeaths, softwareRendering } = remembered;
  let views: readonly number[] = [];
  let over = false;

  function relaunch(why: 'view-failures' | 'gpu-failures', at: number): Decision {
    relaunches = [...recent(relaunches, at, WITHIN_MS), at];
    over = true;
    return relaunches.length > MAX_RELAUNCHES ? { do: 'recovery-page' } : { do: 'relaunch', why };
  }

  return {
    viewFailed(failure, at) {
      if (over) return { do: 'nothing' };
      // Bytes that aren't the built ones don't get better by another try.
      if (failure === 'integrity-failure') {
        over = true;
        return { do: 'recovery-page' };
      }
      const last = views.at(-1);
      views = [...recent(views, at, VIEWS_WITHIN_MS), at];
      if (views.length > MAX_VIEWS) return relaunch('view-failures', at);
      const sinceLast = last === undefined ? COOLDOWN_MS : Math.max(0, at - last);
      return { do: 'recreate-view', inMs: Math.max(0, COOLDOWN_MS - sinceLast) };
    },
    gpuDied(at) {
      if (over) return { do: 'nothing' };
      gpuDeaths = [...recent(gpuDeaths, at, WITHIN_MS), at];
      // Chromium starts another GPU process by itself.
      if (gpuDeaths.length <= MAX_GPU_DEATHS) return { do: 'nothing' };
      if (softwareRendering) return relaunch('gpu-failures', at);
      softwareRendering = true;
      gpuDeaths = [];
      return relaunch('gpu-failures', at);
    },
    calm() {
      views = [];
      relaunches = [];
      gpuDeaths = [];
    },
    memory: () => ({ v: 1, relaunches, gpuDeaths, softwareRendering }),
  };
}

/** Reads what an earlier run left. Whatever isn't that is a new ladder: a broken file must not keep a kiosk from starting. */
export function readLadderMemory(json: unknown): LadderMemory {
  const isTimes = (value: unknown): value is readonly number[] =>
    Array.isArray(value) && value.length <= 100 && value.every((time) => typeof time === 'number');
  if (typeof json !== 'object' || json === null) return NEW_LADDER;
  const { v, relaunches, gpuDeaths, softwareRendering }: Partial<Record<keyof LadderMemory, unknown>> = json;
  if (v !== 1 || !isTimes(relaunches) || !isTimes(gpuDeaths) || typeof softwareRendering !== 'boolean')
    return NEW_LADDER;
  return { v, relaunches, gpuDeaths, softwareRendering };
}
