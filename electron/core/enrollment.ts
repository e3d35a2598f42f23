/** Whose kiosk this is, and what follows from it: it becomes one by a code, is what its assignment says, and is nobody's after a sign-out. */

import type { EnrollOutcome } from '../clinic/assignments.ts';
import type { ClinicSide } from '../clinic/clinic-side.ts';
import type { KioskHost } from '../hosts/host.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { KioskLog } from '../log/events.ts';
import type { Sessions } from './session/sessions.ts';
import type { Shutdown } from './shutdown.ts';
import type { StaffDesk } from './staff-desk.ts';
import type { PersistedState } from './state/persisted-state.ts';
import type { Status } from './status.ts';

/** So long a sign-out tries to send what is still here. */
const LAST_SEND_MS = 15_000;

export interface KioskEnrollment {
  /** The assignment in force has changed, or was just read. */
  apply(): Promise<void>;
  /** @returns undefined where the PIN has to come first */
  enroll(code: string): Promise<EnrollOutcome | undefined>;
  signOut(by: 'staff' | 'system'): Promise<void>;
}

export function createKioskEnrollment(options: {
  readonly vendor: string;
  /** Origin that the sync client of this process talks to. */
  readonly address: string;
  readonly host: Pick<KioskHost, 'clock' | 'configure'>;
  readonly clinic: ClinicSide;
  readonly intakes: Pick<IntakeKeeper, 'sendNow' | 'stop'>;
  readonly sessions: Sessions;
  readonly staff: StaffDesk;
  readonly persisted: PersistedState;
  readonly shutdown: Shutdown;
  readonly status: Status;
  readonly log: KioskLog;
}): KioskEnrollment {
  const { vendor, host, clinic, intakes, sessions, staff, persisted, shutdown, status, log } = options;
  const { assignments } = clinic;
  const faultIn = (where: string) => (error: unknown) => log.fault(where, error);
  const wait = (ms: number) => new Promise<void>((resolve) => void host.clock.after(ms, resolve));

  async function apply(): Promise<void> {
    const assignment = assignments.current();
    if (assignment !== undefined) {
      const { certificatePins, camera } = assignment.config;
      host.configure({ server: `${assignment.server}/connect/${vendor}`, pins: certificatePins, camera });
      if (assignment.server !== options.address && persisted.get().server !== assignment.server) {
        // The sync client was made for another address: a new process makes one for this.
        await persisted.set({ server: assignment.server });
        shutdown.orderRestart('clinic');
      }
    }
    await status.refresh();
    status.tell();
  }

  return {
    apply,
    async enroll(code) {
      // There is no PIN before there is an assignment.
      if (assignments.current() !== undefined && !staff.isOpen()) return undefined;
      const outcome = await assignments.enroll(code);
      if (outcome !== 'enrolled') return outcome;
      await staff.prepare();
      await apply();
      return outcome;
    },
    async signOut(by) {
      await sessions.end('staff');
      await Promise.race([intakes.sendNow().catch(faultIn('send')), wait(LAST_SEND_MS)]);
      clinic.checkIn.drop();
      clinic.arrivals.drop();
      await assignments.forget();
      await persisted.set({ server: undefined });
      await intakes.stop().catch(faultIn('stop'));
      await shutdown.leave({ relaunch: by === 'staff' ? 'staff' : 'clinic' }, by);
    },
  };
}
