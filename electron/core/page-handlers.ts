/** Each page's side of the bridge: what it may call just now, what comes of each call, and that it is about its own session. */
import type { Delivery, DraftContent, StorageReport } from '../../renderer/platform/contract/contract.ts';
import type { KioskStatus, StaffAction } from '../../renderer/platform/contract/kiosk-contract.ts';
import { type KioskBridge, kioskBridge } from '../../renderer/platform/kiosk/bridge-contract.ts';
import { StorageError } from '../../sync/client/base/storage-error.ts';
import type { BridgeRouter } from '../bridge/router.ts';
import { BridgeError, type Handlers, serveBridge } from '../bridge/serve.ts';
import type { Help } from '../clinic/help.ts';
import type { KioskHost, KioskView } from '../hosts/host.ts';
import type { IntakeKeeper } from '../intake/contract.ts';
import type { KioskLog } from '../log/events.ts';
import type { KioskEnrollment } from './enrollment.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { PatientSession } from './session/patient-session.ts';
import type { Sessions } from './session/sessions.ts';
import type { PageSpeech, Utterance } from './session/speech.ts';
import type { Views } from './session/views.ts';
import type { SessionEnd } from './session/wipe.ts';
import type { Shutdown } from './shutdown.ts';
import type { StaffDesk } from './staff-desk.ts';
import type { PersistedState } from './state/persisted-state.ts';
import type { Status } from './status.ts';

/** What a page that nobody sees yet may call. */
const BEHIND: ReadonlySet<string> = new Set(['start', 'watchdog.painted', 'watchdog.alive']);

/** How large what was sealed is, for the log: its exact size could tell one form from another. */
const SIZE_CLASSES = [
  [4096, '4k'],
  [16_384, '16k'],
  [65_536, '64k'],
  [262_144, '256k'],
] as const;

function sizeClassOf(payload: unknown): (typeof SIZE_CLASSES)[number][1] | 'larger' {
  const size = JSON.stringify(payload).length;
  return SIZE_CLASSES.find(([most]) => size <= most)?.[1] ?? 'larger';
}

const toStatus = ({ languages, ...status }: KioskStatus) => ({ ...status, languages: [...languages] });

function toDraft({ consents, ruleHits, confirmedImplausible, ...content }: DraftContent) {
  return {
    ...content,
    consents: [...consents],
    ruleHits: [...ruleHits],
    confirmedImplausible: [...confirmedImplausible],
  };
}

export interface PageHandlersOptions {
  readonly host: Pick<KioskHost, 'origin' | 'clock' | 'printer'>;
  readonly router: BridgeRouter;
  readonly intakes: Pick<IntakeKeeper, 'connection' | 'chained' | 'sendNow'>;
  readonly report: () => StorageReport;
  readonly views: Views;
  readonly sessions: Sessions;
  readonly speech: PageSpeech;
  readonly help: Help;
  readonly staff: StaffDesk;
  readonly persisted: PersistedState;
  readonly shutdown: Shutdown;
  readonly status: Status;
  readonly enrollment: KioskEnrollment;
  readonly heartbeat: Heartbeat;
  readonly log: KioskLog;
}

/** @returns what gives a page its handlers, and gives back what takes them away */
export function createPageHandlers(options: PageHandlersOptions): (view: KioskView) => () => void {
  const { host, router, intakes, views, log } = options;
  return (view) =>
    serveBridge({
      contract: kioskBridge,
      host: router.hostOf(view.id, (name) => BEHIND.has(name) || views.isShown(view.id)),
      guard: { origin: host.origin, current: () => view.id },
      handlers: {
        ...intakeHandlers(options, view),
        ...sessionHandlers(options, view),
        ...staffHandlers(options),
        start: () => ({
          report: { ...options.report() },
          status: toStatus(options.status.of(view.id)),
          connection: intakes.connection(),
        }),
        'watchdog.painted': () => nothing(views.painted(view.id)),
        'watchdog.alive': () => nothing(views.alive(view.id)),
      },
      onRefused: () => log.write('kept-back', { what: 'call' }),
      onFault: (name, error) => log.fault(name.replaceAll('.', '-'), error),
      codeOf: (error) => (error instanceof StorageError ? error.code : undefined),
    });
}

/** The answer to a call that has none. */
const nothing = (_done: unknown): undefined => undefined;

type HandlersFor<Prefix extends string> = Pick<
  Handlers<KioskBridge>,
  Extract<keyof Handlers<KioskBridge>, `${Prefix}.${string}`>
>;

/** @returns what finds the session of that page. @throws BridgeError where nobody is here: between two patients nothing can be read or written */
const sessionOf =
  ({ sessions }: PageHandlersOptions, view: KioskView): (() => PatientSession) =>
  () => {
    const session = sessions.current();
    if (session?.view !== view.id) throw new BridgeError('no-session');
    return session;
  };

