/**
 * The patient's account and records as screens see them. Types only: nothing here adds to a page's JavaScript, and what implements them is
 * loaded once somebody signs in, or has signed in before on this device.
 *
 *   signed-out --signIn--> signed-in --signOut--> signed-out
 *   signed-in --the server ends it--> ended --signIn, or dismiss--> …
 *   signed-in --30 days without contact--> locked --signIn--> signed-in
 *
 * Whether somebody is signed in is told by {@link Account.watch} alone, in every tab the same. Signing out and an ended session touch neither
 * drafts nor what waits to be sent.
 */

import type { Language } from '../../domain/languages.ts';
import type { ContactList, SessionList } from '../../protocol/api/accounts.ts';
import type { AppleLink, AppleName, AppleReturn } from '../../protocol/api/apple.ts';
import type { PaymentAnswer } from '../../protocol/api/orders.ts';
import type {
  Assertion,
  Attestation,
  PasskeyCreation,
  PasskeyList,
  PasskeyRequest,
} from '../../protocol/api/passkeys.ts';
import type { PhoneAnswer, PhoneProof } from '../../protocol/api/phone.ts';
import type { Unsubscribe } from '../base/ports.ts';
import type { RecordsView, RecordView } from '../records/record-view.ts';
import type { RequestFailure } from '../wire/session-requests.ts';

export type {
  AppleLink,
  AppleName,
  AppleReturn,
  Assertion,
  Attestation,
  ContactList,
  PasskeyCreation,
  PasskeyList,
  PasskeyRequest,
  PhoneAnswer,
  SessionList,
};

export type AccountState =
  | { readonly status: 'signed-out' }
  | {
      readonly status: 'signed-in';
      readonly person: string;
      /** As the patient typed it; on a shared device empty until the server has said it to this page. */
      readonly email: string;
      readonly hasPassword: boolean;
      /** Others use this device, too: records are in memory only, and of the newest 90 days. */
      readonly shared: boolean;
      /** When who is there was last proven, ISO 8601 by the server's clock. Older than `FRESH_PROOF_MINUTES`: changes ask for a proof again. */
      readonly provedAt: string;
      /** Seconds without a touch after which a screen is covered; on a shared device the screen then calls {@link Account.signOut}. */
      readonly idleSeconds: number;
    }
  /**
   * The server has ended it, and the records are gone from this device. `session`: sign in again. `closed`: the account was closed. `merged`: the
   * clinic has merged these records with others; signing in shows them. Stays until somebody signs in or {@link Account.dismiss}es it. No e-mail where the device is
   * shared.
   */
  | { readonly status: 'ended'; readonly why: 'session' | 'closed' | 'merged'; readonly email: string }
  /** For 30 days no contact with the server: the records are kept, and open by signing in. */
  | { readonly status: 'locked'; readonly email: string };

/** What any request may come to. */
export type AccountFailure = RequestFailure;

/** Of requests that need a session; the state is then `ended`, or has been `signed-out` all along. */
export type SessionFailure = AccountFailure | { readonly status: 'session-ended' };

export type RequestCodeResult = { readonly status: 'sent' } | AccountFailure;

export type SignInResult =
  | { readonly status: 'signed-in' }
  /** A wrong code, a wrong password, an unknown address: nobody is told which. */
  | { readonly status: 'wrong' }
  /** Too many wrong passwords: only a code helps now. */
  | { readonly status: 'code-needed' }
  /** Apple's person has no account here, and the address is known or not verified: sign in here, then {@link AppleSignIn.link}. */
  | { readonly status: 'exists' }
  /** It wasn't begun on this device, or is over. */
  | { readonly status: 'mismatch' }
  /** The passkey is another vendor's. */
  | { readonly status: 'elsewhere' }
  /** The device can't keep it: its storage fails. Nobody is signed in. */
  | { readonly status: 'storage' }
  | AccountFailure;

export type SetPasswordResult =
  | { readonly status: 'done' }
  /** Prove it again by {@link Account.signIn} with a code or the password, then repeat. */
  | { readonly status: 'proof-too-old' }
  /** Too common, or too easy to guess. */
  | { readonly status: 'weak' }
  | SessionFailure;

export type ContactResult =
  | { readonly status: 'done' }
  /** As for a password. */
  | { readonly status: 'proof-too-old' }
  /** Of a code that isn't right, or not any more. */
  | { readonly status: 'wrong' }
  /** No address that mail goes to. */
  | { readonly status: 'no-address' }
  /** Somebody has proven that address before. */
  | { readonly status: 'taken' }
  /** No other address has been there for long enough. */
  | { readonly status: 'needed' }
  | SessionFailure;

