/** A made-up kind that no feature owns: a note that is kept, an urgent one, or none that can be read. */
import { z } from 'zod/mini';
import { problem } from '../base/problems.ts';
import { defineKind, type OperationKind } from '../core/judging/kinds.ts';
import { effectNamed } from '../core/judging/verdict.ts';

const noteSchema = z.object({ vendor: z.string(), text: z.string(), breaks: z.optional(z.boolean()) });
type Note = z.infer<typeof noteSchema>;

export interface KeptNote {
  readonly text: string | null;
}
export const keptNote = effectNamed<KeptNote>('note');

const noteKind = (kind: string, urgent: boolean) =>
  defineKind<Note>(
    {
      kind,
      ...(urgent ? { urgent: true } : {}),
      upcast: (_v, content) => content as Note,
    },
    {
      versions: { 1: noteSchema },
      findExcess: (content) =>
        JSON.stringify(content).length > 1_000 ? { detail: 'More than 1000 characters.' } : undefined,
      judge(_operation, { text, breaks }) {
        if (breaks) throw new Error('A fault of the kind.');
        return text === ''
          ? { outcome: 'held', problem: problem('ANSWERS_INVALID'), effects: keptNote.of({ text }) }
          : { outcome: 'applied', problem: undefined, effects: keptNote.of({ text }) };
      },
      unread: () => keptNote.of({ text: null }),
      show: async ({ text }, { marks }) => ({ ok: true, shown: { text, marks } }),
    },
  );

export const operations: readonly OperationKind[] = [
  noteKind('note.add', false),
  noteKind('note.alarm', true),
];
