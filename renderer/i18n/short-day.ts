/** A date in a list, with the month in words in every language: the medium style of Arabic is all figures, which read both ways. */
export const SHORT_DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' };
