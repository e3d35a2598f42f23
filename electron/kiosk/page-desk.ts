/** Gives each page its side of the bridge: what it may call just now, and that what it calls is about its own session. */

import type { StorageReport } from '../../renderer/platform/contract/contract.ts';
import type { StaffAction } from '../../renderer/platform/contract/kiosk-contract.ts';
import { kioskBridge } from '../../renderer/platform/kiosk/bridge-contract.ts';
import { StorageError } from '../../sync/client/base/storage-error.ts';
import type { KioskHost, KioskView } from '../base/host.ts';
import { serveBridge } from '../bridge/serve.ts';
import type { EnrolOutcome } from '../clinic/enrolment.ts';
import type { Help } from '../clinic/help.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { KioskLog } from '../log/events.ts';
import type { SessionEnd } from '../session/wipe.ts';
import type { BridgeRouter } from './bridge-router.ts';
import type { Facts } from './facts.ts';
import { createHandlers } from './handlers.ts';
import type { Sessions } from './sessions.ts';
import { sizeClassOf } from './size-class.ts';
import type { StaffDesk } from './staff-desk.ts';
import type { Stage } from './state/stage.ts';
import type { StatusTeller } from './status-teller.ts';
import type { Voice } from './voice.ts';

/** What a page that nobody sees yet may call. */
const BEHIND: ReadonlySet<string> = new Set(['start', 'watchdog.painted', 'watchdog.alive']);

/** @returns what gives a page its handlers, and gives back what takes them away */
export function createPageDesk(options: {
  readonly host: Pick<KioskHost, 'origin' | 'clock' | 'printer'>;
  readonly router: BridgeRouter;
  readonly stage: Stage;
  readonly sessions: Sessions;
  readonly intakes: Pick<IntakeKeeper, 'connection' | 'chained' | 'sendNow'>;
  readonly facts: Facts;
  readonly teller: StatusTeller;
  readonly staff: StaffDesk;
  readonly help: Help;
  readonly voice: Voice;
  readonly log: KioskLog;
  readonly report: () => StorageReport;
  readonly act: (action: StaffAction) => Promise<void>;
  readonly enrol: (code: string) => Promise<EnrolOutcome | undefined>;
  readonly endSession: (by: SessionEnd) => Promise<void>;
  readonly onRefused: () => void;
}): (view: KioskView) => () => void {
  const { host, router, stage, sessions, intakes, facts, teller, staff, help, voice, log } = options;
  const { report, act, enrol, endSession, onRefused } = options;
  const { monotonic } = host.clock;

  async function sealed(payload: unknown): Promise<void> {
    log.write('intake.sealed', { counter: await intakes.chained(), sizeClass: sizeClassOf(payload) });
  }

  return (view) =>
    serveBridge({
      contract: kioskBridge,
      host: router.hostOf(view.id, (name) => BEHIND.has(name) || stage.isShown(view.id)),
      guard: { origin: host.origin, current: () => view.id },
      handlers: createHandlers({
        report,
        status: () => facts.status(view.id),
        connection: intakes.connection,
        session() {
          const session = sessions.current();
          return session?.view === view.id ? session : undefined;
        },
        async begin(language) {
          const begun = await sessions.begin(view, language);
          teller.tell();
          return begun;
        },
        end: (by) => void endSession(by),
        active() {
          staff.touch();
          sessions.current()?.idle.active(monotonic());
        },
        extend() {
          staff.touch();
          sessions.current()?.idle.extend(monotonic());
        },
        help,
        sealed,
        sendNow: intakes.sendNow,
        voice,
        print: (receipt) => host.printer.print(receipt).catch(() => false),
        staff: { ...staff, health: facts.healthPage, act, enrol },
        painted: () => stage.painted(view.id),
        alive: () => stage.alive(view.id),
      }),
      onRefused,
      onFault: (name, error) => log.fault(name.replaceAll('.', '-'), error),
      codeOf: (error) => (error instanceof StorageError ? error.code : undefined),
    });
}
