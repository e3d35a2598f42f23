/** One patient at a time (K5): begins a session for the page that is shown, watches whether anybody is there, and wipes all of it at its end. */
import type { KioskBridge } from '../../../renderer/platform/kiosk/bridge-contract.ts';
import type { IntakePaused } from '../../../sync/protocol/operations/payloads/intake-paused.ts';
import type { createEventSender } from '../../bridge/serve.ts';
import type { KioskHost, KioskView } from '../../hosts/host.ts';
import { createListeners, type Listeners } from '../../hosts/listeners.ts';
import type { IntakeKeeper } from '../../intake/contract.ts';
import type { KioskLog } from '../../log/events.ts';
import { createIdle, type IdleSettings } from './idle.ts';
import { type Clinic, createPatientSession, type PatientSession } from './patient-session.ts';
import type { PageSpeech } from './speech.ts';
import type { Views } from './views.ts';
import { createSessionGate, type SessionEnd, type WipeReport, wipe } from './wipe.ts';

/** How often it is looked whether anybody is there: the warning counts in seconds. */
const LOOK_MS = 1_000;

/** What becomes of an unfinished draft. Only who asked to start over has it deleted. */
const INTAKE_END: Readonly<Record<SessionEnd, 'discard' | IntakePaused['reason']>> = {
  done: 'patient',
  pause: 'patient',
  patient: 'discard',
  idle: 'idle',
  suspend: 'idle',
  staff: 'staff',
  recovery: 'crash',
};

/** Sends an event of the bridge to the page that is shown. */
export type KioskSender = ReturnType<typeof createEventSender<KioskBridge>>;

export interface SessionsOptions {
  readonly host: Pick<KioskHost, 'clock' | 'wipeSteps'>;
  readonly intakes: Pick<IntakeKeeper, 'begin'>;
  readonly clinic: Clinic;
  readonly views: Views;
  readonly speech: PageSpeech;
  /** What else belongs to the page is forgotten before anything is wiped. */
  readonly belongings: readonly { leave(): void }[];
  readonly log: KioskLog;
  readonly idleSettings: () => IdleSettings;
  readonly newName: () => string;
  readonly send: KioskSender;
}

export interface Sessions {
  /** @param mayBegin asked again where something may have changed meanwhile */
  begin(view: KioskView, language: string, mayBegin: () => boolean): Promise<'begun' | 'refused' | 'no-key'>;
  /** Resolves when the wipe is over; with undefined where nobody is here. */
  end(by: SessionEnd): Promise<WipeReport | undefined>;
  current(): PatientSession | undefined;
  state(): 'ready' | 'in-session' | 'wiping' | 'blocked';
  readonly onEnded: Listeners<[SessionEnd, WipeReport]>['add'];
  /** A wipe is not complete: only a new process of the whole app is clean then. */
  readonly onBlocked: Listeners<[]>['add'];
}

export function createSessions(options: SessionsOptions): Sessions {
  const { host, intakes, clinic, views, speech, log, send } = options;
  const { clock } = host;
  const ended = createListeners<[SessionEnd, WipeReport]>();
  const blocked = createListeners<[]>();
  let current: { readonly session: PatientSession; readonly view: KioskView } | undefined;
  let beginning = false;
  let endedBy: SessionEnd = 'staff';

  const gate = createSessionGate({
    newName: options.newName,
    wipe: wipeCurrent,
    onEnded(by, report) {
      log.write('session.wiped', { tookMs: report.tookMs, complete: report.complete });
      ended.tell(by, report);
    },
    onBlocked: blocked.tell,
  });

  async function wipeCurrent(): Promise<WipeReport> {
    const left = current;
    send('ending', undefined);
    views.retire();
    current = undefined;
    for (const belonging of options.belongings) belonging.leave();
    if (left === undefined) return { complete: false, failed: ['close-view'], tookMs: 0 };
    const { session, view } = left;
    for (const undo of session.onEnd) undo();
    log.write('session.ended', { by: endedBy, lastedMs: clock.monotonic() - session.begun });
    const steps = {
      ...host.wipeSteps(view),
      'stop-speech': () => speech.stop(),
      // What is unfinished is sealed to the clinic, or deleted; then the keys are gone.
      'forget-checkpoint': () => session.intakes.end(INTAKE_END[endedBy]),
    };
    return wipe(steps, { now: clock.monotonic, after: clock.after });
  }

  function watchIdle(session: PatientSession): void {
    let shown = 'null';
    let cancel: () => void = () => undefined;
    session.onEnd.add(() => cancel());
    const look = () => {
      const { warning, over } = session.idle.look(clock.monotonic(), {
        speaking: speech.speaking(),
        held: session.intakes.alertPending(),
      });
      const seen = JSON.stringify(warning ?? null);
      if (seen !== shown) send('idle', warning ?? null);
      shown = seen;
      if (over) void end('idle');
      else cancel = clock.after(LOOK_MS, look);
    };
    cancel = clock.after(LOOK_MS, look);
  }

  async function begin(view: KioskView, language: string, mayBegin: () => boolean) {
    if (beginning || gate.state() !== 'ready' || !mayBegin()) return 'refused';
    beginning = true;
    try {
      const own = await intakes.begin();
      if (own === undefined) return 'no-key';
      // Much may have happened meanwhile: the page died, staff have closed.
      if (!views.isShown(view.id) || !mayBegin() || gate.begin() === undefined) {
        await own.end('discard');
        return 'refused';
      }
      const begun = clock.monotonic();
      const idle = createIdle(options.idleSettings(), begun);
      const session = createPatientSession({ clinic, intakes: own, idle, view: view.id, begun, language });
      current = { session, view };
      log.write('session.begun', {});
      session.onEnd.add(
        own.watch((deliveries) =>
          send(
            'deliveries',
            deliveries.map((delivery) => ({ ...delivery })),
          ),
        ),
      );
      watchIdle(session);
      return 'begun';
    } finally {
      beginning = false;
    }
  }

  function end(by: SessionEnd): Promise<WipeReport | undefined> {
    // A call during a wipe gets that wipe, which has its reason already.
    if (gate.state() === 'in-session') endedBy = by;
    return gate.end(by);
  }

  return {
    begin,
    end,
    current: () => current?.session,
    state: gate.state,
    onEnded: ended.add,
    onBlocked: blocked.add,
  };
}
