/** Tells the shell that this page has painted, and then that it lives: a page that is white or hangs says neither. */
import { ALIVE_MS } from './pulse.ts';

export interface HeartbeatHost {
  /** Runs after the next frame has been painted. */
  afterPaint(run: () => void): void;
  /** @returns what ends it. */
  every(ms: number, run: () => void): () => void;
  painted(): void;
  alive(): void;
}

/** @returns what ends it. */
export function startHeartbeat(host: HeartbeatHost): () => void {
  let over = false;
  let stop: () => void = () => undefined;
  host.afterPaint(() => {
    if (over) return;
    host.painted();
    stop = host.every(ALIVE_MS, host.alive);
  });
  return () => {
    over = true;
    stop();
  };
}

/** A frame is painted after its callbacks: the second callback runs once the first frame is on the screen. */
export function afterFirstPaint(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
