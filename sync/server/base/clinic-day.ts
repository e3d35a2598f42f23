/** @returns what gives the calendar day of an instant in a time zone, `YYYY-MM-DD`. To be kept: making it takes far longer than a use. */
export function clinicDay(timeZone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (instant) => format.format(instant);
}
