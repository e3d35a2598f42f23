import type { Platform, Unsubscribe } from './contract.ts';

/** What a kiosk asks of the shell around it. A patient's browser has none of this. */
export interface KioskPlatform extends Platform {
  readonly kiosk: Kiosk;
}

export type KioskPhase =
  /** Nobody is here: the attract screen. */
  | 'attract'
  | 'in-session'
  /** Enrolled, and not taking anybody: outside of hours is `closed` by `reason`, see {@link KioskStatus}. */
  | 'closed'
  /** Not enrolled yet, or no longer: staff types a code. */
  | 'not-enrolled';

export interface KioskStatus {
  readonly phase: KioskPhase;
  /** Why it is closed. `no-key`: there is no valid key of the clinic's to seal to, so nobody may begin. */
  readonly reason?: 'hours' | 'staff' | 'revoked' | 'no-key' | 'update' | 'wipe-failed';
  /** Of `hours` alone: the instant at which the clinic opens next, ISO 8601. */
  readonly opensAt?: string;
  /** BCP 47, in the order of the attract screen. */
  readonly languages: readonly string[];
  readonly online: boolean;
  /** Whether birth date and name, or a code, can be looked up now; otherwise everyone is a walk-in. */
  readonly checkIn: boolean;
  readonly speech: boolean;
  readonly printer: boolean;
  /** Whether an intake can be handed over to a phone now: it needs the server. */
  readonly handOff: boolean;
  /** The clinic's wall clock and zone give hours and "10:40"; ISO 8601 with offset. */
  readonly now: string;
}

/** Seconds that are left until this session is wiped; `held` while a crisis alert isn't sealed and queued. */
export interface IdleWarning {
  readonly secondsLeft: number;
  readonly extensionsLeft: number;
  readonly held: boolean;
}

export type CheckInQuery =
  /** `birthDate` is `YYYY-MM-DD`. */
  { readonly birthDate: string; readonly name: string } | { readonly code: string };
export type CheckInAnswer =
  /** `time` is local, `10:40`; `due` are slugs of forms. Never a name, a clinic or a kind of visit. */
  | {
      readonly status: 'matched';
      readonly appointment: string;
      readonly time: string;
      readonly due: readonly string[];
    }
  /** Nobody, or more than one: the same answer, and the way to the desk. */
  | { readonly status: 'unmatched' }
  /** The code is one of a paused intake: it goes on by {@link Kiosk.resume}. */
  | { readonly status: 'paused' };

export interface ArrivalResult {
  /** False: the desk couldn't be told, and the screen says "Please tell the desk". */
  readonly told: boolean;
  readonly queueNumber?: string;
}

/** `shown`: on the desk's screen. `answered`: a person has pressed that they come. `not-told`: the desk can't be reached. */
export type HelpState = 'none' | 'asking' | 'shown' | 'answered' | 'not-told';

export type ResumeResult =
  | { readonly status: 'resumed'; readonly draftId: string }
  /** A wrong code, a wrong birth date, one that was used: all the same. */
  | { readonly status: 'not-found' | 'offline' };

export type PauseResult = {
  /** The human code to resume with. */
  readonly code: string;
  /** Whether the clinic has it already: only then it can be resumed anywhere. */
  readonly sent: boolean;
};

export type HandOffResult =
  | {
      readonly status: 'ready';
      /** With the token in its fragment. */
      readonly url: string;
      /** To be typed where no camera is: `4K7Q2-MX9TD`. */
      readonly code: string;
      readonly expiresAt: string;
      /** Whether the desk knows that the patient is here. */
      readonly toldDesk: boolean;
    }
  | { readonly status: 'offline' };

export type SessionEndReason = 'done' | 'patient' | 'idle' | 'staff';

/** Lines of a receipt: nothing that names a person or what they came for. */
export interface KioskReceipt {
  readonly title: string;
  readonly lines: readonly string[];
  readonly language: string;
}

