/** As many as there are clinics' time zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** @returns what gives the calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export function clinicDay(timeZone: string): (instant: Date) => string {
  const format = formatOf(timeZone);
  return (instant) => format.format(instant);
}
