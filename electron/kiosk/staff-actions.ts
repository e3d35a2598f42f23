/** What staff can do on the health page. Whoever is here is wiped first. */
import type { StaffAction } from '../../renderer/platform/contract/kiosk-contract.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { Belonging } from './belonging.ts';
import type { Departure } from './departure.ts';
import type { Sessions } from './sessions.ts';
import type { Remembered } from './state/memory.ts';
import type { StatusTeller } from './status-teller.ts';

export function createStaffActions(options: {
  readonly sessions: Sessions;
  readonly departure: Departure;
  readonly belonging: Belonging;
  readonly intakes: Pick<IntakeKeeper, 'sendNow'>;
  readonly reportNow: () => Promise<void>;
  readonly memory: Remembered;
  readonly teller: StatusTeller;
}): (action: StaffAction) => Promise<void> {
  const { sessions, departure, belonging, intakes, reportNow, memory, teller } = options;
  return async (action) => {
    if (sessions.current() !== undefined) await sessions.end('staff');
    if (action === 'restart') await departure.leave({ relaunch: 'staff' }, 'staff');
    else if (action === 'exit') await departure.leave({ exit: 0 }, 'staff');
    else if (action === 'sign-out') await belonging.signOut('staff');
    else if (action === 'sync-now') {
      await intakes.sendNow();
      await reportNow();
    } else {
      await memory.set({ closed: action === 'close' });
      teller.tell();
    }
  };
}
