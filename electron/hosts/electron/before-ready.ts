/** What has to be decided before Electron is ready: it can't be made up for later. */

import { SCHEME_PRIVILEGES } from '../../policy/answer.ts';
import { judgeArguments, REFUSED_EXIT_CODE } from '../../policy/arguments.ts';
import type { AppPiece, ElectronPieces } from './pieces.ts';

export interface BeforeReadyOptions {
  /** Everything behind the program's own path (and the app's, where it isn't packaged). */
  readonly argv: readonly string[];
  readonly scheme: string;
  readonly softwareRendering: boolean;
  readonly folders: VolatileFolders;
  /** Empties them: only once it is clear that no other kiosk of this machine is using them. */
  readonly makeFolders: (folders: VolatileFolders) => void;
  readonly onRefused: (names: readonly string[]) => void;
}

/** Both absolute and in memory, for what must not reach a disk: see `memory-folder.ts`. */
export interface VolatileFolders {
  readonly crashDumps: string;
  /** What Chromium writes for itself; undefined leaves it where it is. */
  readonly sessionData: string | undefined;
}

/** @returns whether the kiosk goes on; otherwise it is ending already. */
export function prepareBeforeReady<Session>(
  { app, protocol }: { readonly app: AppPiece<Session> } & Pick<ElectronPieces, 'protocol'>,
  options: BeforeReadyOptions,
): boolean {
  // First of all: a switch may change what everything after it means.
  const verdict = judgeArguments(options.argv);
  if (!verdict.ok) {
    options.onRefused(verdict.names);
    app.exit(REFUSED_EXIT_CODE);
    return false;
  }
  app.enableSandbox();
  if (options.softwareRendering) app.disableHardwareAcceleration();
  protocol.registerSchemesAsPrivileged([{ scheme: options.scheme, privileges: { ...SCHEME_PRIVILEGES } }]);
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return false;
  }
  const { crashDumps, sessionData } = options.folders;
  options.makeFolders(options.folders);
  // The reporter is never started (S15); should anything write a dump all the same, it is in memory, and purged with each patient.
  app.setPath('crashDumps', crashDumps);
  if (sessionData !== undefined) app.setPath('sessionData', sessionData);
  return true;
}
