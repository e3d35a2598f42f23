/** The kind of operation that changes what a patient says of themselves. Imported by workers, and so free of routes and tables. */
import { type PersonEdit, personEditVersions } from '../../../protocol/operations/payloads/person-edit.ts';
import { personEdit as edited } from '../../../protocol/operations/person-edit.ts';
import { defineKind, type OperationKind } from '../../core/judging/kinds.ts';
import { effectNamed } from '../../core/judging/verdict.ts';
import { unreadCase } from '../inbox/operations.ts';

/** What is left to the tables: whether it fits what the records say by now. */
export const personEffect = effectNamed<PersonEdit>('person');

export const personEdit = defineKind(edited, {
  versions: personEditVersions,
  judge: (_operation, payload) => ({
    outcome: 'applied',
    problem: undefined,
    effects: personEffect.of(payload),
  }),
  unread: unreadCase,
});

export const operations: readonly OperationKind[] = [personEdit];
