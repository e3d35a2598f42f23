/**
 * The kiosk's core: one patient after the other, over a host that has pages (`electron/hosts/host.ts`) and a keeper of intakes that only the clinic can
 * read. Composed here, each part after what it needs; decided in the modules around. The same under Electron and under Chromium.
 */
import { randomUUID } from 'node:crypto';
import type { StorageReport } from '../../renderer/platform/contract/contract.ts';
import { type KioskBridge, kioskBridge } from '../../renderer/platform/kiosk/bridge-contract.ts';
import { createBridgeRouter } from '../bridge/router.ts';
import { createEventSender } from '../bridge/serve.ts';
import { createClinicSide } from '../clinic/clinic-side.ts';
import { createHelp } from '../clinic/help.ts';
import { createSmallFiles } from '../clinic/small-file.ts';
import type { KioskHost } from '../hosts/host.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import { createKioskLog } from '../log/events.ts';
import { createLogRing } from '../log/ring.ts';
import { createUpdateKeeper, type Updater } from '../updates/keeper.ts';
import { createKioskEnrollment } from './enrollment.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createHostEvents } from './host-events.ts';
import { createPageHandlers } from './page-handlers.ts';
import { createSessions } from './session/sessions.ts';
import { createSpeech } from './session/speech.ts';
import { createViews } from './session/views.ts';
import { createShutdown } from './shutdown.ts';
import { createStaffDesk } from './staff-desk.ts';
import { createOpening } from './state/opening.ts';
import { KIOSK_FOLDER, openPersistedState } from './state/persisted-state.ts';
import { openWatchdog } from './state/watchdog.ts';
import { createStatus } from './status.ts';
import { createUpdates } from './updates.ts';

const LOG_FOLDER = 'log';

export interface KioskOptions {
  /** Slug of the vendor that is built in. */
  readonly vendor: string;
  /** base64url raw Ed25519, from that vendor's pack. */
  readonly rootKeys: readonly string[];
  /** IANA name, of the clinic; this machine's own where it is undefined. */
  readonly timeZone?: string | undefined;
  /** Of the pack, for the time before there is an assignment. */
  readonly languages: readonly string[];
  /** Origin that `intakes` talks to; an assignment that names another one is followed by a restart: see `rememberedServer`. */
  readonly server: string;
  /** undefined where the operating system brings new versions. */
  readonly updater?: Updater | undefined;
  /** In [0, 1): for the jitter of reports alone. */
  readonly fraction?: () => number;
}

/** One kiosk, as its starter sees it. */
export interface Kiosk {
  /** Resolves when a page is shown, or it is clear that none can be. */
  start(): Promise<void>;
  /** Asked to end by the system: wipes, and leaves nothing half written. */
  stop(): Promise<void>;
  /** What the core holds just now, for tests and for nothing else. */
  counts(): {
    readonly pages: number;
    readonly bridges: number;
    readonly waitingArrivals: number;
    /** Reports that are over. */
    readonly minutes: number;
  };
}

