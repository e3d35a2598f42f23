/**
 * Tells systemd that the kiosk is ready, lives or stops (`sd_notify`). Node has no datagram sockets of Unix's, so that `systemd-notify` does it; the unit
 * lets every process of its own speak for it (`NotifyAccess=all`).
 */
import { type FindProgram, findProgram, type RunProgram, runProgram } from './child.ts';

const ARGUMENTS = {
  ready: ['--ready'],
  alive: ['WATCHDOG=1'],
  // Its own option is younger than Debian 12.
  stopping: ['STOPPING=1'],
} as const;
export type SupervisorState = keyof typeof ARGUMENTS;

export interface SupervisorOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly find?: FindProgram;
  readonly run?: RunProgram;
}

export const isSupervised = (environment: SupervisorOptions['environment']): boolean =>
  environment.NOTIFY_SOCKET !== undefined;

/** Does nothing where no supervisor has left its socket. One word at a time: where the last isn't through, an `alive` is left out. */
export function createSupervisor({
  environment,
  find = findProgram,
  run = runProgram,
}: SupervisorOptions): (state: SupervisorState) => void {
  const program = isSupervised(environment) ? find('systemd-notify') : undefined;
  if (program === undefined) return () => undefined;
  let busy = false;
  return (state) => {
    if (busy && state === 'alive') return;
    busy = true;
    void run(program, ARGUMENTS[state]).ended.then(() => {
      busy = false;
    });
  };
}
