/**
 * What ends one patient's time at the kiosk (K5): everything of it goes, in an order in which nothing can come back, and the next patient gets a
 * page of another process over another partition. Each step has its own deadline: one that hangs must not keep the others from being done.
 */

import type { WipeStep } from '../../hosts/host.ts';

/** So long a step may take. A whole wipe is done within a few of these even where everything hangs. */
export const STEP_MS = 3_000;

export type WipeSteps = Readonly<Record<WipeStep, () => Promise<void> | void>>;

export interface WipeReport {
  readonly complete: boolean;
  readonly failed: readonly WipeStep[];
  readonly tookMs: number;
}

export interface WipeClock {
  /** Monotonic, ms. */
  now(): number;
  after(ms: number, run: () => void): () => void;
}

/**
 * What stands in one group runs at once, the groups one after the other: a page that still lives could write again what was
 * cleared, and connections that are open could be in the middle of a request.
 */
const ORDER: readonly (readonly WipeStep[])[] = [
  ['stop-speech', 'forget-checkpoint'],
  ['close-view'],
  ['close-connections'],
  [
    'clear-data',
    'clear-auth',
    'clear-host-cache',
    'clear-code-caches',
    'clear-clipboard',
    'cancel-prints',
    'purge-crash-dumps',
  ],
];

/** Never rejects. A wipe that is not complete keeps the kiosk from taking the next patient: see `createSessionGate`. */
export async function wipe(steps: WipeSteps, clock: WipeClock): Promise<WipeReport> {
  const began = clock.now();
  const failed: WipeStep[] = [];

  async function run(step: WipeStep): Promise<void> {
    let cancel: () => void = () => undefined;
    const late = new Promise<'late'>((resolve) => {
      cancel = clock.after(STEP_MS, () => resolve('late'));
    });
    try {
      const done = Promise.resolve(steps[step]()).then(() => 'done' as const);
      // A late step may still fail, when nobody listens anymore.
      done.catch(() => undefined);
      if ((await Promise.race([done, late])) === 'late') failed.push(step);
    } catch {
      failed.push(step);
    } finally {
      cancel();
    }
  }

  for (const group of ORDER) await Promise.all(group.map(run));
  return { complete: failed.length === 0, failed, tookMs: clock.now() - began };
}

export type SessionEnd = 'done' | 'patient' | 'idle' | 'staff' | 'recovery' | 'suspend' | 'pause';

export interface SessionGate {
  /** @returns the session's name, or undefined while another is there or its wipe isn't complete. */
  begin(): string | undefined;
  /** Ends what is there, once: a second call gets the wipe that is under way. Resolves with undefined where nothing is there. */
  end(by: SessionEnd): Promise<WipeReport | undefined>;
  state(): 'ready' | 'in-session' | 'wiping' | 'blocked';
}

export interface SessionGateOptions {
  readonly newName: () => string;
  readonly wipe: (name: string) => Promise<WipeReport>;
  readonly onEnded: (by: SessionEnd, report: WipeReport) => void;
  /** A wipe is not complete: only a new process of the whole app is clean then. */
  readonly onBlocked: () => void;
}

/** One patient at a time, and none before everything of the one before is gone. */
export function createSessionGate({
  newName,
  wipe: wipeSession,
  onEnded,
  onBlocked,
}: SessionGateOptions): SessionGate {
  let name: string | undefined;
  let wiping: Promise<WipeReport> | undefined;
  let blocked = false;

  async function end(by: SessionEnd, ended: string): Promise<WipeReport> {
    const report = await wipeSession(ended);
    name = undefined;
    wiping = undefined;
    onEnded(by, report);
    if (!report.complete) {
      blocked = true;
      onBlocked();
    }
    return report;
  }

  return {
    begin() {
      if (blocked || wiping !== undefined || name !== undefined) return undefined;
      name = newName();
      return name;
    },
    async end(by) {
      if (wiping !== undefined) return wiping;
      if (name === undefined) return undefined;
      wiping = end(by, name);
      return wiping;
    },
    state() {
      if (blocked) return 'blocked';
      if (wiping !== undefined) return 'wiping';
      return name === undefined ? 'ready' : 'in-session';
    },
  };
}