export interface KioskHealthPage {
  /** Label keys and values for the staff's health page: see `kiosk` messages. Figures and closed words only. */
  readonly version: string;
  readonly host: 'electron' | 'chromium';
  readonly name: string;
  readonly configVersion: number;
  readonly configRefused?: string;
  readonly queued: number;
  readonly lastSync?: string;
  readonly online: boolean;
  readonly keyValidUntil?: string;
  readonly checkInVersion?: string;
  readonly printer: 'ready' | 'absent' | 'failing';
  readonly speech: 'ready' | 'absent';
  readonly memoryMegabytes: number;
  readonly freeDiskMegabytes?: number;
  readonly uptimeSeconds: number;
  readonly viewFailures: number;
  readonly lastWipe?: { readonly complete: boolean; readonly at: string };
  readonly lastUpdate: 'none' | 'installed' | 'taken-back';
}

export type StaffUnlock =
  | { readonly status: 'open' }
  | { readonly status: 'wrong'; readonly triesLeft: number }
  | { readonly status: 'locked'; readonly until: string };

/** What staff may do once the PIN was right; each ends the patient's session first where there is one. */
export type StaffAction = 'restart' | 'exit' | 'close' | 'open' | 'sync-now' | 'sign-out';

export type EnrolResult =
  | { readonly status: 'enrolled' }
  | { readonly status: 'refused' | 'offline' | 'wrong-vendor' };

export interface Kiosk {
  status(): KioskStatus;
  watchStatus(listener: (status: KioskStatus) => void): Unsubscribe;
  /** Somebody has touched the screen. False where nobody may begin now. Texts are in `language` from here on. */
  begin(language: string): Promise<boolean>;
  /**
   * Ends the session: everything of it goes, and this page with it. Unfinished work is sealed to the clinic, except where the patient asked to
   * start over (`patient`): then it is deleted. Resolves when it can't be undone; the page dies soon after.
   */
  end(by: SessionEndReason): Promise<void>;
  /** A key, a touch, a switch, speech. Cheap: may be called for each. */
  active(): void;
  watchIdle(listener: (warning: IdleWarning | undefined) => void): Unsubscribe;
  /** "I need more time". */
  extend(): void;
  checkIn(query: CheckInQuery): Promise<CheckInAnswer>;
  /** @param appointment of a match; absent for a walk-in. */
  arrive(arrival: { readonly appointment?: string; readonly session?: string }): Promise<ArrivalResult>;
  callForHelp(reason: 'help' | 'crisis'): void;
  help(): HelpState;
  watchHelp(listener: (state: HelpState) => void): Unsubscribe;
  /** Seals the unfinished intake to the clinic and gives a code; the session then ends by {@link Kiosk.end} `done`. */
  pause(draftId: string): Promise<PauseResult>;
  resume(request: { readonly code: string; readonly birthDate: string }): Promise<ResumeResult>;
  handOff(draftId: string): Promise<HandOffResult>;
  /** Speaks with the machine's own voice, and never with one of the network. Replaces what is being said. @param rate 0.5 to 2 */
  speak(utterance: {
    readonly text: string;
    readonly language: string;
    readonly rate: number;
    readonly volume: number;
  }): void;
  stopSpeaking(): void;
  watchSpeech(listener: (speaking: boolean) => void): Unsubscribe;
  /** False where nothing was printed. */
  print(receipt: KioskReceipt): Promise<boolean>;
  readonly staff: {
    unlock(pin: string): Promise<StaffUnlock>;
    /** Closed again two minutes after the last press, and by this. */
    leave(): void;
    /** Rejects with `forbidden` while it isn't unlocked; so does {@link act}. */
    health(): Promise<KioskHealthPage>;
    act(action: StaffAction): Promise<void>;
    enrol(code: string): Promise<EnrolResult>;
  };
  /** Hardware that was noticed: a headphone was plugged in, a key of a tactile keypad pressed. */
  watchHardware(listener: (event: 'headphones-in' | 'headphones-out') => void): Unsubscribe;
}
