/**
 * What becomes of edits, in the transaction that judges them: those take turns, and so nothing changes between looking and writing.
 *
 *   based on what the profile says now --> applied
 *   on anything else                   --> held, with both values --the patient chooses--> decided
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Conflict,
  type HealthRecord,
  isActive,
  type ListGroup,
  namedRecord,
  noneOf,
} from '../../../domain/health/health-record.ts';
import type { Allergy, Condition, HealthResource, Medicine } from '../../../domain/health/resources.ts';
import type { HealthChange } from '../../../protocol/operations/payloads/health-edit.ts';
import { HEALTH_CONFIRMATION, HEALTH_CONFLICT, HEALTH_RECORD } from '../../../protocol/records/health.ts';
import { statedAtOf } from '../../core/judging/stated-at.ts';
import type { ApplyBatch } from '../../core/judging/verdict.ts';
import { findSpokesman, type Spokesman } from '../accounts/feature.ts';
import { healthEffect } from './operations.ts';
import { type Edit, type HeldFor, openProfile, type Profile } from './profile.ts';

type Statement = Extract<HealthChange, { readonly does: 'state' }>;

/** Nobody has that much to say; a list this long couldn't be read either. */
const MAX_RECORDS = 500;
/** Of a device that was signed out: who has it now doesn't bury the person in what they are to decide. */
const MAX_WAITING = 50;

const WHY: Readonly<Record<Exclude<HeldFor, 'HEALTH_TOO_MANY'>, Conflict['why']>> = {
  HEALTH_CHANGED: 'changed',
  HEALTH_SIGNED_OUT: 'signed-out',
  HEALTH_NOT_NONE: 'not-none',
};

interface Stated extends Edit {
  readonly change: Statement;
  readonly statedAt: string;
}

const itemsOf = (all: ReadonlyMap<string, HealthRecord>, group: string) =>
  [...all].filter(([id, { resource }]) => {
    const name = namedRecord(id);
    return name?.list === 'item' && name.group === group && isActive(resource);
  });

async function whyHeld(
  profile: Profile,
  { device: sender, change: { record, basedOn, resource, share } }: Stated,
  device: Spokesman['device'],
  all: ReadonlyMap<string, HealthRecord>,
): Promise<HeldFor | undefined> {
  const current = all.get(record);
  const name = namedRecord(record);
  // Both say the same: there is nothing to choose.
  if (current && isDeepStrictEqual([current.resource, current.share], [resource, share])) return undefined;
  if (device === 'signed-out')
    return (await profile.waitingOf(sender)) < MAX_WAITING ? 'HEALTH_SIGNED_OUT' : 'HEALTH_TOO_MANY';
  if ((current?.version ?? null) !== basedOn) return 'HEALTH_CHANGED';
  if (name?.list === 'none' && isActive(resource) && itemsOf(all, name.group).length > 0)
    return 'HEALTH_NOT_NONE';
  return current === undefined && all.size >= MAX_RECORDS ? 'HEALTH_TOO_MANY' : undefined;
}

export function ended(resource: Allergy | Medicine | Condition): HealthResource {
  if (resource.resourceType === 'MedicationStatement') return { ...resource, status: 'completed' };
  const { clinicalStatus } = resource;
  const [{ system }] = clinicalStatus.coding;
  return { ...resource, clinicalStatus: { coding: [{ system, code: 'inactive' }] } } as HealthResource;
}

export const isListed = (resource: HealthResource): resource is Allergy | Medicine | Condition =>
  ['AllergyIntolerance', 'MedicationStatement', 'Condition'].includes(resource.resourceType);

/** That there are none is over with the first entry. */
async function endNone(
  profile: Profile,
  { opId, change, statedAt }: Stated,
  all: ReadonlyMap<string, HealthRecord>,
): Promise<void> {
  const name = namedRecord(change.record);
  if (name?.list !== 'item' || !isActive(change.resource)) return;
  const id = noneOf(name.group as ListGroup);
  const none = all.get(id);
  if (!none || !isActive(none.resource) || !isListed(none.resource)) return;
  const resource = ended(none.resource);
  await profile.write(HEALTH_RECORD, id, opId, { version: opId, resource, author: 'patient', statedAt });
}

async function state(profile: Profile, edit: Stated, device: Spokesman['device']): Promise<void> {
  const { opId, change, statedAt } = edit;
  const { record, resource, share, settles } = change;
  const all = await profile.all();
  const held = await whyHeld(profile, edit, device, all);
  const shared = share !== undefined && { share };
  if (held === undefined) {
    await profile.keep(edit, 'applied', all.get(record));
    const body: HealthRecord = { version: opId, resource, author: 'patient', statedAt, ...shared };
    await profile.write(HEALTH_RECORD, record, opId, body);
    await endNone(profile, edit, all);
  } else {
    await profile.keep(edit, 'held');
    if (held !== 'HEALTH_TOO_MANY') {
      const conflict: Conflict = { about: opId, record, resource, statedAt, why: WHY[held], ...shared };
      await profile.write(HEALTH_CONFLICT, opId, opId, conflict);
    }
  }
  if (device === 'signed-in') {
    // Held once more, it is this one that waits.
    if (settles !== undefined) await profile.decide(settles);
    // Who has changed their own change, both offline, has one choice to make and not two.
    if (held !== undefined && change.basedOn !== null) await profile.decide(change.basedOn);
  }
  profile.settle(opId, held);
}

async function applyEdit(
  profile: Profile,
  edit: Edit & { readonly statedAt: string },
  device: Spokesman['device'],
): Promise<void> {
  const { opId, change, statedAt } = edit;
  if (change.does === 'state') return state(profile, { ...edit, change }, device);
  await profile.keep(edit, 'applied');
  if (device === 'signed-in') {
    if (change.does === 'keep') await profile.decide(change.settles);
    else {
      const { group, versions } = change;
      await profile.write(HEALTH_CONFIRMATION, group, opId, { at: statedAt, versions });
    }
  }
  profile.settle(opId);
}

export const applyHealthEdits: ApplyBatch = async (sql, decided, { at, publish }) => {
  for (const { operation, verdict } of decided) {
    const effect = healthEffect.in(verdict);
    if (!effect) continue;
    const { vendor, opId, device, receivedAt } = operation;
    const spokesman = await findSpokesman(sql, { vendor, device, person: effect.person }, at);
    const profile = openProfile(sql, publish, { vendor, person: spokesman?.person ?? effect.person, at });
    const edit = { opId, device, change: effect.change };
    if (await profile.isKnown(opId)) continue;
    if (!spokesman) await profile.keep(edit, 'refused');
    else {
      const statedAt = statedAtOf(effect.statedAt, receivedAt);
      await applyEdit(profile, { ...edit, statedAt }, spokesman.device);
    }
  }
};
