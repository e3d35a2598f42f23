import { createBrowserPlatform } from '../../platform/browser/browser.ts';
import type { Platform } from '../../platform/contract/contract.ts';
import { noteUnfinished } from '../note-unfinished.ts';
import { deviceSettings } from '../provider/device-settings.ts';
import type { LoadPlatform } from '../provider/platform-session.ts';

/**
 * The browser's implementation. The app loads this module in a chunk of its own: the store never delays the first paint. Apart from the session, so that a kiosk's build,
 * whose platform is its shell's, has nothing of it.
 */
export const loadPlatform: LoadPlatform = async (vendor, pack) =>
  countingDrafts(vendor, createBrowserPlatform({ vendor, pack }));

/** Notes for the front page how many forms are unfinished: as the store opens, and as one is begun, discarded or sent. */
function countingDrafts(vendor: string, platform: Platform): Platform {
  const { drafts, deliveries } = platform;
  const begun = new Set<string>();
  const note = () => {
    drafts.list().then(
      (list) => noteUnfinished(deviceSettings(), vendor, list.length),
      () => undefined,
    );
  };
  return {
    ...platform,
    async start() {
      const report = await platform.start();
      deliveries.watch(note);
      note();
      return report;
    },
    drafts: {
      ...drafts,
      async save(content) {
        await drafts.save(content);
        if (!begun.has(content.draftId)) note();
        begun.add(content.draftId);
      },
      async discard(draftId) {
        await drafts.discard(draftId);
        note();
      },
    },
  };
}