export type CloseAccountResult =
  /** The state is then `ended`, as closed. */
  { readonly status: 'done' } | { readonly status: 'proof-too-old' } | SessionFailure;

export interface Credentials {
  /** As typed. */
  readonly email: string;
  /** Of the letters that tell of it. */
  readonly language: Language;
  /** Six digits, or the password. */
  readonly by: { readonly code: string } | { readonly password: string };
  readonly shared: boolean;
}

export interface PhoneCredentials {
  /** In E.164. */
  readonly phone: string;
  /** Of texts to it from now on. */
  readonly language: Language;
  /** A text alone opens nothing: numbers are given to other people. `birthDate`: `YYYY-MM-DD`. */
  readonly by: { readonly text: { readonly code: string; readonly birthDate: string } };
  readonly shared: boolean;
}

export interface PasskeyCredentials {
  readonly language: Language;
  readonly by: { readonly passkey: Assertion };
  readonly shared: boolean;
  /** Only this person's: who is signed in proves it again. */
  readonly person?: string | undefined;
}

/** Of who comes back from Apple: whose device it is was said before. */
export interface AppleCredentials {
  readonly by: { readonly apple: string };
}

export interface AppleSignIn {
  /** False where the operator has no keys, and where nobody can be asked. */
  available(): Promise<boolean>;
  /** @returns where the person is sent. */
  begin(beginning: AppleBeginning): Promise<{ readonly status: 'ok'; readonly url: string } | AccountFailure>;
  /** What became of it, of who comes back: as often as it is asked for, until they are signed in by it or it is linked. */
  outcome(result: string): Promise<
    | { readonly status: 'ok'; readonly back: AppleReturn }
    /** As of {@link SignInResult}; `elsewhere`: it was begun at another vendor; `unavailable`: nobody signs in by Apple here. */
    | { readonly status: 'mismatch' | 'elsewhere' | 'unavailable' }
    | AccountFailure
  >;
  /** To who is signed in. */
  link(
    result: string,
  ): Promise<{ readonly status: 'done' } | { readonly status: 'refused' } | ProofTooOld | SessionFailure>;
  /** Of who is signed in. */
  linked(): Promise<
    { readonly status: 'ok'; readonly link: AppleLink } | { readonly status: 'unavailable' } | SessionFailure
  >;
  unlink(): Promise<{ readonly status: 'done' } | ProofTooOld | SessionFailure>;
}

export type PhoneResult =
  | { readonly status: 'done' }
  /** Of a code that isn't right, or not any more. */
  | { readonly status: 'wrong' }
  /** No mobile number, or of a country that the vendor sends no texts to. */
  | { readonly status: 'no-number' }
  | ProofTooOld
  | SessionFailure;

/** Where the vendor sends texts. Numbers are in E.164. */
export interface Phone {
  /** The answer is the same for a number that nobody has, which gets no text. */
  requestCode(
    phone: string,
    language: Language,
  ): Promise<RequestCodeResult | { readonly status: 'no-number' }>;
  /** Of who is signed in, as the others. */
  read(): Promise<{ readonly status: 'ok'; readonly answer: PhoneAnswer } | SessionFailure>;
  /** Sends a code to a number that is to be added. */
  requestProof(phone: string, language: Language): Promise<PhoneResult>;
  /** It takes the place of the number that was there. */
  prove(proof: PhoneProof): Promise<PhoneResult>;
  /** Whether it signs them in, or is for contact alone. */
  setSignsIn(signsIn: boolean): Promise<PhoneResult>;
  remove(): Promise<PhoneResult>;
}

export interface AppleBeginning {
  readonly language: Language;
  readonly shared: boolean;
  /** The path of the page that they are on. */
  readonly returnTo: string;
  /** Not to sign in by it, but to link it. */
  readonly links?: boolean;
}

/** Where a fresh proof is asked for: prove it again by {@link Account.signIn}, then repeat. */
export type ProofTooOld = { readonly status: 'proof-too-old' };

/** What the server knows of passkeys. The browser's part is the screens': it wants a press, and what it is asked with beforehand. */
export interface Passkeys {
  /** For signing in: counts once, for ten minutes. */
  request(): Promise<{ readonly status: 'ok'; readonly request: PasskeyRequest } | AccountFailure>;
  list(): Promise<{ readonly status: 'ok'; readonly list: PasskeyList } | SessionFailure>;
  /** For a new one: counts once, for ten minutes. */
  creation(): Promise<
    | { readonly status: 'ok'; readonly creation: PasskeyCreation }
    | { readonly status: 'too-many' }
    | ProofTooOld
    | SessionFailure
  >;
  add(
    attestation: Attestation,
  ): Promise<
    | { readonly status: 'ok'; readonly list: PasskeyList }
    | { readonly status: 'too-many' | 'refused' }
    | ProofTooOld
    | SessionFailure
  >;
  rename(id: string, name: string): Promise<{ readonly status: 'done' } | SessionFailure>;
  remove(id: string): Promise<{ readonly status: 'done' } | ProofTooOld | SessionFailure>;
  /** They won't be offered one again. */
  answerOffer(): Promise<void>;
}