function intakeHandlers(
  options: PageHandlersOptions,
  view: KioskView,
): HandlersFor<'drafts' | 'blobs' | 'deliveries' | 'check-in' | 'intake'> {
  const { log } = options;
  const session = sessionOf(options, view);
  const intakes = () => session().intakes;

  async function sealed(delivery: Promise<Delivery>, payload: unknown) {
    const given = await delivery;
    log.write('intake.sealed', {
      counter: await options.intakes.chained(),
      sizeClass: sizeClassOf(payload),
    });
    return { ...given };
  }

  return {
    'drafts.list': async () => [...(await intakes().drafts.list())],
    async 'drafts.open'({ draftId }) {
      const opened = await intakes().drafts.open(draftId);
      return opened.status === 'open' ? { status: 'open', content: toDraft(opened.content) } : opened;
    },
    'drafts.save': async (content) => nothing(await session().save(content)),
    'drafts.discard': async ({ draftId }) => nothing(await intakes().drafts.discard(draftId)),
    'drafts.keep-definition': async ({ formHash, definition }) =>
      nothing(await intakes().drafts.keepDefinition(formHash, definition)),
    'drafts.definition': ({ formHash }) => intakes().drafts.definition(formHash),
    'blobs.keep': ({ title, bytes, ...file }) =>
      intakes().blobs.keep({
        ...file,
        bytes: new Uint8Array(bytes),
        ...(title === undefined ? {} : { title }),
      }),
    async 'blobs.read'({ sha256 }) {
      const file = await intakes().blobs.read(sha256);
      return file === undefined ? undefined : { ...file };
    },
    'blobs.drop': async ({ sha256 }) => nothing(await intakes().blobs.drop(sha256)),
    'deliveries.submit': ({ draftId, payload }) => sealed(intakes().submit(draftId, payload), payload),
    'deliveries.alert': ({ payload }) => sealed(intakes().alert(payload), payload),
    'deliveries.list': async () => (await intakes().list()).map((delivery) => ({ ...delivery })),
    async 'deliveries.send-now'() {
      session();
      await options.intakes.sendNow();
      return undefined;
    },
    'check-in.find': (question) => session().find(question),
    'check-in.arrive': (arrival) => session().arrive(arrival),
    'intake.pause': ({ draftId }) => session().pause(draftId),
    'intake.resume': (request) => session().resume(request),
    'intake.hand-off': ({ draftId }) => session().handOff(draftId),
  };
}

function sessionHandlers(
  options: PageHandlersOptions,
  view: KioskView,
): HandlersFor<'session' | 'help' | 'speech' | 'print'> {
  const { host, sessions, shutdown, status, staff, help, speech } = options;
  const { monotonic } = host.clock;
  const session = sessionOf(options, view);
  const mayBegin = () => !shutdown.isLeaving() && !shutdown.isRestarting() && status.of().phase === 'attract';

  async function end(by: SessionEnd): Promise<void> {
    await sessions.end(by);
    status.tell();
  }

  return {
    async 'session.begin'({ language }) {
      const begun = await sessions.begin(view, language, mayBegin);
      if (begun === 'no-key') status.noKey();
      status.tell();
      return begun === 'begun';
    },
    'session.end'({ by }) {
      session();
      // Not waited for: the page is gone by then.
      void end(by);
      return undefined;
    },
    'session.active'() {
      staff.touch();
      sessions.current()?.idle.active(monotonic());
      return undefined;
    },
    'session.extend'() {
      staff.touch();
      sessions.current()?.idle.extend(monotonic());
      return undefined;
    },
    'help.call': ({ reason }) => nothing(help.call(reason)),
    'speech.say': (utterance: Utterance) => nothing(speech.say(utterance)),
    'speech.stop': () => nothing(speech.stop()),
    'print.receipt': (receipt) => host.printer.print(receipt).catch(() => false),
  };
}

function staffHandlers(options: PageHandlersOptions): HandlersFor<'staff'> {
  const { intakes, sessions, staff, persisted, shutdown, status, enrollment, heartbeat } = options;

  function staffOnly(): void {
    if (!staff.isOpen()) throw new BridgeError('forbidden');
    staff.touch();
  }

  /** The session is wiped first. */
  async function act(action: StaffAction): Promise<void> {
    if (sessions.current() !== undefined) await sessions.end('staff');
    if (action === 'restart') await shutdown.leave({ relaunch: 'staff' }, 'staff');
    else if (action === 'exit') await shutdown.leave({ exit: 0 }, 'staff');
    else if (action === 'sign-out') await enrollment.signOut('staff');
    else if (action === 'sync-now') {
      await intakes.sendNow();
      await heartbeat.report();
    } else {
      await persisted.set({ closed: action === 'close' });
      status.tell();
    }
  }

  return {
    async 'staff.unlock'({ pin }) {
      const unlocked = await staff.unlock(pin);
      if (unlocked === undefined) throw new BridgeError('forbidden');
      return unlocked;
    },
    'staff.leave': () => nothing(staff.leave()),
    async 'staff.health'() {
      staffOnly();
      const page = await status.healthPage();
      if (page === undefined) throw new BridgeError('not-enrolled');
      return page;
    },
    async 'staff.act'({ action }) {
      staffOnly();
      await act(action);
      return undefined;
    },
    async 'staff.enrol'({ code }) {
      const outcome = await enrollment.enroll(code);
      if (outcome === undefined) throw new BridgeError('forbidden');
      if (outcome === 'enrolled') void heartbeat.report();
      return { status: outcome };
    },
  };
}
