/**
 * The kiosk's core: one patient after the other, over a host that has pages (`electron/base/host.ts`) and a keeper of intakes that only the clinic can read.
 * Composed here, decided in the modules around; the same under Electron and under Chromium.
 */
import { randomUUID } from 'node:crypto';
import type { StorageReport } from '../../renderer/platform/contract/contract.ts';
import { type KioskBridge, kioskBridge } from '../../renderer/platform/kiosk/bridge-contract.ts';
import type { KioskHost } from '../base/host.ts';
import { createEventSender } from '../bridge/serve.ts';
import { createHelp } from '../clinic/help.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { SessionEnd, WipeReport } from '../session/wipe.ts';
import { createBelonging } from './belonging.ts';
import { createBridgeRouter } from './bridge-router.ts';
import { createClinicSide } from './clinic-side.ts';
import type { Kiosk, KioskOptions } from './contract.ts';
import { createDeparture, type Departure } from './departure.ts';
import { createFacts, type Facts } from './facts.ts';
import { createFailures } from './failures.ts';
import { createHousekeeping } from './housekeeping.ts';
import { createPageDesk } from './page-desk.ts';
import { listenToPlace } from './place-events.ts';
import { openRecords } from './records.ts';
import { createSessions } from './sessions.ts';
import { createStaffActions } from './staff-actions.ts';
import { createStaffDesk } from './staff-desk.ts';
import { createMinute } from './state/minute.ts';
import { createOpening } from './state/opening.ts';
import { createStage } from './state/stage.ts';
import { createStatusTeller, type StatusTeller } from './status-teller.ts';
import { createUpdates, type Updates } from './updates.ts';
import { createVoice } from './voice.ts';

export type { Kiosk, KioskOptions } from './contract.ts';
export { CALM_MS } from './housekeeping.ts';

export async function createKiosk(
  host: KioskHost,
  intakes: IntakeKeeper,
  options: KioskOptions,
): Promise<Kiosk> {
  const { vendor, rootKeys, timeZone, server: address, fraction = Math.random } = options;
  const { clock } = host;
  let report: StorageReport = { mode: 'memory', persisted: false, evicted: false };
  let unlisten: () => void = () => undefined;

  const records = await openRecords(host, options.updater);
  const { files, log, faultIn, memory, keeper } = records;
  const clinic = createClinicSide({ host, intakes, files, log, vendor, rootKeys, timeZone });
  const { server, time, enrolment, arrivals } = clinic;
  const opening = createOpening({ clock, enrolment, time });
  const staff = createStaffDesk({ files, hash: () => enrolment.current()?.config.staffPin, clock, log });
  /** What nearly every room stands on. */
  const ground = { host, clock, intakes, vendor, clinic, staff, opening, ...clinic, ...records };

  const departure: Departure = createDeparture({
    ...ground,
    sessions: () => sessions,
    stage: () => stage,
    close() {
      minute.stop();
      opening.stop();
      help.stop();
      stage.stop();
      unlisten();
      failures.stop();
    },
    letGo: () => intakes.close(),
  });

  const send = createEventSender<KioskBridge>(kioskBridge, () => stage.shown()?.target, log.fault);
  const onRefused = () => log.write('kept-back', { what: 'call' });
  const router = createBridgeRouter(kioskBridge, host.calls, () => stage.settled(), onRefused);
  const help = createHelp({ server, newId: randomUUID, clock, onState: (state) => send('help', state) });
  const voice = createVoice({
    speech: host.speech,
    onSpeaking: (speaking) => send('speech', { speaking }),
    onFault: faultIn('speech'),
  });
  const stage = createStage({
    host,
    newName: randomUUID,
    openPage: (view) => openPage(view),
    onShown() {
      teller.tell(true);
      send('connection', { ...intakes.connection() });
    },
    onPainted() {
      updates.painted();
      host.notifySupervisor('ready');
    },
    onFailure: (failure, where) => void failures.viewFailed(failure, where),
    onFault: faultIn('stage'),
  });

  const sessions = createSessions({
    ...ground,
    clinic: {
      ...ground,
      address: () => enrolment.current()?.server ?? address,
      now: time.now,
      newId: randomUUID,
    },
    stage,
    voice,
    idleSettings: () => enrolment.current()?.config ?? { idleSeconds: 120, warningSeconds: 30 },
    mayBegin: () => !departure.isLeaving() && !departure.isRestarting() && facts.status().phase === 'attract',
    newName: randomUUID,
    send,
    onNoKey() {
      facts.noKey();
      teller.tell();
    },
    onEnding() {
      help.leave();
      staff.leave();
    },
    onEnded: afterSession,
    onBlocked: () => void departure.leave({ relaunch: 'wipe-failed' }, 'watchdog'),
  });
  const facts: Facts = createFacts({
    ...ground,
    sessions: () => sessions,
    builtInLanguages: options.languages,
    mode: () => ({ updating: updates.isUpdating(), recovery: departure.isRecovering() }),
    lastUpdate: () => keeper?.last() ?? 'none',
  });
  const teller: StatusTeller = createStatusTeller({ facts, monotonic: clock.monotonic, send });

  async function endSession(by: SessionEnd): Promise<void> {
    await sessions.end(by);
    teller.tell();
  }

  function afterSession(by: SessionEnd, { complete }: WipeReport): void {
    const wipesFailed = memory.get().wipesFailed + (complete ? 0 : 1);
    void memory.set({ lastWipe: { complete, at: new Date(time.now()).toISOString() }, wipesFailed });
    if (!complete || departure.isLeaving()) return;
    stage.resume();
    departure.restartIfFree();
    // After a page's death the ladder says when the next one comes.
    if (by !== 'recovery') void stage.fill();
    void facts.refresh().then(() => teller.tell());
  }

  const reportNow = () => minute.report();
  const running = { ...ground, stage, sessions, facts, teller, departure, send, reportNow, endSession };
  const failures = createFailures(running);
  const updates: Updates = createUpdates(running);
  const belonging = createBelonging({ ...running, address });
  const minute = createMinute({
    ...ground,
    fraction,
    health: facts.health,
    onAssignment: belonging.apply,
    onRevoked: () => belonging.signOut('system'),
    onRestart: () => departure.orderRestart('clinic'),
    onMinute: createHousekeeping({ ...running, updates }),
  });
  const act = createStaffActions({ ...running, belonging });
  const openPage = createPageDesk({
    ...running,
    router,
    help,
    voice,
    act,
    enrol: belonging.enrol,
    report: () => report,
    onRefused,
  });

  async function start(): Promise<void> {
    log.write('app.started', { version: host.version, restart: memory.get().restart });
    await memory.set({ restart: 'none' });
    unlisten = listenToPlace({ ...running, failures });
    if ((await keeper?.begin(clock.now())) === 'relaunch')
      return departure.leave({ relaunch: 'update' }, 'update');
    try {
      report = await intakes.start();
      await enrolment.load();
      await clinic.arrivals.load();
      await belonging.apply();
    } catch (error) {
      // Without its store nobody may write anything here: the desk is the way, and a later start may find the disk again.
      log.fault('start', error);
      return departure.recover();
    }
    await stage.fill();
    minute.start();
    opening.start(teller.tell);
    return undefined;
  }

  return {
    start,
    stop: () => departure.leave({ exit: 0 }, 'system'),
    counts: () => ({
      pages: stage.count(),
      bridges: router.pages(),
      waitingArrivals: arrivals.waiting(),
      minutes: minute.reports(),
    }),
  };
}
