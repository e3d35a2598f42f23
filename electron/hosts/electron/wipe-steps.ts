/** The steps of a wipe that Electron does (K5); `session/wipe.ts` has their order and their deadlines. */
import type { HostWipeSteps, KioskView } from '../host.ts';
import { emptyFolder } from './memory-folder.ts';
import type { ClipboardPiece, SessionPiece } from './pieces.ts';

export interface WipeStepsOptions {
  readonly views: {
    close(view: KioskView): Promise<void>;
    sessionOf(view: KioskView): SessionPiece | undefined;
  };
  readonly clipboard: ClipboardPiece;
  /** Whether there is a second clipboard, of what is selected. */
  readonly hasSelection: boolean;
  readonly cancelPrints: () => Promise<void>;
  readonly crashDumps: string;
}

/** @throws in a step of the session's where the view is none of the shell's: an unknown session is not a wiped one. */
export function createWipeSteps(view: KioskView, options: WipeStepsOptions): HostWipeSteps {
  const { views, clipboard, hasSelection, cancelPrints, crashDumps } = options;
  const session = views.sessionOf(view);
  const ofSession = (run: (session: SessionPiece) => Promise<void>) => async () => {
    if (session === undefined) throw new Error('There is no session of this page.');
    await run(session);
  };
  return {
    'close-view': () => views.close(view),
    'close-connections': ofSession((one) => one.closeAllConnections()),
    'clear-data': ofSession((one) => one.clearData()),
    'clear-auth': ofSession((one) => one.clearAuthCache()),
    'clear-host-cache': ofSession((one) => one.clearHostResolverCache()),
    'clear-code-caches': ofSession((one) => one.clearCodeCaches({})),
    'clear-clipboard': () => {
      clipboard.clear();
      if (hasSelection) clipboard.selection.clear();
    },
    'cancel-prints': cancelPrints,
    'purge-crash-dumps': () => emptyFolder(crashDumps),
  };
}