export async function createKiosk(
  host: KioskHost,
  intakes: IntakeKeeper,
  options: KioskOptions,
): Promise<Kiosk> {
  const { vendor, rootKeys, timeZone, server: address, updater, fraction = Math.random } = options;
  const { clock, disk, dataFolder } = host;
  let report: StorageReport = { mode: 'memory', persisted: false, evicted: false };

  const ring = createLogRing({ disk, folder: `${dataFolder}/${LOG_FOLDER}` });
  const log = createKioskLog({ now: clock.now, append: ring.append });
  const faultIn = (where: string) => (error: unknown) => log.fault(where, error);
  const files = createSmallFiles(disk, `${dataFolder}/${KIOSK_FOLDER}`);
  const persisted = await openPersistedState(files, faultIn('memory'));
  const watchdog = await openWatchdog({ files, log, now: clock.now });
  const keeper = updater && createUpdateKeeper({ updater, running: host.version, files, log });

  const clinic = createClinicSide({ host, intakes, files, log, vendor, rootKeys, timeZone });
  const { assignments, arrivals, server, time } = clinic;
  const opening = createOpening({ clock, assignments, time });
  const staff = createStaffDesk({ files, hash: () => assignments.current()?.config.staffPin, clock, log });

  const views = createViews({ host, newName: randomUUID, onFault: faultIn('stage') });
  const send = createEventSender<KioskBridge>(kioskBridge, () => views.shown()?.target, log.fault);
  const router = createBridgeRouter(kioskBridge, host.calls, views.settled, () =>
    log.write('kept-back', { what: 'call' }),
  );
  const help = createHelp({ server, newId: randomUUID, clock, onState: (state) => send('help', state) });
  const speech = createSpeech({
    speech: host.speech,
    onSpeaking: (speaking) => send('speech', { speaking }),
    onFault: faultIn('speech'),
  });
  const sessions = createSessions({
    ...{ host, intakes, views, speech, log, send },
    clinic: {
      ...{ vendor, server, arrivals, checkIn: clinic.checkIn, now: time.now, newId: randomUUID },
      address: () => assignments.current()?.server ?? address,
    },
    belongings: [help, staff],
    idleSettings: () => assignments.current()?.config ?? { idleSeconds: 120, warningSeconds: 30 },
    newName: randomUUID,
  });

  const shutdown = createShutdown({ host, sessions, views, intakes, persisted, watchdog, ring, log });
  shutdown.onLeaving(opening.stop);
  shutdown.onLeaving(help.stop);
  const status = createStatus({
    ...{ host, intakes, clinic, persisted, watchdog, opening, sessions, shutdown, send },
    builtInLanguages: options.languages,
    lastUpdate: () => keeper?.last() ?? 'none',
  });
  const updates = createUpdates({ keeper, clock, clinic, intakes, sessions, staff, shutdown, status });
  const enrollment = createKioskEnrollment({
    ...{ vendor, address, host, clinic, intakes, sessions, staff, persisted, shutdown, status, log },
  });
  const heartbeat = createHeartbeat({
    ...{ clock, clinic, intakes, staff, watchdog, sessions, shutdown, status, updates, enrollment },
    ...{ log, fraction },
  });
  const hostEvents = createHostEvents({
    ...{ host, intakes, arrivals, watchdog, views, sessions, shutdown, status, heartbeat, send, log },
  });
  const openPage = createPageHandlers({
    ...{ host, router, intakes, views, sessions, speech, help, staff, persisted, shutdown, status },
    ...{ enrollment, heartbeat, log, report: () => report },
  });

  sessions.onEnded((by, { complete }) => {
    const wipesFailed = persisted.get().wipesFailed + (complete ? 0 : 1);
    void persisted.set({ lastWipe: { complete, at: new Date(time.now()).toISOString() }, wipesFailed });
    if (!complete || shutdown.isLeaving()) return;
    views.resume();
    shutdown.restartIfFree();
    // After a page's death the ladder says when the next one comes.
    if (by !== 'recovery') void views.fill();
    void status.refresh().then(() => status.tell());
  });

  async function start(): Promise<void> {
    log.write('app.started', { version: host.version, restart: persisted.get().restart });
    await persisted.set({ restart: 'none' });
    hostEvents.listen();
    if (await updates.begin()) return undefined;
    try {
      report = await intakes.start();
      await assignments.load();
      await arrivals.load();
      await enrollment.apply();
    } catch (error) {
      // Without its store nobody may write anything here: the desk is the way, and a later start may find the disk again.
      log.fault('start', error);
      return shutdown.recover();
    }
    await views.start({
      openPage,
      onShown() {
        status.tell(true);
        send('connection', { ...intakes.connection() });
      },
      onPainted() {
        updates.painted();
        host.notifySupervisor('ready');
      },
      onFailure: (failure, where) => void hostEvents.viewFailed(failure, where),
    });
    heartbeat.start();
    opening.start(status.tell);
    return undefined;
  }

  return {
    start,
    stop: () => shutdown.leave({ exit: 0 }, 'system'),
    counts: () => ({
      pages: views.count(),
      bridges: router.pages(),
      waitingArrivals: arrivals.waiting(),
      minutes: heartbeat.reports(),
    }),
  };
}
