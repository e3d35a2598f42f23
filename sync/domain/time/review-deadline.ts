/** By when staff have read a form, as patients are told and as the inbox sorts. */
import type { Schedule } from './opening-hours.ts';

const HOUR_MS = 3_600_000;
/** Staff have an hour after opening for what came while the clinic was closed. */
const AFTER_OPENING_MS = HOUR_MS;

/**
 * A promise that would end while the clinic is closed is kept in the first hour of its next day.
 *
 * @param receivedAt ms since 1970
 * @param reviewHours that the form promises
 * @param schedule of the clinic; undefined where it has told no hours, or none that can be kept
 * @returns ms since 1970
 */
export function reviewDeadline(
  receivedAt: number,
  reviewHours: number,
  schedule: Schedule | undefined,
): number {
  const promised = receivedAt + reviewHours * HOUR_MS;
  const opening = schedule?.(promised);
  return opening?.open === false && opening.until !== undefined ? opening.until + AFTER_OPENING_MS : promised;
}
