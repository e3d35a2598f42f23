/** Whose kiosk this is, and what follows from it: it becomes one by a code, is what its assignment says, and is nobody's after a sign-out. */

import type { KioskHost } from '../base/host.ts';
import type { EnrolOutcome } from '../clinic/enrolment.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { ClinicSide } from './clinic-side.ts';
import type { Departure } from './departure.ts';
import type { Facts } from './facts.ts';
import type { Sessions } from './sessions.ts';
import type { StaffDesk } from './staff-desk.ts';
import type { Remembered } from './state/memory.ts';
import type { StatusTeller } from './status-teller.ts';

/** So long a sign-out tries to send what is still here. */
const LAST_SEND_MS = 15_000;

export interface Belonging {
  /** The assignment in force has changed, or was just read. */
  apply(): Promise<void>;
  /** @returns undefined where the PIN has to come first */
  enrol(code: string): Promise<EnrolOutcome | undefined>;
  signOut(by: 'staff' | 'system'): Promise<void>;
}

export function createBelonging(options: {
  readonly vendor: string;
  /** Origin that the sync client of this process talks to. */
  readonly address: string;
  readonly host: Pick<KioskHost, 'clock' | 'configure'>;
  readonly clinic: ClinicSide;
  readonly intakes: Pick<IntakeKeeper, 'sendNow' | 'stop'>;
  readonly sessions: Sessions;
  readonly staff: StaffDesk;
  readonly memory: Remembered;
  readonly departure: Departure;
  readonly facts: Facts;
  readonly teller: StatusTeller;
  readonly reportNow: () => Promise<void>;
  readonly faultIn: (where: string) => (error: unknown) => void;
}): Belonging {
  const { vendor, host, clinic, intakes, sessions, staff, memory, departure, facts, teller, faultIn } =
    options;
  const { enrolment } = clinic;

  const wait = (ms: number) => new Promise<void>((resolve) => void host.clock.after(ms, resolve));

  async function apply(): Promise<void> {
    const assignment = enrolment.current();
    if (assignment !== undefined) {
      const { certificatePins, camera } = assignment.config;
      host.configure({ server: `${assignment.server}/connect/${vendor}`, pins: certificatePins, camera });
      if (assignment.server !== options.address && memory.get().server !== assignment.server) {
        // The sync client was made for another address: a new process makes one for this.
        await memory.set({ server: assignment.server });
        departure.orderRestart('clinic');
      }
    }
    await facts.refresh();
    teller.tell();
  }

  return {
    apply,
    async enrol(code) {
      // There is no PIN before there is an assignment.
      if (enrolment.current() !== undefined && !staff.isOpen()) return undefined;
      const outcome = await enrolment.enrol(code);
      if (outcome !== 'enrolled') return outcome;
      await staff.prepare();
      await apply();
      void options.reportNow();
      return outcome;
    },
    async signOut(by) {
      await sessions.end('staff');
      await Promise.race([intakes.sendNow().catch(faultIn('send')), wait(LAST_SEND_MS)]);
      clinic.checkIn.drop();
      clinic.arrivals.drop();
      await enrolment.forget();
      await memory.set({ server: undefined });
      await intakes.stop().catch(faultIn('stop'));
      await departure.leave({ relaunch: by === 'staff' ? 'staff' : 'clinic' }, by);
    },
  };
}
