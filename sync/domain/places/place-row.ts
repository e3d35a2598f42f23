/** Code, then the names in the order of `languages`; in English where one is missing at the end. */
export type PlaceRow = readonly [code: string, en: string, ...others: readonly string[]];
