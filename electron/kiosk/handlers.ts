/** What each call of the bridge comes to, for the page that makes it. Whether that page may call at all is judged before: see `kiosk.ts`. */
import type {
  Connection,
  Delivery,
  DraftContent,
  StorageReport,
} from '../../renderer/platform/contract/contract.ts';
import type {
  KioskHealthPage,
  KioskStatus,
  StaffAction,
} from '../../renderer/platform/contract/kiosk-contract.ts';
import type { KioskBridge } from '../../renderer/platform/kiosk/bridge-contract.ts';
import type { SafetyAlert } from '../../sync/protocol/operations/safety-alert.ts';
import { BridgeError, type Handlers } from '../bridge/serve.ts';
import type { EnrolOutcome } from '../clinic/enrolment.ts';
import type { Help } from '../clinic/help.ts';
import type { SessionEnd } from '../session/wipe.ts';
import { readDraft } from './draft.ts';
import type { PatientSession } from './patient-session.ts';
import type { Unlocked } from './staff-desk.ts';
import type { Utterance, Voice } from './voice.ts';

/** What the handlers ask of the kiosk, for one page. */
export interface PageDesk {
  readonly report: () => StorageReport;
  readonly status: () => KioskStatus;
  readonly connection: () => Connection;
  readonly session: () => PatientSession | undefined;
  readonly begin: (language: string) => Promise<boolean>;
  /** Begins the end, and doesn't wait for it: the page is gone by then. */
  readonly end: (by: Extract<SessionEnd, 'done' | 'patient' | 'idle' | 'staff'>) => void;
  readonly active: () => void;
  /** "I need more time". */
  readonly extend: () => void;
  readonly help: Help;
  readonly sealed: (payload: unknown) => Promise<void>;
  readonly sendNow: () => Promise<void>;
  readonly voice: Voice;
  readonly print: (receipt: {
    readonly title: string;
    readonly lines: readonly string[];
    readonly language: string;
  }) => Promise<boolean>;
  readonly staff: {
    readonly unlock: (pin: string) => Promise<Unlocked | undefined>;
    readonly isOpen: () => boolean;
    readonly touch: () => void;
    readonly leave: () => void;
    /** undefined where it isn't enrolled. */
    readonly health: () => Promise<KioskHealthPage | undefined>;
    readonly act: (action: StaffAction) => Promise<void>;
    /** undefined where the PIN has to come first. */
    readonly enrol: (code: string) => Promise<EnrolOutcome | undefined>;
  };
  readonly painted: () => void;
  readonly alive: () => void;
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

export function createHandlers(desk: PageDesk): Handlers<KioskBridge> {
  /** @throws BridgeError where nobody is here: between two patients nothing can be read or written */
  function session(): PatientSession {
    const here = desk.session();
    if (here === undefined) throw new BridgeError('no-session');
    return here;
  }
  const intakes = () => session().intakes;

  function staffOnly(): void {
    if (!desk.staff.isOpen()) throw new BridgeError('forbidden');
    desk.staff.touch();
  }

  async function sealed(delivery: Promise<Delivery>, payload: unknown) {
    const given = await delivery;
    await desk.sealed(payload);
    return { ...given };
  }

  return {
    start: () => ({
      report: { ...desk.report() },
      status: toStatus(desk.status()),
      connection: desk.connection(),
    }),
    'drafts.list': async () => [...(await intakes().drafts.list())],
    async 'drafts.open'({ draftId }) {
      const opened = await intakes().drafts.open(draftId);
      return opened.status === 'open' ? { status: 'open', content: toDraft(opened.content) } : opened;
    },
    async 'drafts.save'(content) {
      const read = readDraft(content);
      if (!read.ok) throw new BridgeError(read.why);
      await session().save(read.draft);
      return undefined;
    },
    async 'drafts.discard'({ draftId }) {
      await intakes().drafts.discard(draftId);
      return undefined;
    },
    async 'drafts.keep-definition'({ formHash, definition }) {
      await intakes().drafts.keepDefinition(formHash, definition);
      return undefined;
    },
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
    async 'blobs.drop'({ sha256 }) {
      await intakes().blobs.drop(sha256);
      return undefined;
    },
    'deliveries.submit': ({ draftId, payload }) => sealed(intakes().submit(draftId, payload), payload),
    'deliveries.alert': ({ payload }: { payload: SafetyAlert }) => sealed(intakes().alert(payload), payload),
    'deliveries.list': async () => (await intakes().list()).map((delivery) => ({ ...delivery })),
    async 'deliveries.send-now'() {
      session();
      await desk.sendNow();
      return undefined;
    },

    'session.begin': ({ language }) => desk.begin(language),
    'session.end'({ by }) {
      session();
      desk.end(by);
      return undefined;
    },
    'session.active'() {
      desk.active();
      return undefined;
    },
    'session.extend'() {
      desk.extend();
      return undefined;
    },
    'check-in.find': (question) => session().find(question),
    'check-in.arrive': (arrival) => session().arrive(arrival),
    'help.call'({ reason }) {
      desk.help.call(reason);
      return undefined;
    },
    'intake.pause': ({ draftId }) => session().pause(draftId),
    'intake.resume': (request) => session().resume(request),
    'intake.hand-off': ({ draftId }) => session().handOff(draftId),
    'speech.say'(utterance: Utterance) {
      desk.voice.say(utterance);
      return undefined;
    },
    'speech.stop'() {
      desk.voice.stop();
      return undefined;
    },
    'print.receipt': (receipt) => desk.print(receipt),

    async 'staff.unlock'({ pin }) {
      const unlocked = await desk.staff.unlock(pin);
      if (unlocked === undefined) throw new BridgeError('forbidden');
      return unlocked;
    },
    'staff.leave'() {
      desk.staff.leave();
      return undefined;
    },
    async 'staff.health'() {
      staffOnly();
      const page = await desk.staff.health();
      if (page === undefined) throw new BridgeError('not-enrolled');
      return page;
    },
    async 'staff.act'({ action }) {
      staffOnly();
      await desk.staff.act(action);
      return undefined;
    },
    async 'staff.enrol'({ code }) {
      const outcome = await desk.staff.enrol(code);
      if (outcome === undefined) throw new BridgeError('forbidden');
      return { status: outcome };
    },

    'watchdog.painted'() {
      desk.painted();
      return undefined;
    },
    'watchdog.alive'() {
      desk.alive();
      return undefined;
    },
  };
}
