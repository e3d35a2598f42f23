/** Kinds that no feature owns: what the core does with them it does with any. To be lent by {@link lendMadeUpKinds}. */
import { z } from 'zod/mini';
import { defineOperation, type OperationModule, type Submission } from '../operation.ts';
import { lendOperation } from '../registry.ts';

const noteV1 = z.object({ session: z.uuid(), vendor: z.string(), text: z.string() });
const noteV2 = z.extend(noteV1, { tags: z.array(z.string()) });

export type NoteV1 = z.output<typeof noteV1>;
export type NoteV2 = z.output<typeof noteV2>;
export const madeUpVersions = { 1: noteV1, 2: noteV2 };
export const madeUpUrgentVersions = { 1: noteV1 };

export const madeUpKind = defineOperation<NoteV2>()({
  kind: 'made-up.note',
  lane: 'note',
  sealed: 'before-queueing',
  retention: { copy: false, endsDraft: false },
  newest: 2,
  upcast: { 1: (sealed: NoteV1) => ({ ...sealed, tags: [] }) },
});

export const madeUpUrgentKind = defineOperation<NoteV1>()({
  kind: 'made-up.call',
  lane: 'call',
  urgent: true,
  sealed: 'before-sending',
  retention: { copy: false, endsDraft: false },
  newest: 1,
  upcast: {},
});

export interface Note {
  readonly session: string;
  readonly subjectId: string;
  readonly vendor: string;
  readonly text: string;
  readonly blobs?: readonly string[];
}

export function madeUpSubmission(
  { session, subjectId, vendor, text, blobs = [] }: Note,
  operation: OperationModule = madeUpKind,
): Submission {
  const tags = operation.newest > 1 ? { tags: ['a'] } : {};
  return {
    operation,
    session,
    subjectId,
    about: { topic: text },
    blobs,
    payload: () => ({ session, vendor, text, ...tags }),
  };
}

/** @returns what takes them back */
export function lendMadeUpKinds(): () => void {
  const takeBack = [madeUpKind, madeUpUrgentKind].map(lendOperation);
  return () => {
    for (const each of takeBack) each();
  };
}
