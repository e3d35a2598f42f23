/**
 * Screens outside of any vendor's space that other sites lead back to: as in the renderer's routes. The server gives them the look of the vendor that their
 * `result` names, `{vendor}.{secret}`, or the platform's where it names none.
 */
export const returnScreens: readonly string[] = ['auth/apple/callback'];

/** @returns whom what came back names, as far as that goes: neither that there is such a vendor, nor that the rest is right. */
export const vendorOfReturn = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf('.')));
