/** What a place's code says by itself: without the names of all places, which pages of a form do without. */

/** `US` of `US-CA`. */
export function countryOf(code: string): string {
  return code.split('-')[0] ?? code;
}

/** Whether a place lies in an area: `US-CA` in `US-CA` and in `US`. */
export function isWithin(place: string, area: string): boolean {
  return place === area || (!area.includes('-') && countryOf(place) === area);
}
