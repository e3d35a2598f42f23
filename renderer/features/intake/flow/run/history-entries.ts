/** The entries that a run has made in the browser's history: reads the one that is shown, writes others, and goes to them. */
import type { FlowRoute } from '../machine/flow-position.ts';

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

export interface FlowHistoryOptions {
  readonly history: HistoryPort;
  readonly hrefOf: (route: FlowRoute) => string;
}

export interface HistoryEntry {
  /** Which run it belongs to. */
  readonly run: string;
  /** Keys of the run's pages up to this one. */
  readonly trail: readonly string[];
  /** Before the first of them is the page that the run was begun on. */
  readonly fromLanding: boolean;
}

/** An entry that was dropped by the browser can't be gone to, and nothing says so. */
const TRAVEL_MS = 1_000;

const trimmed = (path: string) => path.replace(/\/$/, '');

export function createHistoryEntries({ history, hrefOf }: FlowHistoryOptions) {
  let travelling:
    | {
        readonly arrive: () => void;
        readonly afterwards: (() => void)[];
        readonly timer: ReturnType<typeof setTimeout>;
      }
    | undefined;

  const isAtHrefOf = (href: string) => trimmed(history.location.pathname) === trimmed(href);

  function stop(): void {
    if (travelling) clearTimeout(travelling.timer);
    travelling = undefined;
  }

  return {
    indexNow: () => Number(Reflect.get(history.location.state, '__TSR_index') ?? 0),
    entryHere(): HistoryEntry | undefined {
      const entry: unknown = Reflect.get(history.location.state, 'flow');
      if (typeof entry !== 'object' || entry === null || !('trail' in entry)) return undefined;
      return entry as HistoryEntry;
    },
    isAt: (route: FlowRoute) => isAtHrefOf(hrefOf(route)),
    isAtHrefOf,
    write(how: 'push' | 'replace', entry: HistoryEntry, href: string): void {
      history[how](href, { flow: entry });
      history.flush();
    },
    /** Takes the place of the entry that is shown, as a page of no run. */
    show(route: FlowRoute): void {
      history.replace(hrefOf(route), {});
      history.flush();
    },
    /** @param then once the browser is there, or could have been. */
    travel(delta: number, then: () => void): void {
      const arrive = () => {
        if (!travelling) return;
        const { afterwards } = travelling;
        stop();
        then();
        for (const next of afterwards) next();
      };
      travelling = { arrive, afterwards: [], timer: setTimeout(arrive, TRAVEL_MS) };
      history.go(delta);
    },
    isTravelling: () => travelling !== undefined,
    /** Now, or once the browser is where it was sent: two journeys at once would go twice as far. */
    whenThere(then: () => void): void {
      if (travelling) travelling.afterwards.push(then);
      else then();
    },
    /** The browser has moved. @returns whether that was the journey it was sent on. */
    arrive(): boolean {
      const { arrive } = travelling ?? {};
      arrive?.();
      return arrive !== undefined;
    },
    stop,
  };
}
