/** What the accounts provide for features that keep what patients send: whose an operation is, and what to do when that changes. */
import type { FastifyRequest } from 'fastify';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { serviceNamed } from '../../core/feature.ts';
import type { Publish } from '../../core/records/publishing.ts';
import type { Letters } from '../../providers/mail/letters/account-letters.ts';
import type { AccountLimits } from './account-limits.ts';
import type { AccountTrail } from './account-trail.ts';
import type { Codes } from './codes.ts';
import type { Enter } from './enter.ts';
import type { People } from './people.ts';
import type { Phones } from './phones.ts';
import type { SessionAnswers } from './session-answers.ts';
import type { BrowserSession, PatientSessions } from './sessions/sessions.ts';
import type { IdentityKind } from './tables.ts';

export interface SentOperation {
  readonly vendor: string;
  readonly opId: string;
  /** The thumbprint of the device's key. */
  readonly device: string;
}

/** What a feature knows of operations that a device claims. */
export interface ClaimedItem {
  readonly opId: string;
  readonly device: string;
  /** ISO 8601; null where what arrived can't be read, undefined where nobody was asked for one. */
  readonly birthDate: string | null | undefined;
  readonly receivedAt: Date;
}

/** What has just become a person's. */
export interface Claim {
  readonly vendor: string;
  readonly person: string;
  readonly opIds: readonly string[];
}

/** One feature that keeps patients' operations. */
export interface Claimable {
  /** Those of these operations that it keeps. */
  find(transaction: Transaction, vendor: string, opIds: readonly string[]): Promise<readonly ClaimedItem[]>;
  /** Publishes the records of operations that have just become this person's. */
  publish(transaction: Transaction, publish: Publish, claim: Claim): Promise<void>;
}

/** Told within the transaction in which a claim has proven it. */
export type BirthDateReader = (
  transaction: Transaction,
  publish: Publish,
  proven: { readonly vendor: string; readonly person: string; readonly birthDate: string },
) => Promise<void>;
/** Of two persons who turned out to be one. */
export interface Merge {
  readonly vendor: string;
  readonly kept: string;
  /** Null for a guest, who has no records: what they sent becomes the kept person's. */
  readonly merged: string | null;
  readonly at: Date;
}

/** What came to the kept person between a merge and its undoing: nobody knows whose it is. */
export interface Arisen {
  readonly what: 'form' | 'health' | 'profile' | 'order';
  readonly id: string;
  readonly at: Date;
}

/** One feature that keeps rows of persons. Called in the merge's transaction, after the persons are locked and operations have moved. */
export interface PersonPart {
  /** In the journal: never changes. */
  readonly name: string;
  /** Moves all of it to the kept person, publishes it there, and tombstones of it to the merged one. @returns JSON of each row, for `moveBack`. */
  move(
    transaction: Transaction,
    publish: Publish,
    merge: Merge,
    opIds: readonly string[],
  ): Promise<readonly string[]>;
  /** What was changed since stays with the kept person; the merged one has again what they had. @param rows as `move` has returned them. */
  moveBack(
    transaction: Transaction,
    publish: Publish,
    merge: Merge,
    moved: { readonly rows: readonly string[]; readonly opIds: readonly string[] },
  ): Promise<void>;
  arisen(sql: Sql, merge: Merge & { readonly until: Date }): Promise<readonly Arisen[]>;
}

/** The persons themselves: what they sign in with, and whose operations are. */
export interface PersonMerging {
  /**
   * Ends the codes of the merged one, and locks both in the order of their ids, so that of two merges at once the second sees the first.
   * @returns whether both are there, open and not merged.
   */
  lock(transaction: Transaction, merge: Pick<Merge, 'vendor' | 'kept' | 'merged'>): Promise<boolean>;
  /** @param opIds of a guest. @returns which operations have become the kept person's, and JSON of each row. */
  move(
    transaction: Transaction,
    merge: Merge,
    opIds: readonly string[],
  ): Promise<{ readonly opIds: readonly string[]; readonly rows: readonly string[] }>;
  /**
   * What the kept one signs in by since the merge is gone: who added it nobody knows, and it may have been the other one. They are told.
   * @param rows of this merge. @param others of all merges into the kept person that stay: what came by them stays, too.
   * @returns which operations are the merged person's again, or nobody's.
   */
  moveBack(
    transaction: Transaction,
    merge: Merge,
    rows: readonly string[],
    others: readonly string[],
  ): Promise<readonly string[]>;
}

export interface Patients {
  /** Persons by opId, for operations whose person is known; a batch in one question. */
  personsOf(
    transaction: Transaction,
    vendor: string,
    opIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * For newly judged operations: those from a device that is bound to a person, about that person (the birth dates agree), become theirs.
   * @returns persons by opId.
   */
  take(
    transaction: Transaction,
    sent: readonly (SentOperation & { readonly birthDate: string | null })[],
  ): Promise<ReadonlyMap<string, string>>;
  addClaimable(claimable: Claimable): void;
  addBirthDateReader(reader: BirthDateReader): void;
  addPart(part: PersonPart): void;
  /** In the order in which they were added. */
  readonly parts: readonly PersonPart[];
  readonly merging: PersonMerging;
  /** Told within the transaction in which operations have become a person's by a claim, once all of them are. */
  onClaimed(follow: (transaction: Transaction, claim: Claim, publish: Publish) => Promise<void>): void;
}

export const patients = serviceNamed<Patients>('patients');

/** An account that is being closed. */
export interface ClosedAccount {
  readonly vendor: string;
  /** Who closes it, and whoever was merged into them. */
  readonly persons: readonly string[];
  /** What they were known by until now. */
  readonly identities: readonly { readonly kind: IdentityKind; readonly subject: string }[];
}

/**
 * Removes what one feature keeps of how they sign in, in the transaction that closes their account.
 * @returns what is to be done once that is committed, where something is. Nobody waits for it.
 */
export type ClosingPart = (
  transaction: Transaction,
  closed: ClosedAccount,
  publish: Publish,
) => Promise<(() => void) | undefined>;

/** For features that change what somebody signs in by. */
export interface AccountDesk {
  /** The session of a request, and how one is answered. */
  readonly answers: SessionAnswers;
  /** What every way of signing in ends in. */
  readonly enter: Enter;
  readonly phones: Phones;
  readonly people: People;
  readonly codes: Codes;
  readonly sessions: PatientSessions;
  readonly letters: Letters;
  readonly limits: AccountLimits;
  readonly trail: AccountTrail;
  onClosing(part: ClosingPart): void;
  /** The session of the browser that asks, by its cookie alone: enough to tell it from another one, and no proof of who is there. */
  browserOf(request: FastifyRequest, vendor: string): Promise<BrowserSession | undefined>;
}

export const accountDesk = serviceNamed<AccountDesk>('account desk');
