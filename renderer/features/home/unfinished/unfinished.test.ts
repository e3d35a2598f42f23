import { describe, expect, it } from 'vitest';
import type { Delivery, DraftSummary } from '../../../platform/contract/contract.ts';
import { unfinished } from './unfinished.ts';

const now = new Date('2026-11-20T12:00:00Z');
const draft = (draftId: string, updatedAt: string, owner: DraftSummary['owner'] = 'own'): DraftSummary => ({
  draftId,
  session: draftId,
  subjectId: draftId,
  questionnaireSlug: 'sleep',
  formHash: 'f'.repeat(64),
  owner,
  updatedAt,
});
const delivery = (
  opId: string,
  state: Delivery['state'],
  queuedAt = '2026-11-20T10:00:00Z',
  kind: Delivery['kind'] = 'intake.submit',
): Delivery => ({
  opId,
  session: opId,
  subjectId: opId,
  kind,
  about: { questionnaireSlug: 'sleep' },
  owner: 'own',
  code: 'K7-42QF',
  queuedAt,
  state,
});

describe('where the patient left off', () => {
  it('begins with what needs the patient - then drafts, then what waits, then what has arrived', () => {
    const lines = unfinished(
      [draft('older', '2026-11-18T10:00:00Z'), draft('newer', '2026-11-19T10:00:00Z')],
      [delivery('arrived', 'received'), delivery('waits', 'queued'), delivery('stuck', 'attention')],
      now,
    );
    expect(lines.map(({ id }) => id)).toEqual(['stuck', 'newer', 'older', 'waits', 'arrived']);
  });

  it('leaves out what arrived long ago, and never what still waits', () => {
    const old = '2026-09-01T10:00:00Z';
    expect(
      unfinished([], [delivery('arrived', 'received', old), delivery('waits', 'queued', old)], now).map(
        ({ id }) => id,
      ),
    ).toEqual(['waits']);
  });

  it('names nothing - the device is shared', () => {
    expect(unfinished([draft('one', '2026-11-19T10:00:00Z', 'shared')], [], now)[0]?.nameless).toBe(true);
  });

  it('names nothing and opens nothing - the patient’s lock is on', () => {
    const lines = unfinished(
      [draft('one', '2026-11-19T10:00:00Z'), draft('two', '2026-11-18T10:00:00Z', 'shared')],
      [delivery('waits', 'queued')],
      now,
      true,
    );
    expect(lines.map(({ nameless }) => nameless)).toEqual([true, true, true]);
    // A shared device's draft has a lock of its own, the date of birth.
    expect(lines.map((line) => line.kind === 'draft' && line.locked)).toEqual([true, false, false]);
  });

  it('leaves safety messages to the banner - they are no forms', () => {
    expect(unfinished([], [delivery('alert', 'queued', undefined, 'safety.alert')], now)).toEqual([]);
  });

  it('is empty - the store is not open yet', () => {
    expect(unfinished(undefined, undefined, now)).toEqual([]);
  });
});
