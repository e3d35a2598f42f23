/** One patient at a time (K5): begins a session for the page that is shown, watches whether anybody is there, and wipes all of it at its end. */
import type { IntakePaused } from '../../sync/protocol/operations/intake-paused.ts';
import type { KioskHost, KioskView } from '../base/host.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { KioskLog } from '../log/events.ts';
import { createSessionGate, type SessionEnd, type WipeReport, wipe } from '../session/wipe.ts';
import { type Clinic, createPatientSession, type PatientSession } from './patient-session.ts';
import type { KioskSender } from './sender.ts';
import { createIdle, type IdleSettings } from './state/idle.ts';
import type { Stage } from './state/stage.ts';
import type { Voice } from './voice.ts';

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

export interface SessionsOptions {
  readonly host: Pick<KioskHost, 'clock' | 'wipeSteps'>;
  readonly intakes: Pick<IntakeKeeper, 'begin'>;
  readonly clinic: Clinic;
  readonly stage: Stage;
  readonly voice: Voice;
  readonly log: KioskLog;
  readonly idleSettings: () => IdleSettings;
  readonly mayBegin: () => boolean;
  readonly newName: () => string;
  readonly send: KioskSender;
  readonly onNoKey: () => void;
  /** Before anything is wiped: what else belongs to the page is forgotten. */
  readonly onEnding: () => void;
  readonly onEnded: (by: SessionEnd, report: WipeReport) => void;
  readonly onBlocked: () => void;
}

export interface Sessions {
  begin(view: KioskView, language: string): Promise<boolean>;
  /** Resolves when the wipe is over; with undefined where nobody is here. */
  end(by: SessionEnd): Promise<WipeReport | undefined>;
  current(): PatientSession | undefined;
  state(): 'ready' | 'in-session' | 'wiping' | 'blocked';
}

export function createSessions(options: SessionsOptions): Sessions {
  const { host, intakes, clinic, stage, voice, log, send } = options;
  const { clock } = host;
  let current: { readonly session: PatientSession; readonly view: KioskView } | undefined;
  let beginning = false;
  let endedBy: SessionEnd = 'staff';

  const gate = createSessionGate({
    newName: options.newName,
    wipe: wipeCurrent,
    onEnded(by, report) {
      log.write('session.wiped', { tookMs: report.tookMs, complete: report.complete });
      options.onEnded(by, report);
    },
    onBlocked: options.onBlocked,
  });

  async function wipeCurrent(): Promise<WipeReport> {
    const ended = current;
    send('ending', undefined);
    stage.retire();
    current = undefined;
    options.onEnding();
    if (ended === undefined) return { complete: false, failed: ['close-view'], tookMs: 0 };
    const { session, view } = ended;
    for (const undo of session.onEnd) undo();
    log.write('session.ended', { by: endedBy, lastedMs: clock.monotonic() - session.begun });
    const steps = {
      ...host.wipeSteps(view),
      'stop-speech': () => voice.stop(),
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
        speaking: voice.speaking(),
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

  async function begin(view: KioskView, language: string): Promise<boolean> {
    if (beginning || gate.state() !== 'ready' || !options.mayBegin()) return false;
    beginning = true;
    try {
      const own = await intakes.begin();
      if (own === undefined) {
        options.onNoKey();
        return false;
      }
      // Much may have happened meanwhile: the page died, staff have closed.
      if (!stage.isShown(view.id) || !options.mayBegin() || gate.begin() === undefined) {
        await own.end('discard');
        return false;
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
      return true;
    } finally {
      beginning = false;
    }
  }

  function end(by: SessionEnd): Promise<WipeReport | undefined> {
    // Whoever asks while a wipe is under way gets that one, which has its reason already.
    if (gate.state() === 'in-session') endedBy = by;
    return gate.end(by);
  }

  return { begin, end, current: () => current?.session, state: gate.state };
}
