/** Days and minutes by the clock on the clinic's wall, whatever zone this machine was left in. */

export interface ClinicCalendar {
  /** ISO 8601 with the clinic's offset. @param ms since 1970 */
  iso(ms: number): string;
  /** `YYYY-MM-DD`. @param ms since 1970 */
  day(ms: number): string;
  /** Minutes since midnight. @param ms since 1970 */
  minuteOfDay(ms: number): number;
}

const MINUTE_MS = 60_000;

/** @returns how `GMT-05:00` is asked of an instant: the offset from UTC in ms, and as ISO 8601 writes it */
function offsetsOf(timeZone: string | undefined): (ms: number) => readonly [ms: number, text: string] {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (ms) => {
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, text = '+00:00', sign = '+', hours = '0', minutes = '0'] =
      /(([+-])(\d\d):(\d\d))/.exec(name) ?? [];
    const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
    return [sign === '-' ? -offset : offset, text];
  };
}

/** @param timeZone IANA name, of the vendor's pack; this machine's own where it is absent or not known here */
export function createClinicCalendar(timeZone: string | undefined): ClinicCalendar {
  let offsetOf = offsetsOf(undefined);
  try {
    offsetOf = offsetsOf(timeZone);
  } catch {
    // A zone that is newer than this machine's tables: its own is the best guess, and was all that older kiosks had.
  }
  const iso = (ms: number) => {
    const [offset, text] = offsetOf(ms);
    return `${new Date(ms + offset).toISOString().slice(0, -1)}${text}`;
  };
  return {
    iso,
    day: (ms) => iso(ms).slice(0, 10),
    minuteOfDay: (ms) => Number(iso(ms).slice(11, 13)) * 60 + Number(iso(ms).slice(14, 16)),
  };
}
