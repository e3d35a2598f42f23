/** The device's reading of time beside an operation: a claim, never used to order or to authorise (failure cases 45, 46). */
import type { Clock } from '../base/ports.ts';
import type { CapturedAt } from '../store/rows.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** RFC 3339 with the device's offset, e.g. `2026-11-20T09:30:00.000+01:00`. */
export function wallTime(clock: Pick<Clock, 'now' | 'offsetMinutes'>): string {
  const now = clock.now();
  const offset = Math.trunc(clock.offsetMinutes(now));
  const local = new Date(now + offset * 60_000).toISOString().slice(0, -1);
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

export function captureTime(clock: Clock): CapturedAt {
  return { wall: wallTime(clock), tz: clock.zone().slice(0, 64), mono: clock.monotonic(), boot: clock.boot };
}
