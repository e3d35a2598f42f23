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
  nameOf,
  pathTo,
  placeOf,
  routeOfPlace,
} from '../machine/flow-place.ts';
import { type FlowRoute, pathOf } from '../machine/flow-position.ts';
import type { IntakeRun } from './intake-run-contract.ts';

/** What is used of a router's history. */
export interface HistoryPort {
  readonly location: { readonly pathname: string; readonly state: object };
  push(href: string, state: object): void;
  replace(href: string, state: object): void;
  go(delta: number): void;
  /** Writes at once what was pushed: entries that are pushed together would become one. */
  flush(): void;
  subscribe(listener: (change: { readonly action: { readonly type: string } }) => void): () => void;
}

export interface FlowHistory {
  /** Follows this run from now on, or none. */
  attach(run: IntakeRun | undefined): void;
  /** What the bar's arrow does: the same as the browser's Back. */
  back(): void;
  /** Shows the page of the run that it is at; or leaves the run for another page. */
  show(route: FlowRoute): void;
  /** Listens to the browser. @returns ends it */
  start(): () => void;
  /** What Forward does on the page that is shown: as if Continue were pressed. @returns takes it out again. */
  onForward(proceed: () => unknown): () => void;
}

export interface FlowHistoryOptions {
  readonly history: HistoryPort;
  readonly hrefOf: (route: FlowRoute) => string;
}

interface Entry {
  /** Which run it belongs to. */
  readonly run: string;
  /** Keys of the run's pages up to this one. */
  readonly trail: readonly string[];
  /** Before the first of them is the page that the run was begun on. */
  readonly fromLanding: boolean;
}

/** Entries that are made for a run that is opened in its middle: browsers bound how many may be added at once, and keep fifty. */
export const MAX_PATH = 20;
/** An entry that was dropped by the browser can't be gone to, and nothing says so. */
export const TRAVEL_MS = 1_000;

