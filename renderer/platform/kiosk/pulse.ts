/** How a page shows that it lives (K4): one constant for the page, which beats, and for the shell, which listens. */

/** So long a start may take until the page has painted. */
export const FIRST_PAINT_MS = 15_000;
/** The page says that it is alive this often. */
export const ALIVE_MS = 5_000;
