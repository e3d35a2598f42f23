/**
 * Makes every page of a run one entry of the browser's history. The machine leads: when it moves, an entry is added, or gone back to
 * where the page has one already. When the browser moves, the machine is asked to follow, and the history is put right where it can't.
 *
 * An entry's state lists the pages up to it, as hashes that mean nothing without the draft: what a branching form asked somebody
 * must not be readable in a browser's list of pages. So a reload, which knows nothing of other entries, goes on as before.
 */
import {
  allPlaces,
  type FlowPlace,
  isPassing,
  isReachable,
  pathTo,
  routeOfPlace,
} from '../machine/flow-place.ts';
import type { FlowRoute } from '../machine/flow-position.ts';
import type { FlowHistoryOptions, HistoryEntry } from './history-entries.ts';
import type { IntakeRun } from './intake-run-contract.ts';
import { createRunHistory } from './run-history.ts';
import { keyOf, runKey } from './run-place.ts';

/** Entries that are made for a run that is opened in its middle: browsers bound how many may be added at once, and keep fifty. */
export const MAX_PATH = 20;

export interface FlowHistory {
  /** Follows this run from now on, or none. */
  attach(run: IntakeRun | undefined): void;
  /** What the bar's arrow does: the same as the browser's Back. */
  back(): void;
  /** Shows the page of the run that it is at; or leaves the run for another page. */
  show(route: FlowRoute): void;
  /** @returns says later whether the browser is still at the address that it is at now: a page that was gone to may show only once it is loaded. */
  stay(): () => boolean;
  /** Listens to the browser. @returns ends it */
  start(): () => void;
  /** What Forward does on the page that is shown: as if Continue were pressed. @returns takes it out again. */
  onForward(proceed: () => unknown): () => void;
}

/** An entry for each page of the way to that place. */
function entriesTo(
  run: IntakeRun,
  place: FlowPlace,
  fromLanding: boolean,
): readonly { readonly entry: HistoryEntry; readonly route: FlowRoute | undefined }[] {
  const stepIds = run.steps().map(({ id }) => id);
  const path = pathTo(place, stepIds, run.actor.getSnapshot().context.identity).slice(-MAX_PATH);
  const keys = path.map((one) => keyOf(run, one));
  return path.map((one, index) => ({
    entry: { run: runKey(run), trail: keys.slice(0, index + 1), fromLanding },
    route: routeOfPlace(one),
  }));
}

export function createFlowHistory(options: FlowHistoryOptions): FlowHistory {
  let run: IntakeRun | undefined;
  let unwatch = () => {};
  /** Index of the entry from which the browser moved, while the machine follows. */
  let followingFrom: number | undefined;
  let proceed: (() => unknown) | undefined;
  const { hrefOf } = options;
  const history = createRunHistory(options, () => run);
  const { indexNow, entryHere, isAt, isAtHrefOf, hrefNow, travel, show } = history;
  const { placeNow, keyNow, ownEntry, write, travelToFirst } = history;
  let at = indexNow();

  /** Entries for a run that has none here: it was just begun, or opened where it was left. */
  function enter(place: FlowPlace): void {
    const here = entryHere();
    // What an earlier visit left behind is taken over.
    travelToFirst(here, () => enterHere(place, here?.fromLanding ?? isAt('landing')));
  }
  function enterHere(place: FlowPlace, fromLanding: boolean): void {
    if (!run) return;
    const over = isAt('welcome') || isAt('consultation');
    for (const [index, { entry, route }] of entriesTo(run, place, fromLanding).entries())
      write(over && index === 0 ? 'replace' : 'push', entry, route ? hrefOf(route) : hrefNow());
  }

  /** A form that was sent is not gone back to: its page takes the place of all the others. */
  function finish(): void {
    if (isAt('success')) return;
    travelToFirst(ownEntry(), () => show('success'));
  }

  /** Puts the history where the machine is. */
  function sync(isNew = false): void {
    if (!run || history.isTravelling() || followingFrom !== undefined) return;
    const place = placeNow();
    if (!place) return;
    if (place.page === 'sent') {
      finish();
      return;
    }
    const entry = ownEntry();
    const key = keyOf(run, place);
    const last = entry?.trail.at(-1);
    if (!entry || last === undefined || (isNew && last !== key)) {
      enter(place);
      return;
    }
    if (last === key) {
      if (!isAtHrefOf(hrefNow())) write('replace', entry);
      return;
    }
    const found = entry.trail.lastIndexOf(key);
    const isLastPassing = allPlaces([]).some((one) => isPassing(one) && run && keyOf(run, one) === last);
    if (found >= 0) travel(found - entry.trail.length + 1, () => sync());
    else if (isLastPassing) write('replace', { ...entry, trail: [...entry.trail.slice(0, -1), key] });
    else write('push', { ...entry, trail: [...entry.trail, key] });
  }

  /** The browser moved to this entry: the machine follows as far as it may, and where it may not, the history comes back. */
  async function follow(entry: HistoryEntry, delta: number, from: number): Promise<void> {
    const of = run;
    const before = keyNow();
    const wanted = entry.trail.at(-1);
    if (!of || before === undefined || wanted === before) return;
    followingFrom = from;
    try {
      if (delta < 0) {
        const place = allPlaces(of.steps().map(({ id }) => id)).find((one) => keyOf(of, one) === wanted);
        if (place && isReachable(place)) of.goTo(place);
        else of.back();
      } else if (proceed) {
        // Not awaited where it needs no time: what is shown must not lag behind the address.
        const done = proceed();
        if (done instanceof Promise) await done;
      }
    } finally {
      followingFrom = undefined;
    }
    if (run !== of) return;
    const now = keyNow();
    const here = ownEntry();
    if (now === undefined || !here || now === here.trail.at(-1)) return;
    const found = here.trail.lastIndexOf(now);
    if (placeNow()?.page === 'sent') finish();
    else if (now === before) travel(from - indexNow(), () => sync());
    else if (found >= 0) travel(found - here.trail.length + 1, () => sync());
    else write('replace', { ...here, trail: [...here.trail.slice(0, -1), now] });
  }

  const listen = ({ action }: { readonly action: { readonly type: string } }) => {
    const from = at;
    at = indexNow();
    if (action.type === 'PUSH' || action.type === 'REPLACE') return;
    if (history.arrive()) return;
    // A second move while the first is still being followed: that one puts everything right.
    if (followingFrom !== undefined) return;
    const entry = ownEntry();
    if (entry) void follow(entry, at - from, from);
  };

  return {
    attach(next) {
      unwatch();
      run = next;
      if (!next) return;
      const { unsubscribe: end } = next.actor.subscribe(() => sync());
      unwatch = end;
      sync(true);
    },
    back() {
      const entry = ownEntry();
      if (entry && (entry.trail.length > 1 || entry.fromLanding)) {
        options.history.go(-1);
        return;
      }
      const before = keyNow();
      run?.back();
      if (keyNow() === before) history.leave();
    },
    show(route) {
      if (route === 'landing') history.leave();
      else if (run) sync();
      else if (!isAt(route)) show(route);
    },
    stay() {
      const { pathname } = options.history.location;
      return () => isAtHrefOf(pathname);
    },
    onForward(next) {
      proceed = next;
      return () => {
        if (proceed === next) proceed = undefined;
      };
    },
    start() {
      at = indexNow();
      const unsubscribe = options.history.subscribe(listen);
      return () => {
        unsubscribe();
        unwatch();
        history.stop();
      };
    },
  };
}
