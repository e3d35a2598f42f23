/** The shell's own ways out, and every other one prevented (K2). */
import type { KeptBack } from '../host.ts';
import type { SupervisorState } from '../shared/commands/supervisor.ts';
import type { ExitToken } from './kiosk-window.ts';
import type { AppPiece, Preventable } from './pieces.ts';

/** `EX_TEMPFAIL` of sysexits.h: the supervisor starts it again. */
export const RESTART_EXIT_CODE = 75;

export function preventQuit<Session>(
  app: Pick<AppPiece<Session>, 'on'>,
  exit: ExitToken,
  onKeptBack: (what: KeptBack) => void,
): void {
  const keepOpen = (event: Preventable) => {
    if (exit.given()) return;
    event.preventDefault();
    onKeptBack('close');
  };
  app.on('before-quit', keepOpen);
  app.on('will-quit', keepOpen);
  // Electron would quit when it has no listener.
  app.on('window-all-closed', () => undefined);
}

export interface RestartOptions {
  /** Behind the program's own path (and the app's, in development): a restart gets the same. */
  readonly argv: readonly string[];
  /** The app's path, which an Electron that isn't packaged has to be given. */
  readonly appPath: string;
  /** Whether something else starts it again when it ends. */
  readonly supervised: boolean;
  readonly notifySupervisor: (state: SupervisorState) => void;
}

/** Ends the app, and sees to it that it's started again. */
export function restart<Session>(
  app: Pick<AppPiece<Session>, 'exit' | 'relaunch' | 'isPackaged'>,
  { argv, appPath, supervised, notifySupervisor }: RestartOptions,
  why: 'gpu-failures' | 'view-failures',
): void {
  if (supervised) {
    // Under cage a child of the kiosk's would end with it.
    notifySupervisor('stopping');
    app.exit(RESTART_EXIT_CODE);
    return;
  }
  const kept = argv.filter((argument) => !argument.startsWith('--kiosk-restart='));
  app.relaunch({ args: [...(app.isPackaged ? [] : [appPath]), ...kept, `--kiosk-restart=${why}`] });
  app.exit(0);
}
