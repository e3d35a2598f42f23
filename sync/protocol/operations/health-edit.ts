/** One change of a patient's health profile. */
import type { HealthRecord } from '../../domain/health/health-record.ts';
import { HEALTH_CONFIRMATION, HEALTH_CONFLICT, HEALTH_RECORD, HEALTH_VERSION } from '../records/health.ts';
import { defineOperation, type RecordOverlay, type Submission } from './operation.ts';
import type { HealthEdit } from './payloads/health-edit.ts';

function overlayOf({ change, statedAt }: HealthEdit, opId: string): readonly RecordOverlay[] {
  const decided = (id: string): RecordOverlay => ({
    kind: HEALTH_CONFLICT,
    v: HEALTH_VERSION,
    id,
    body: null,
  });
  if (change.does === 'keep') return [decided(change.settles)];
  if (change.does === 'confirm') {
    const { group, versions } = change;
    return [{ kind: HEALTH_CONFIRMATION, v: HEALTH_VERSION, id: group, body: { at: statedAt, versions } }];
  }
  const { record, resource, share, settles } = change;
  const body: HealthRecord = {
    ...{ version: opId, resource, author: 'patient', statedAt },
    ...(share !== undefined && { share }),
  };
  return [
    { kind: HEALTH_RECORD, v: HEALTH_VERSION, id: record, body: { ...body } },
    ...(settles === undefined ? [] : [decided(settles)]),
  ];
}

export const healthEdit = defineOperation<HealthEdit>()({
  kind: 'health.edit',
  lane: 'health',
  sealed: 'before-queueing',
  retention: { copy: true, endsDraft: false },
  newest: 1,
  upcast: {},
  overlay: (payload, { opId }) => (payload === undefined ? [] : overlayOf(payload, opId)),
});

export function healthSubmission(edit: Omit<HealthEdit, 'session'>): Submission {
  const { person } = edit;
  return {
    operation: healthEdit,
    session: person,
    ...{ subjectId: person, person },
    about: {},
    payload: (): HealthEdit => ({ session: person, ...edit }),
  };
}
