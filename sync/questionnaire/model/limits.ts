/** FHIR sets no limit; the deepest published form that we know has nine levels. */
export const MAX_DEPTH = 60;
