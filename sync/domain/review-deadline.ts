/** By when staff have read a form, as patients are told and as the inbox sorts. */
import { type OpenPeriod, scheduleOf } from './opening-hours.ts';

const HOUR_MS = 3_600_000;
/** Whoever opens the door has an hour for what came while it was closed. */
const AFTER_OPENING_MS = HOUR_MS;

/**
 * A promise that would end while the clinic is closed is kept in the first hour of its next day.
 *
 * @param receivedAt ms since 1970
 * @param reviewHours that the form promises
 * @returns ms since 1970
 */
export function reviewDeadline(
  receivedAt: number,
  reviewHours: number,
  clinic: { readonly timeZone: string; readonly periods: readonly OpenPeriod[] | undefined },
): number {
  const promised = receivedAt + reviewHours * HOUR_MS;
  const { timeZone, periods } = clinic;
  const schedule = periods && scheduleOf({ timeZone, periods });
  if (!schedule) return promised;
  const opening = schedule(promised);
  return opening.open || opening.until === undefined ? promised : opening.until + AFTER_OPENING_MS;
}
