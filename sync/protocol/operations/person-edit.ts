/** One change of what a patient says of themselves. */
import { CONSENT_RECORD, PERSON_CONFLICT, PERSON_RECORD, PERSON_VERSION } from '../records/person.ts';
import { defineOperation, type RecordOverlay, type Submission } from './operation.ts';
import type { PersonEdit } from './payloads/person-edit.ts';

function overlayOf({ change, statedAt }: PersonEdit, opId: string): readonly RecordOverlay[] {
  const overlay = (kind: string, id: string, body: RecordOverlay['body']): RecordOverlay => ({
    ...{ kind, v: PERSON_VERSION, id, body },
  });
  const decided = change.settles === undefined ? [] : [overlay(PERSON_CONFLICT, change.settles, null)];
  if (change.does === 'keep') return decided;
  const { record, value } = change;
  const body = { version: opId, value, author: 'patient', statedAt };
  const [, channel, purpose] = record.split(':');
  return [
    overlay(PERSON_RECORD, record, body),
    ...('consent' in value
      ? [overlay(CONSENT_RECORD, opId, { ...value, channel, purpose, decidedAt: statedAt })]
      : []),
    ...decided,
  ];
}

export const personEdit = defineOperation<PersonEdit>()({
  kind: 'person.edit',
  lane: 'person',
  sealed: 'before-queueing',
  retention: { copy: true, endsDraft: false },
  newest: 1,
  upcast: {},
  overlay: (payload, { opId }) => (payload === undefined ? [] : overlayOf(payload, opId)),
});

export function personSubmission(edit: Omit<PersonEdit, 'session'>): Submission {
  const { person } = edit;
  return {
    operation: personEdit,
    session: person,
    ...{ subjectId: person, person },
    about: {},
    payload: (): PersonEdit => ({ session: person, ...edit }),
  };
}
