/** What a clinician decides, while it can still be undone, and what becomes of it then. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ASKED_DAYS } from '../../../domain/care/consultation.ts';
import { type Decide, decideSchema } from '../../../protocol/api/consultations.ts';
import type { Transaction } from '../../base/database/database.ts';
import type { Clinician, Consultation } from './consultation-store.ts';
import { step } from './consultation-store.ts';

const DAY_MS = 86_400_000;

/** Undefined for what this server doesn't know any more. */
export const readDraft = (draft: string | null): Decide | undefined =>
  draft === null ? undefined : decideSchema.safeParse(JSON.parse(draft)).data;

/** With when it was decided: what comes while it can be undone, nobody has seen. */
export const draftOf = (decide: Decide, at: Date): string =>
  JSON.stringify({ ...decide, decidedAt: at.toISOString() });

export function decidedAtOf(draft: string | null): Date | undefined {
  const { decidedAt } = datedSchema.parse(JSON.parse(draft ?? '{}'));
  return decidedAt === undefined ? undefined : new Date(decidedAt);
}
const datedSchema = z.object({ decidedAt: z.optional(z.iso.datetime()) });

const textOf = (decide: Decide): string =>
  decide.does === 'live' || decide.does === 'approve' ? '' : decide.text;

/** @returns the steps done, and whether the clinic waits for the patient now. @throws ProblemError `NOT_NOW`. */
export async function carryOut(
  transaction: Transaction,
  before: Consultation,
  decide: Decide,
  { actor, at }: { readonly actor: Clinician; readonly at: Date },
): Promise<{ readonly after: Consultation; readonly waits: boolean }> {
  const line = { by: 'staff', actor } as const;
  // Who decides has it.
  const own =
    before.state === 'waiting' && decide.does !== 'withdraw'
      ? await step(transaction, before, { ...line, does: 'claim', changes: { clinician: actor } }, at)
      : { ...before, clinician: before.clinician ?? actor };
  const text = textOf(decide);
  switch (decide.does) {
    case 'ask': {
      const until = new Date(at.getTime() + ASKED_DAYS * DAY_MS).toISOString();
      const asked = { id: randomUUID(), text, at: at.toISOString(), until };
      return {
        after: await step(
          transaction,
          own,
          { ...line, does: 'ask', about: asked.id, text, changes: { asked, clinician: actor } },
          at,
        ),
        waits: true,
      };
    }
    case 'live':
      return {
        after: await step(
          transaction,
          own,
          { ...line, does: 'require-live', changes: { clinician: actor } },
          at,
        ),
        waits: true,
      };
    case 'approve': {
      const { prescription } = decide;
      const approved = await step(
        transaction,
        own,
        { ...line, does: 'approve', changes: { clinician: actor } },
        at,
      );
      return {
        after: await step(
          transaction,
          approved,
          { ...line, does: 'prescribe', text: prescription.medicine, changes: { prescription } },
          at,
        ),
        waits: false,
      };
    }
    case 'decline': {
      const { reason, alternatives } = decide;
      const decision = { reason, text, alternatives };
      return {
        after: await step(
          transaction,
          own,
          { ...line, does: 'decline', about: reason, text, changes: { decision, clinician: actor } },
          at,
        ),
        waits: false,
      };
    }
    case 'refer': {
      const { where, alternatives } = decide;
      const decision = { where, text, alternatives };
      return {
        after: await step(
          transaction,
          own,
          { ...line, does: 'refer', about: where, text, changes: { decision, clinician: actor } },
          at,
        ),
        waits: false,
      };
    }
    case 'withdraw':
      return { after: await step(transaction, own, { ...line, does: 'withdraw', text }, at), waits: false };
  }
}
