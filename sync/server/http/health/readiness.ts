/**
 * Whether this server can do its work now, part by part. Asked by whatever sends requests here, so an answer is kept for a moment, no part
 * is waited for long, and a part's fault is logged when it begins and when it has passed, not at every look.
 */
import type { Logger } from '../../base/process/log.ts';

/** @returns why it fails, for the log; undefined where all is well. A rejection is a fault, too. */
export type ReadinessCheck = () => Promise<string | undefined>;

export interface Readiness {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>;
}

export interface ReadinessDependencies {
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** Told and logged, without deciding: what all processes share, so that all of them would leave the balancer together. */
  readonly told?: Readonly<Record<string, ReadinessCheck>>;
  readonly logger: Logger;
  /** Milliseconds. */
  readonly clock: () => number;
  readonly checkWithinMs?: number;
}

const KEPT_MS = 2_000;
const CHECK_WITHIN_MS = 3_000;

export function createReadiness(dependencies: ReadinessDependencies): () => Promise<Readiness> {
  const { checks, told = {}, logger, clock, checkWithinMs = CHECK_WITHIN_MS } = dependencies;
  const failing = new Set<string>();
  let kept: { readonly at: number; readonly answer: Promise<Readiness> } | undefined;

  async function reasonOf(check: ReadinessCheck): Promise<string | undefined> {
    const { promise: silence, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(() => resolve('no answer'), checkWithinMs);
    try {
      return await Promise.race([check(), silence]);
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown reason';
    } finally {
      clearTimeout(timer);
    }
  }

  async function look(): Promise<Readiness> {
    const found = await Promise.all(
      Object.entries({ ...checks, ...told }).map(
        async ([name, check]) => [name, await reasonOf(check)] as const,
      ),
    );
    for (const [name, reason] of found) {
      if (reason !== undefined && !failing.has(name))
        logger.error({ check: name, reason }, name in checks ? 'NOT_READY' : 'NOT_WELL');
      if (reason === undefined && failing.has(name)) logger.info({ check: name }, 'READY_AGAIN');
      if (reason === undefined) failing.delete(name);
      else failing.add(name);
    }
    return {
      isReady: found.every(([name, reason]) => reason === undefined || !(name in checks)),
      checks: Object.fromEntries(
        found.map(([name, reason]) => [name, reason === undefined ? 'ok' : 'failed']),
      ),
    };
  }

  return () => {
    if (kept === undefined || clock() - kept.at >= KEPT_MS) kept = { at: clock(), answer: look() };
    return kept.answer;
  };
}
