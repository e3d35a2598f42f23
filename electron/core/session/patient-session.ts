/** The one patient who is here: their intakes, what they may still try, and how long nobody has moved. Forgotten as a whole. */
import type { DraftContent } from '../../../renderer/platform/contract/contract.ts';
import type {
  HandOffResult,
  PauseResult,
  ResumeResult,
} from '../../../renderer/platform/contract/kiosk-contract.ts';
import { draftContentSchema, MAX_DRAFT_BYTES } from '../../../renderer/platform/kiosk/bridge-contract.ts';
import { HAND_OFF_MINUTES, handOffSchema } from '../../../sync/protocol/api/hand-off.ts';
import type { ArrivalRequest } from '../../../sync/protocol/api/kiosk.ts';
import type { BlobAttachment } from '../../../sync/protocol/operations/payloads/attachment.ts';
import { handOffParts, newHandOffCode, sealHandOff } from '../../../sync/seal/hand-off.ts';
import { BridgeError } from '../../bridge/serve.ts';
import type { Arrivals } from '../../clinic/arrivals.ts';
import { type CheckIn, type CheckInQuestion, type Found, noTries } from '../../clinic/check-in.ts';
import type { ClinicServer } from '../../clinic/server.ts';
import type { PatientIntakes } from '../../intake/contract.ts';
import type { Idle } from './idle.ts';

/** Codes of paused intakes, in one session; the server counts its own. */
export const MAX_RESUMES = 5;

export interface Clinic {
  readonly vendor: string;
  /** Of the assignment: `https://care.example`. */
  readonly address: () => string;
  readonly server: Pick<ClinicServer, 'resume' | 'photo' | 'handOff'>;
  readonly checkIn: CheckIn;
  readonly arrivals: Arrivals;
  /** ms since 1970, by the server's clock where that is known. */
  readonly now: () => number;
  readonly newId: () => string;
}

export interface PatientSession {
  readonly intakes: PatientIntakes;
  readonly idle: Idle;
  /** Of the page that it belongs to. */
  readonly view: number;
  /** ms that only grow. */
  readonly begun: number;
  /**
   * Tells the desk which intake belongs to an arrival, so that it stays one arrival wherever the patient continues.
   * @throws BridgeError where it is no draft
   */
  save(content: unknown): Promise<void>;
  find(question: CheckInQuestion): Promise<Found>;
  arrive(arrival: {
    readonly appointment?: string | undefined;
    readonly session?: string | undefined;
  }): Promise<{ readonly told: boolean; readonly queueNumber?: string }>;
  pause(draftId: string): Promise<PauseResult>;
  resume(request: { readonly code: string; readonly birthDate: string }): Promise<ResumeResult>;
  handOff(draftId: string): Promise<HandOffResult>;
  /** Run when the session ends, whatever ends it. */
  readonly onEnd: Set<() => void>;
}

/** A draft as it comes over the bridge, or from the clinic: judged, and no larger than a draft can be. */
function isFormSnapshot(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  return (
    'v' in value &&
    value.v === 1 &&
    'canonical' in value &&
    typeof value.canonical === 'string' &&
    'nodes' in value
  );
}

function isDraft(value: unknown): value is DraftContent {
  const parsed = draftContentSchema.safeParse(value);
  return parsed.success && isFormSnapshot(parsed.data.form);
}

type ReadDraft =
  | { readonly ok: true; readonly draft: DraftContent }
  | { readonly ok: false; readonly why: 'too-large' | 'malformed' };

/** JSON leaves out what is there and undefined, which the platform's types don't have. */
function readDraft(content: unknown): ReadDraft {
  const json = JSON.stringify(content) ?? '';
  if (Buffer.byteLength(json) > MAX_DRAFT_BYTES) return { ok: false, why: 'too-large' };
  const draft: unknown = json === '' ? undefined : JSON.parse(json);
  return isDraft(draft) ? { ok: true, draft } : { ok: false, why: 'malformed' };
}

