import { expect, it } from 'vitest';
import { heightOf, weightOf } from '../../domain/health/resources.ts';
import { healthEdit } from './health-edit.ts';
import { type HealthChange, healthEditV1 } from './payloads/health-edit.ts';

const person = '0199c0de-0000-4000-8000-000000000001';
const opId = '0199c0de-0000-4000-8000-000000000002';
const held = '0199c0de-0000-4000-8000-000000000003';
const statedAt = '2026-11-20T09:00:00Z';
const edit = (change: HealthChange) => ({ session: person, vendor: 'meadow', person, statedAt, change });
const overlay = (change: HealthChange) =>
  healthEdit.overlay?.(edit(change), { opId, code: 'K7-42QF', queuedAt: statedAt });
const resource = weightOf(80, 'kg');

it('a record can’t say what it isn’t for', () => {
  const state = { does: 'state', record: 'weight', basedOn: null } as const;
  expect(healthEditV1.safeParse(edit({ ...state, resource })).success).toBe(true);
  expect(healthEditV1.safeParse(edit({ ...state, resource: heightOf(180, 'cm') })).success).toBe(false);
});

it('shows what was typed as what the record says, under the edit’s own version', () => {
  expect(overlay({ does: 'state', record: 'weight', basedOn: null, resource, settles: held })).toEqual([
    { kind: 'health', v: 1, id: 'weight', body: { version: opId, resource, author: 'patient', statedAt } },
    { kind: 'health-conflict', v: 1, id: held, body: null },
  ]);
  expect(overlay({ does: 'keep', settles: held })).toEqual([
    { kind: 'health-conflict', v: 1, id: held, body: null },
  ]);
  expect(overlay({ does: 'confirm', group: 'body', versions: [held] })).toEqual([
    { kind: 'health-confirmation', v: 1, id: 'body', body: { at: statedAt, versions: [held] } },
  ]);
});

it('shows nothing where this device can’t read it any more', () => {
  expect(healthEdit.overlay?.(undefined, { opId, code: 'K7-42QF', queuedAt: statedAt })).toEqual([]);
});
