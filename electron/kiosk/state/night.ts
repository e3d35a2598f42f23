/**
 * Whether to start anew for no other reason than that it is night: Chromium and Electron keep a little of every partition and process that they ever made,
 * and a process of yesterday's has no reason to see tomorrow.
 */
import { isInWindow, type MaintenanceWindow } from '../../updates/gate.ts';

/** One window, one restart: however long the window is. */
export const RESTART_AFTER_MS = 12 * 60 * 60_000;

export const isTimeToRestart = (facts: {
  readonly minuteOfDay: number;
  readonly window: MaintenanceWindow;
  readonly uptimeMs: number;
  readonly free: boolean;
}): boolean =>
  facts.free && facts.uptimeMs >= RESTART_AFTER_MS && isInWindow(facts.minuteOfDay, facts.window);
