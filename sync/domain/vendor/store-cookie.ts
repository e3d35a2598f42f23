/** Tells whether a browser keeps something of a vendor's space: `used`, or `empty` where it could. No other space sees or sends it. */
export const storeCookie = (vendor: string): string => `cf-store-${vendor}`;