/** FNV-1a, 32 bits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value.toString(36);
}

export function createFlowHistory({ history, hrefOf }: FlowHistoryOptions): FlowHistory {
  let run: IntakeRun | undefined;
  let unwatch = () => {};
  let travelling: { readonly arrive: () => void; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  /** Index of the entry from which the browser moved, while the machine follows. */
  let followingFrom: number | undefined;
  let proceed: (() => unknown) | undefined;
  const indexNow = () => Number(Reflect.get(history.location.state, '__TSR_index') ?? 0);
  let at = indexNow();

  const runKey = (of: IntakeRun) => hash(of.details.get().draftId);
  const keyOf = (of: IntakeRun, place: FlowPlace) => hash(`${of.details.get().draftId} ${nameOf(place)}`);
  function placeNow(): FlowPlace | undefined {
    if (!run) return undefined;
    const { value, context } = run.actor.getSnapshot();
    const step = run.currentStep()?.id ?? context.step;
    return placeOf({
      position: pathOf(value.run),
      panelOpen: pathOf(value.panel) !== 'clear',
      context: { step, returnTo: context.returnTo },
    });
  }
  function keyNow(): string | undefined {
    const place = placeNow();
    return run && place && keyOf(run, place);
  }
  function entryHere(): Entry | undefined {
    const entry: unknown = Reflect.get(history.location.state, 'flow');
    if (typeof entry !== 'object' || entry === null || !('trail' in entry)) return undefined;
    return entry as Entry;
  }
  const ownEntry = () => {
    const entry = entryHere();
    return run && entry?.run === runKey(run) ? entry : undefined;
  };
  const isAt = (route: FlowRoute) => trimmed(history.location.pathname) === trimmed(hrefOf(route));
  /** A stop, a panel and an expired draft keep the address of the page below them. */
  function hrefNow(): string {
    const place = placeNow();
    return hrefOf((place && routeOfPlace(place)) ?? (isAt('welcome') ? 'welcome' : 'consultation'));
  }

  function write(how: 'push' | 'replace', entry: Entry, href = hrefNow()): void {
    history[how](href, { flow: entry });
    history.flush();
  }
  function travel(delta: number, then: () => void): void {
    const arrive = () => {
      if (!travelling) return;
      clearTimeout(travelling.timer);
      travelling = undefined;
      then();
    };
    travelling = { arrive, timer: setTimeout(arrive, TRAVEL_MS) };
    history.go(delta);
  }

  /** Entries for a run that has none here: it was just begun, or opened where it was left. */
  function enter(place: FlowPlace): void {
    const here = entryHere();
    // What an earlier visit left behind is taken over.
    if (here && here.trail.length > 1)
      travel(1 - here.trail.length, () => enterHere(place, here.fromLanding));
    else enterHere(place, here?.fromLanding ?? isAt('landing'));
  }
  function enterHere(place: FlowPlace, fromLanding: boolean): void {
    if (!run) return;
    const of = run;
    const path = pathTo(
      place,
      of.steps().map(({ id }) => id),
    ).slice(-MAX_PATH);
    const keys = path.map((one) => keyOf(of, one));
    const over = isAt('welcome') || isAt('consultation');
    for (const [index, one] of path.entries()) {
      const route = routeOfPlace(one);
      write(
        over && index === 0 ? 'replace' : 'push',
        { run: runKey(of), trail: keys.slice(0, index + 1), fromLanding },
        route ? hrefOf(route) : hrefNow(),
      );
    }
  }

  /** A form that was sent is not gone back to: its page takes the place of all the others. */
  function finish(): void {
    if (isAt('success')) return;
    const entry = ownEntry();
    const show = () => {
      history.replace(hrefOf('success'), {});
      history.flush();
    };
    if (entry && entry.trail.length > 1) travel(1 - entry.trail.length, show);
    else show();
  }

  /** Puts the history where the machine is. */
  function sync(isNew = false): void {
    if (!run || travelling || followingFrom !== undefined) return;
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
      if (trimmed(history.location.pathname) !== trimmed(hrefNow())) write('replace', entry);
      return;
    }
    const found = entry.trail.lastIndexOf(key);
    const isLastPassing = allPlaces([]).some((one) => isPassing(one) && run && keyOf(run, one) === last);
    if (found >= 0) travel(found - entry.trail.length + 1, () => sync());
    else if (isLastPassing) write('replace', { ...entry, trail: [...entry.trail.slice(0, -1), key] });
    else write('push', { ...entry, trail: [...entry.trail, key] });
  }

  /** The browser moved to this entry: the machine follows as far as it may, and where it may not, the history comes back. */
  async function follow(entry: Entry, delta: number, from: number): Promise<void> {
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
    if (travelling) {
      travelling.arrive();
      return;
    }
    // A second move while the first is still being followed: that one puts everything right.
    if (followingFrom !== undefined) return;
    const entry = ownEntry();
    if (entry) void follow(entry, at - from, from);
  };

  /** Leaves the run for the page that it was begun on. */
  function leave(): void {
    const entry = entryHere();
    const show = () => {
      if (isAt('landing')) return;
      history.replace(hrefOf('landing'), {});
      history.flush();
    };
    const delta = entry ? (entry.fromLanding ? 0 : 1) - entry.trail.length : 0;
    if (delta === 0) show();
    else travel(delta, show);
  }

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
        history.go(-1);
        return;
      }
      const before = keyNow();
      run?.back();
      if (keyNow() === before) leave();
    },
    show(route) {
      if (route === 'landing') leave();
      else if (run) sync();
      else if (!isAt(route)) {
        history.replace(hrefOf(route), {});
        history.flush();
      }
    },
    onForward(next) {
      proceed = next;
      return () => {
        if (proceed === next) proceed = undefined;
      };
    },
    start() {
      at = indexNow();
      const unsubscribe = history.subscribe(listen);
      return () => {
        unsubscribe();
        unwatch();
        if (travelling) clearTimeout(travelling.timer);
        travelling = undefined;
      };
    },
  };
}

const trimmed = (path: string) => path.replace(/\/$/, '');
