/** What the page's side and the host's must agree on. Nothing of it is a secret: the guard in `electron/bridge/guard.ts` decides who is heard. */

/** `internal` is reserved for private use (ICANN, 2024), so that no address of the world can ever be meant. */
export const ORIGIN_SUFFIX = '.kiosk.internal';
export const originOf = (vendor: string): string => `https://${vendor}${ORIGIN_SUFFIX}`;

/** Bindings; the page's own scripts never see them. */
export const CALL_BINDING = 'carefrontCall';
export const KEPT_BACK_BINDING = 'carefrontKeptBack';
/** What the host hands events to. */
export const RECEIVER = 'carefrontReceive';

/** What a page may report that it held back itself. */
export const PAGE_KEPT_BACK = ['key', 'navigation', 'window'] as const;
export type PageKeptBack = (typeof PAGE_KEPT_BACK)[number];
