import type { LoadPlatform } from './provider/platform-session.ts';

/**
 * Loads the browser's implementation in a chunk of its own: the store never delays the first paint. Apart from the session, so that a kiosk's build,
 * whose platform is its shell's, has nothing of it.
 */
export const loadPlatform: LoadPlatform = async (vendor, pack) => {
  const { createBrowserPlatform } = await import('../platform/browser/browser.ts');
  return createBrowserPlatform({ vendor, pack });
};