/** What is asked online alone. */
export interface AccountChanges {
  /** What opens an order of the person's on this device, for 72 hours. `absent`: it isn't theirs, or there is none. */
  orderToken(
    order: string,
  ): Promise<
    { readonly status: 'ok'; readonly token: string } | { readonly status: 'absent' } | SessionFailure
  >;
  /** Pays an order of the person’s by the card that they have kept. `absent`: it isn’t theirs. `refused`: none is kept, or it can’t be paid so. */
  payByCard(
    order: string,
    total: number,
  ): Promise<
    | { readonly status: 'ok'; readonly answer: PaymentAnswer }
    | { readonly status: 'absent' }
    | { readonly status: 'refused'; readonly code: string }
    | SessionFailure
  >;
  /** The card that pays this order is kept for the next; or isn't, after all. */
  keepCard(order: string, keep: boolean): Promise<{ readonly status: 'done' } | SessionFailure>;
  removeCard(): Promise<{ readonly status: 'done' } | SessionFailure>;
  /** The addresses that sign the person in, the oldest first. */
  contacts(): Promise<{ readonly status: 'ok'; readonly contacts: ContactList['contacts'] } | SessionFailure>;
  /** Sends a code to an address that is to be added. */
  requestContactCode(email: string, language: Language): Promise<ContactResult>;
  addContact(contact: {
    readonly email: string;
    readonly language: Language;
    readonly code: string;
  }): Promise<ContactResult>;
  removeContact(email: string): Promise<ContactResult>;
  /** For good: nobody signs in to it any more. What waits to be sent is still sent. */
  close(): Promise<CloseAccountResult>;
}

/** Each verb loads what it needs; none rejects but where that can't be loaded (offline, and never loaded before). */
export interface Account {
  /** Undefined until it is known, which takes one look into the store. */
  state(): AccountState | undefined;
  /** Called once it is known, and after each change, from any tab. */
  watch(listener: (state: AccountState) => void): Unsubscribe;

  /** The answer is the same for an address that nobody has. */
  requestCode(email: string, language: Language): Promise<RequestCodeResult>;
  /** Also while signed in, as a fresh proof. Another person's records leave the device before this one's arrive. */
  signIn(
    credentials: Credentials | PhoneCredentials | PasskeyCredentials | AppleCredentials,
  ): Promise<SignInResult>;
  phone(): Promise<Phone>;
  passkeys(): Promise<Passkeys>;
  apple(): Promise<AppleSignIn>;
  /**
   * Resolves once key and records are gone from this device, with or without a network; the server is told when it can be. What waits to be sent is
   * still sent: a dialog counts it by `deliveries`. Rejects with a `StorageError` where the device's storage fails: the patient is then still signed in.
   */
  signOut(): Promise<void>;
  /** From `ended` to `signed-out`. */
  dismiss(): Promise<void>;
  /** Asks the server who is signed in, and for new records. */
  refresh(): Promise<void>;

  sessions(): Promise<{ readonly status: 'ok'; readonly sessions: SessionList['sessions'] } | SessionFailure>;
  /** @param id left out: every other device's. */
  endSessions(id?: string): Promise<{ readonly status: 'done' } | SessionFailure>;
  /** @param password null takes it away: from then on only codes. */
  setPassword(password: string | null): Promise<SetPasswordResult>;
  /** Loaded when it is asked for: no other page names what is in it. */
  changes(): Promise<AccountChanges>;
  /**
   * What this device has sent becomes the person's.
   * @param claim `birthDate` (`YYYY-MM-DD`) of the patient whom they are about; left out for the one receipt that the account was begun from.
   * @returns those that are the person's now.
   */
  claim(claim: { readonly operations: readonly string[]; readonly birthDate?: string }): Promise<
    | { readonly status: 'done'; readonly claimed: readonly string[] }
    /** The clinic hasn't read it yet: to be tried again. */
    | { readonly status: 'waiting' }
    | SessionFailure
  >;

  /** Called at once where something is known, and after each change: a pull, another tab, something queued. Nothing is told while signed out. */
  watchRecords(kind: string, listener: (view: RecordsView) => void): Unsubscribe;
}

export type { RecordsView, RecordView };