export function createPatientSession(options: {
  readonly clinic: Clinic;
  readonly intakes: PatientIntakes;
  readonly idle: Idle;
  readonly view: number;
  readonly begun: number;
  readonly language: string;
}): PatientSession {
  const { clinic, intakes, idle, view, begun, language } = options;
  const tries = noTries();
  let resumes = 0;
  /** Somebody arrives once, however often it is told: at check-in, with the form that they begin, and with their answers at the end. */
  let arrived: ArrivalRequest | undefined;
  let told = false;
  /** Of the intake that they were at last. */
  let intake: string | undefined;

  function arrivalWith(more: Partial<Pick<ArrivalRequest, 'appointment' | 'session'>>): ArrivalRequest {
    arrived = {
      ...(arrived ?? { id: clinic.newId(), language, at: new Date(clinic.now()).toISOString() }),
      ...(intake === undefined ? {} : { session: intake }),
      ...more,
    };
    return arrived;
  }

  async function tell(arrival: ArrivalRequest) {
    const answer = await clinic.arrivals.arrive(arrival);
    told ||= answer.told;
    return answer;
  }

  async function draftOf(draftId: string): Promise<DraftContent> {
    const opened = await intakes.drafts.open(draftId);
    if (opened.status !== 'open') throw new BridgeError(opened.status);
    return opened.content;
  }

  /**
   * One that can't be had any more keeps nobody from going on: where the answers still name it when they are handed in, the screen says that it is gone
   * and asks for it again (`blob-missing`).
   */
  async function bringBack({ draftId, subjectId }: DraftContent, attachment: BlobAttachment): Promise<void> {
    const photo = await clinic.server.photo(attachment.sha256);
    if (photo.status !== 'ok') return;
    await intakes.blobs.adopt({ ...attachment, draftId, subjectId, sealed: photo.value }).catch(() => false);
  }

  return {
    intakes,
    idle,
    view,
    begun,
    onEnd: new Set(),
    find: (question) => clinic.checkIn.find(question, tries),
    arrive: ({ appointment, session }) =>
      tell(
        arrivalWith({
          ...(appointment === undefined ? {} : { appointment }),
          ...(session === undefined ? {} : { session }),
        }),
      ),
    async save(content) {
      const read = readDraft(content);
      if (!read.ok) throw new BridgeError(read.why);
      const { draft } = read;
      if (draft.session !== intake) {
        intake = draft.session;
        // Before the answers: whatever brings them back after a crash finds the arrival that they belong to.
        if (arrived !== undefined) await clinic.arrivals.note(arrivalWith({}));
      }
      await intakes.drafts.save(draft);
    },
    pause: (draftId) => intakes.pause(draftId, 'patient'),
    async resume({ code, birthDate }) {
      resumes += 1;
      if (resumes > MAX_RESUMES) return { status: 'not-found' };
      const reply = await clinic.server.resume({ code, birthDate });
      if (reply.status === 'offline') {
        // Nobody has learned anything.
        resumes -= 1;
        return { status: 'offline' };
      }
      if (reply.status !== 'ok') return { status: 'not-found' };
      const read = readDraft(reply.value.content);
      // Of another version, or of nobody: the clinic has it all the same.
      if (!read.ok) return { status: 'not-found' };
      await intakes.adopt(read.draft);
      intake = read.draft.session;
      for (const attachment of reply.value.attachments ?? []) await bringBack(read.draft, attachment);
      return { status: 'resumed', draftId: read.draft.draftId };
    },
    async handOff(draftId) {
      const content = await draftOf(draftId);
      const definition = await intakes.drafts.definition(content.questionnaire.formHash);
      // A patient who continues elsewhere sees no other screen of this visit: tell the desk now, or the patient has to.
      const toldDesk = told || (await tell(arrivalWith({}))).told;
      const code = newHandOffCode();
      const parts = await handOffParts(clinic.vendor, code);
      const whole = await sealHandOff(parts, {
        content,
        toldDesk,
        ...(definition === undefined ? {} : { definition }),
      });
      // The phone can ask for the form; for the answers it can ask nobody.
      const fits = handOffSchema.safeParse(whole).success;
      const sealed = fits ? whole : await sealHandOff(parts, { content, toldDesk });
      const reply = await clinic.server.handOff(parts.id, sealed);
      if (reply.status !== 'ok') return { status: 'offline' };
      return {
        status: 'ready',
        url: `${clinic.address()}/connect/${clinic.vendor}/continue#${code}`,
        code,
        expiresAt: new Date(clinic.now() + HAND_OFF_MINUTES * 60_000).toISOString(),
        toldDesk,
      };
    },
  };
}
