import { expect, it } from 'vitest';
import { type PersonChange, personEditV1 } from './payloads/person-edit.ts';
import { personEdit } from './person-edit.ts';

const person = '0199c0de-0000-4000-8000-000000000001';
const opId = '0199c0de-0000-4000-8000-000000000002';
const held = '0199c0de-0000-4000-8000-000000000003';
const statedAt = '2026-11-20T09:00:00Z';
const edit = (change: PersonChange) => ({ session: person, vendor: 'meadow', person, statedAt, change });
const overlay = (change: PersonChange) =>
  personEdit.overlay?.(edit(change), { opId, code: 'K7-42QF', queuedAt: statedAt });
const value = { given: 'Ana', family: 'Ruiz' };

it('a record can’t say what it isn’t for', () => {
  const state = { does: 'state', basedOn: null, value } as const;
  expect(personEditV1.safeParse(edit({ ...state, record: 'name' })).success).toBe(true);
  expect(personEditV1.safeParse(edit({ ...state, record: 'language' })).success).toBe(false);
});

it('shows what was typed as what the record says, under the edit’s own version', () => {
  expect(overlay({ does: 'state', record: 'name', basedOn: null, value, settles: held })).toEqual([
    { kind: 'person', v: 1, id: 'name', body: { version: opId, value, author: 'patient', statedAt } },
    { kind: 'person-conflict', v: 1, id: held, body: null },
  ]);
  expect(overlay({ does: 'keep', settles: held })).toEqual([
    { kind: 'person-conflict', v: 1, id: held, body: null },
  ]);
});

it('shows a consent as one more decision, beside what holds now', () => {
  const consent = { consent: 'given', wording: '2026-11', language: 'en' } as const;
  expect(overlay({ does: 'state', record: 'consent:sms:care', basedOn: null, value: consent })).toEqual([
    expect.objectContaining({ kind: 'person', id: 'consent:sms:care' }),
    {
      ...{ kind: 'consent', v: 1, id: opId },
      body: { ...consent, channel: 'sms', purpose: 'care', decidedAt: statedAt },
    },
  ]);
});

it('shows nothing where this device can’t read it any more', () => {
  expect(personEdit.overlay?.(undefined, { opId, code: 'K7-42QF', queuedAt: statedAt })).toEqual([]);
});
