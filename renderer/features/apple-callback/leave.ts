/** To another page, in the place of this one: going back leads to before Apple. A page of its own, because this one is outside of the vendor's worker. */
export const leave = (path: string): void => window.location.replace(path);
