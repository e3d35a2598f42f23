/** Code, then the names in English, Spanish and Arabic. */
export type PlaceRow = readonly [code: string, en: string, es: string, ar: string];
