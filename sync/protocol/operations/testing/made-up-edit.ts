/** A kind that no feature owns, by which a person changes records of theirs: as an edit of a health profile does. To be lent by {@link lendMadeUpEdit}. */
import { z } from 'zod/mini';
import { defineOperation, type RecordOverlay, type Submission } from '../operation.ts';
import { lendOperation } from '../registry.ts';

/** Kinds of records. */
export const MADE_UP_ENTRY = 'made-up.entry';
export const MADE_UP_CONFLICT = 'made-up.conflict';

export const madeUpEdit = z.object({
  session: z.uuid(),
  vendor: z.string(),
  /** Whose records it is meant for. */
  person: z.uuid(),
  entry: z.string(),
  text: z.string(),
  /** Version of the entry that it was made on; null where there was none. */
  basedOn: z.nullable(z.string()),
  /** An edit that was held, and is decided by this one. */
  settles: z.optional(z.string()),
});
export type MadeUpEdit = z.infer<typeof madeUpEdit>;

/** What an entry is once the edit was applied. */
export const madeUpEntry = ({ person, text }: Pick<MadeUpEdit, 'person' | 'text'>, version: string) => ({
  ...{ of: person, text, version },
});

export const madeUpEditKind = defineOperation<MadeUpEdit>()({
  kind: 'made-up.edit',
  lane: 'edit',
  sealed: 'before-queueing',
  retention: { copy: true, endsDraft: false },
  newest: 1,
  upcast: {},
  overlay(payload, { opId }): readonly RecordOverlay[] {
    if (payload === undefined) return [];
    const { entry, settles } = payload;
    return [
      { kind: MADE_UP_ENTRY, v: 1, id: entry, body: madeUpEntry(payload, opId) },
      ...(settles === undefined ? [] : [{ kind: MADE_UP_CONFLICT, v: 1, id: settles, body: null }]),
    ];
  },
});

export function madeUpEditSubmission(edit: Omit<MadeUpEdit, 'session'>): Submission {
  const { person } = edit;
  return {
    operation: madeUpEditKind,
    session: person,
    ...{ subjectId: person, person },
    about: {},
    payload: (): MadeUpEdit => ({ session: person, ...edit }),
  };
}

/** @returns what takes it back */
export const lendMadeUpEdit = (): (() => void) => lendOperation(madeUpEditKind);
