/**
 * What becomes of edits, in the transaction that judges them: those take turns, and so nothing changes between looking and writing.
 *
 *   based on what the record says now --> applied
 *   on anything else                  --> held, with both values --the patient chooses--> decided
 *
 * But taking a consent back is never held for what was decided elsewhere: it has to be as easy as giving it.
 */
import { isDeepStrictEqual } from 'node:util';
import { consentOf } from '../../../domain/profile/consents.ts';
import type { PersonConflict, PersonRecord } from '../../../domain/profile/person-record.ts';
import type { PersonChange } from '../../../protocol/operations/payloads/person-edit.ts';
import { CONSENT_RECORD, PERSON_CONFLICT, PERSON_RECORD } from '../../../protocol/records/person.ts';
import { statedAtOf } from '../../core/judging/stated-at.ts';
import type { ApplyBatch } from '../../core/judging/verdict.ts';
import { findSpokesman, type Spokesman, setPersonLanguage } from '../accounts/feature.ts';
import { personEffect } from './operations.ts';
import { type Edit, type HeldFor, openPersonTables, type PersonTables } from './person-tables.ts';

/** Nobody has that many addresses. */
const MAX_RECORDS = 60;
/** Of a device that was signed out: who has it now doesn't bury the person in what they are to decide. */
const MAX_WAITING = 20;

const WHY: Readonly<Record<Exclude<HeldFor, 'PERSON_TOO_MANY'>, PersonConflict['why']>> = {
  PERSON_CHANGED: 'changed',
  PERSON_SIGNED_OUT: 'signed-out',
  PERSON_PROVEN: 'proven',
};

interface Stated extends Edit {
  readonly change: Extract<PersonChange, { readonly does: 'state' }>;
  readonly statedAt: string;
}

async function whyHeld(
  tables: PersonTables,
  { device: sender, change: { basedOn, value } }: Stated,
  device: Spokesman['device'],
  current: PersonRecord | undefined,
): Promise<HeldFor | undefined> {
  const isConsent = 'consent' in value;
  // Both say the same: there is nothing to choose. A consent that is given again is one more decision.
  if (current && !isConsent && isDeepStrictEqual(current.value, value)) return undefined;
  if (device === 'signed-out')
    return (await tables.waitingOf(sender)) < MAX_WAITING ? 'PERSON_SIGNED_OUT' : 'PERSON_TOO_MANY';
  if (current?.proven) return 'PERSON_PROVEN';
  const isWithdrawal = isConsent && value.consent === 'withdrawn';
  if (!isWithdrawal && (current?.version ?? null) !== basedOn) return 'PERSON_CHANGED';
  return current === undefined && (await tables.count()) >= MAX_RECORDS ? 'PERSON_TOO_MANY' : undefined;
}

/** @returns why it is held, where it can't be applied after all. */
async function apply(
  tables: PersonTables,
  edit: Stated,
  current: PersonRecord | undefined,
): Promise<HeldFor | undefined> {
  const { opId, change, statedAt } = edit;
  const { record, value } = change;
  const unchanged = current?.proven && isDeepStrictEqual(current.value, value);
  const body: PersonRecord = { version: opId, value, author: 'patient', statedAt };
  if (!unchanged && !(await tables.write(PERSON_RECORD, record, opId, body))) return 'PERSON_PROVEN';
  const consent = consentOf(record);
  if (consent && 'consent' in value)
    await tables.write(CONSENT_RECORD, opId, opId, { ...value, ...consent, decidedAt: statedAt });
  await tables.keep(edit, 'applied', current);
  return undefined;
}

/** @returns whether it is what the record says now. */
async function state(tables: PersonTables, edit: Stated, device: Spokesman['device']): Promise<boolean> {
  const { opId, change, statedAt } = edit;
  const { record, value, settles, basedOn } = change;
  const current = await tables.find(record);
  const held = (await whyHeld(tables, edit, device, current)) ?? (await apply(tables, edit, current));
  if (held !== undefined) {
    await tables.keep(edit, 'held');
    if (held !== 'PERSON_TOO_MANY')
      await tables.write(PERSON_CONFLICT, opId, opId, {
        ...{ about: opId, record, value, statedAt, why: WHY[held] },
      });
  }
  if (device === 'signed-in') {
    // Held once more, it is this one that waits.
    if (settles !== undefined) await tables.decide(settles);
    // Who has changed their own change, both offline, has one choice to make and not two.
    if (held !== undefined && basedOn !== null) await tables.decide(basedOn);
  }
  tables.settle(opId, held);
  return held === undefined;
}

export const applyPersonEdits: ApplyBatch = async (sql, decided, { at, publish }) => {
  for (const { operation, verdict } of decided) {
    const effect = personEffect.in(verdict);
    if (!effect) continue;
    const { vendor, opId, device, receivedAt } = operation;
    const spokesman = await findSpokesman(sql, { vendor, device, person: effect.person }, at);
    const owner = { vendor, person: spokesman?.person ?? effect.person };
    const tables = openPersonTables(sql, publish, { ...owner, at });
    const edit = { opId, device, change: effect.change };
    if (await tables.isKnown(opId)) continue;
    if (!spokesman) await tables.keep(edit, 'refused');
    else if (edit.change.does === 'keep') {
      await tables.keep(edit, 'applied');
      if (spokesman.device === 'signed-in') await tables.decide(edit.change.settles);
      tables.settle(opId);
    } else {
      const statedAt = statedAtOf(effect.statedAt, receivedAt);
      const { change } = edit;
      const isApplied = await state(tables, { ...edit, change, statedAt }, spokesman.device);
      if (isApplied && change.record === 'language' && 'language' in change.value)
        await setPersonLanguage(sql, owner, change.value.language);
    }
  }
};
