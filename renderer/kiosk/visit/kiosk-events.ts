/** What the kiosk's flow knows, what it is told, and what it asks of the platform. */
import type {
  ArrivalResult,
  CheckInAnswer,
  CheckInQuery,
  EnrolResult,
  HandOffResult,
  KioskStatus,
  PauseResult,
  SessionEndReason,
  StaffUnlock,
} from '../../platform/contract/kiosk-contract.ts';

/** A form to fill in: a new one, or one that goes on with a draft that was paused. */
export interface FormToRun {
  readonly slug: string;
  readonly draftId?: string;
}

export interface KioskContext {
  readonly status: KioskStatus;
  /** BCP 47; what was pressed on the attract screen. */
  readonly language: string;
  /** `YYYY-MM-DD`; empty until it is typed. */
  readonly birthDate: string;
  /** As it was typed; empty until then. */
  readonly name: string;
  readonly code: string;
  /** The code is one of a paused intake: the birth date that is asked for opens it. */
  readonly resuming: boolean;
  readonly appointment: { readonly id: string; readonly time: string } | null;
  /** What is still to be filled in, the one on the screen first. */
  readonly forms: readonly FormToRun[];
  /** Forms that were sent in this visit. */
  readonly sent: number;
  /** Of the run on the screen. */
  readonly draftId: string | null;
  /** Of the intake that was sent last. */
  readonly session: string | null;
  readonly trouble: Trouble | null;
  readonly arrival: ArrivalResult | null;
  readonly paused: PauseResult | null;
  readonly handOff: HandOffResult | null;
  readonly endsBy: SessionEndReason;
  readonly unlock: StaffUnlock | null;
  readonly enrol: EnrolResult['status'] | null;
}

/** Why somebody is shown to the desk. `unmatched`: nobody, or more than one. `code`: nothing is kept under it. */
export type Trouble = 'unmatched' | 'code' | 'offline';

export type KioskEvent =
  /** The shell's news. */
  | { readonly type: 'STATUS'; readonly status: KioskStatus }
  | { readonly type: 'BEGIN'; readonly language: string }
  | { readonly type: 'BIRTH_DATE_GIVEN'; readonly birthDate: string }
  | { readonly type: 'NAME_GIVEN'; readonly name: string }
  | { readonly type: 'CODE_GIVEN'; readonly code: string }
  | { readonly type: 'HAVE_CODE' }
  | { readonly type: 'NO_APPOINTMENT' }
  | { readonly type: 'BACK' }
  /** The person says that the match is theirs. */
  | { readonly type: 'CONFIRMED' }
  | { readonly type: 'NOT_ME' }
  /** Checked in, and about to fill in a form: only the machine says so. */
  | { readonly type: 'HERE' }
  | { readonly type: 'TRY_AGAIN' }
  /** A walk-in's reason: a form of the vendor's. */
  | { readonly type: 'FORM_CHOSEN'; readonly slug: string }
  | { readonly type: 'DESK_ONLY' }
  | { readonly type: 'NEXT_FORM' }
  /** The run has a draft now, which can be paused or taken along. */
  | { readonly type: 'RUN_HAS_DRAFT'; readonly draftId: string | null }
  /** Sealed and in the outbox. */
  | { readonly type: 'RUN_SENT'; readonly session: string | null }
  /** Back from its first page, stopped by a rule, or it couldn't be opened: nothing was sent, and a draft of it stays. */
  | { readonly type: 'RUN_LEFT' }
  | { readonly type: 'ASK_PAUSE' }
  | { readonly type: 'PAUSE' }
  /** It is sealed and has a code: only the machine says so. */
  | { readonly type: 'PAUSED' }
  | { readonly type: 'TAKE_ALONG' }
  /** The phone has it. */
  | { readonly type: 'TAKEN_ALONG' }
  /** Asked and confirmed in the frame. */
  | { readonly type: 'START_OVER' }
  /** Closes what is over the visit. */
  | { readonly type: 'GO_ON' }
  | { readonly type: 'FINISH' }
  | { readonly type: 'STAFF' }
  | { readonly type: 'STAFF_PIN'; readonly pin: string }
  | { readonly type: 'STAFF_CODE'; readonly code: string }
  | { readonly type: 'STAFF_LEAVE' };

export interface ResumedRun {
  readonly status: 'resumed';
  readonly form: FormToRun;
}

/** The platform, as far as the flow needs it. Each may reject. */
export interface KioskActors {
  begin(language: string): Promise<boolean>;
  checkIn(query: CheckInQuery): Promise<CheckInAnswer>;
  resume(request: {
    readonly code: string;
    readonly birthDate: string;
  }): Promise<ResumedRun | { readonly status: 'not-found' | 'offline' }>;
  arrive(arrival: { readonly appointment?: string; readonly session?: string }): Promise<ArrivalResult>;
  pause(draftId: string): Promise<PauseResult>;
  handOff(draftId: string): Promise<HandOffResult>;
  end(by: SessionEndReason): Promise<void>;
  unlock(pin: string): Promise<StaffUnlock>;
  leaveStaff(): void;
  enrol(code: string): Promise<EnrolResult>;
  /** Whether the vendor offers a form now. */
  isOffered(slug: string): boolean;
}

/** A context in which nothing of anybody is. */
export const cleared = (status: KioskStatus): KioskContext => ({
  status,
  language: '',
  birthDate: '',
  name: '',
  code: '',
  resuming: false,
  appointment: null,
  forms: [],
  sent: 0,
  draftId: null,
  session: null,
  trouble: null,
  arrival: null,
  paused: null,
  handOff: null,
  endsBy: 'done',
  unlock: null,
  enrol: null,
});
