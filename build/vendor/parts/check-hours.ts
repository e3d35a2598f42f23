/** Opening hours of a vendor: rows that can be kept by a machine, and that say what the text beside them says. */

import { languages } from '../../../sync/domain/languages.ts';
import { type OpenPeriod, periodFaults } from '../../../sync/domain/time/opening-hours.ts';
import type { VendorSource } from '../../../sync/domain/vendor/vendor-pack.ts';
import { type Faults, jsonPath } from '../read/faults.ts';

const PLACE = ['contact', 'hoursOfOperation'] as const;

/** @param place of the rows in their file. */
export function reportRows(
  periods: readonly OpenPeriod[],
  place: readonly PropertyKey[],
  faults: Faults,
): void {
  for (const found of periodFaults(periods)) {
    const path = [...place, found.index];
    if (found.fault === 'times')
      faults.error(
        'hours-times',
        jsonPath(path),
        'a row has an opening and a closing time, or is open all day, and never both',
        'Write openingTime and closingTime, or "allDay": true.',
      );
    else if (found.fault === 'order')
      faults.error(
        'hours-order',
        jsonPath([...path, 'closingTime']),
        'it closes before it opens',
        'Write hours over midnight as two rows: until "00:00", and from "00:00" on the day after.',
      );
    else
      faults.error(
        'hours-overlap',
        jsonPath([...path, 'daysOfWeek']),
        `on ${found.day} it is open at that time already, by ${jsonPath([...place, found.with])}`,
        'Join the two rows, or correct their times.',
      );
  }
}

/** Hours and minutes that a text names, on a clock face: "6 pm", "18:00" and "6.00" are all `6:00`. */
function namedTimes(text: string): ReadonlySet<string> {
  const latin = text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  const found = latin.matchAll(/\b(\d{1,2})(?:[:.h](\d{2}))?\b/g);
  return new Set(Array.from(found, ([, hour, minute = '00']) => `${Number(hour) % 12}:${minute}`));
}

/** A text may say "round the clock", or "midday": what it doesn't name is told, and no more. */
function compareText(
  periods: readonly OpenPeriod[],
  text: VendorSource['contact']['hours'],
  faults: Faults,
): void {
  const times = new Set(periods.flatMap(({ openingTime, closingTime }) => [openingTime, closingTime]));
  for (const language of languages) {
    const said = text[language];
    if (said === undefined) continue;
    const named = namedTimes(said);
    const missing = [...times].filter((time) => {
      if (time === undefined) return false;
      const [hour, minute] = time.split(':');
      return !named.has(`${Number(hour) % 12}:${minute}`);
    });
    if (missing.length > 0)
      faults.warning(
        'hours-text',
        jsonPath(['contact', 'hours', language]),
        `the text doesn't name ${missing.join(' or ')}, which ${jsonPath(PLACE)} has`,
        'A kiosk keeps the rows and shows the text: make them say the same.',
      );
  }
}

/** @param contact as far as it can be read */
export function checkHours(
  contact: {
    readonly hours: VendorSource['contact']['hours'] | undefined;
    readonly periods: readonly OpenPeriod[] | undefined;
  },
  faults: Faults,
): void {
  const { hours, periods } = contact;
  if (periods === undefined) return;
  reportRows(periods, PLACE, faults);
  if (hours !== undefined) compareText(periods, hours, faults);
}
