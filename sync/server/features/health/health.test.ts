/** Edits of health profiles, from devices that may or may not speak for a person, as the person's devices see them. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { HealthResource } from '../../../domain/health/resources.ts';
import { allergyTo, weightOf } from '../../../domain/health/resources.ts';
import type { HealthChange } from '../../../protocol/operations/payloads/health-edit.ts';
import { createPostgresLedger } from '../../core/ingest/postgres-ledger.ts';
import { createJudgeStore } from '../../core/judging/judge-store.ts';
import { createReader, openRecords } from '../../core/records/testing/open-records.ts';
import { type TestDatabase, useTestDatabase } from '../../testing/test-database.ts';
import { sealed } from '../../testing/test-device.ts';
import { kinds } from '../../testing/test-kinds.ts';
import { openTestSigner } from '../../testing/test-signer.ts';
import { applyHealthEdits } from './apply-edits.ts';
import { healthEffect } from './operations.ts';

const VENDOR = 'meadow';
const STATED_AT = '2026-11-20T09:00:00.000Z';

function openClinic({ sql }: TestDatabase) {
  const signer = openTestSigner();
  const ledger = createPostgresLedger(sql);
  const { read } = openRecords(sql);
  const store = createJudgeStore({ sql, signer, kinds, now: () => new Date(), applies: [applyHealthEdits] });

  /** Sends a change, and has it judged. @returns the edit's id, which is its version. */
  async function send(device: string, person: string, change: HealthChange): Promise<string> {
    const operation = sealed('health.edit', {});
    const { opId } = operation;
    const envelope = Buffer.from(operation.envelope, 'base64url');
    const facts = { receivedAt: new Date(), keyId: signer.keyId, skewSeconds: 0 };
    await ledger.store(VENDOR, device, [{ opId, operation, envelope, ...facts }]);
    await judge(opId, person, change);
    return opId;
  }
  function judge(opId: string, person: string, change: HealthChange) {
    const effect = { session: person, vendor: VENDOR, person, statedAt: STATED_AT, change };
    return store.judge([{ vendor: VENDOR, opId }], async (all) =>
      all.map(() => ({ outcome: 'applied', problem: undefined, effects: healthEffect.of(effect) })),
    );
  }
  return {
    ...{ sql, send, judge },
    async newPerson() {
      const person = randomUUID();
      await sql`insert into persons (vendor, id, language, created_at) values (${VENDOR}, ${person}, 'en', now())`;
      const reader = createReader(read, { vendor: VENDOR, person });
      return {
        person,
        reader,
        async bind(device: string, endsIn = '1 day') {
          const session = randomUUID();
          await sql`insert into patient_sessions (vendor, id, token_sha256, rotated_at, person, device, shared,
            started_at, last_seen_at, proved_at, ends_at)
            values (${VENDOR}, ${session}, ${randomUUID()}, now(), ${person}, ${device}, false,
            now(), now(), now(), now() + ${endsIn}::interval)`;
          await sql`insert into device_persons (vendor, session, device, person, since)
            values (${VENDOR}, ${session}, ${device}, ${person}, now())`;
        },
        async see() {
          await reader.pull();
          return Object.fromEntries(
            [...reader.base().values()].map(({ kind, id, body }) => [`${kind} ${id}`, body]),
          );
        },
      };
    },
  };
}

const state = (
  record: string,
  resource: HealthResource,
  basedOn: string | null = null,
  settles?: string,
): HealthChange => ({
  ...{ does: 'state', record, resource, basedOn },
  ...(settles !== undefined && { settles }),
});
const item = (): string => `allergy:${randomUUID()}`;
const none = allergyTo({ text: 'No known allergies' }, '');
const peanuts = allergyTo({ text: 'Peanuts' }, 'Hives');

it('an edit of what is unchanged since is applied, and what was before is kept', async () => {
  const { newPerson, send, sql } = openClinic(await useTestDatabase());
  const { person, bind, see, reader } = await newPerson();
  await bind('phone');
  const first = await send('phone', person, state('weight', weightOf(80, 'kg')));
  const second = await send('phone', person, state('weight', weightOf(79, 'kg'), first));
  expect(await see()).toEqual({
    'health weight': {
      version: second,
      resource: weightOf(79, 'kg'),
      author: 'patient',
      statedAt: STATED_AT,
    },
  });
  expect(reader.settled().map(({ opId, outcome }) => [opId, outcome])).toEqual([
    [first, 'applied'],
    [second, 'applied'],
  ]);
  const [row] = await sql<{ before: string }[]>`select before from health_edits where op_id = ${second}`;
  expect(JSON.parse(row?.before ?? '')).toMatchObject({ version: first, resource: weightOf(80, 'kg') });
});

it('an edit of what was changed elsewhere is held with both values, until the patient chooses', async () => {
  const { newPerson, send } = openClinic(await useTestDatabase());
  const { person, bind, see, reader } = await newPerson();
  await bind('phone');
  await bind('tablet');
  const first = await send('phone', person, state('weight', weightOf(80, 'kg')));
  const byPhone = await send('phone', person, state('weight', weightOf(79, 'kg'), first));
  const byTablet = await send('tablet', person, state('weight', weightOf(82, 'kg'), first));
  expect(await see()).toMatchObject({
    'health weight': { version: byPhone, resource: weightOf(79, 'kg') },
    [`health-conflict ${byTablet}`]: {
      ...{ about: byTablet, record: 'weight', resource: weightOf(82, 'kg'), why: 'changed' },
    },
  });
  expect(reader.settled().at(-1)).toMatchObject({
    ...{ opId: byTablet, outcome: 'held', problem: { code: 'HEALTH_CHANGED' } },
  });
  const chosen = await send('phone', person, state('weight', weightOf(82, 'kg'), byPhone, byTablet));
  expect(await see()).toEqual({
    'health weight': expect.objectContaining({ version: chosen, resource: weightOf(82, 'kg') }),
  });
  // Its overlay would come back with the record that named it gone.
  expect(reader.settled()).toContainEqual(expect.objectContaining({ opId: byTablet, outcome: 'applied' }));
});

it('what was held goes, and nothing else changes - the patient keeps what is there', async () => {
  const { newPerson, send } = openClinic(await useTestDatabase());
  const { person, bind, see } = await newPerson();
  await bind('phone');
  const first = await send('phone', person, state('weight', weightOf(80, 'kg')));
  const late = await send('phone', person, state('weight', weightOf(82, 'kg')));
  await send('phone', person, { does: 'keep', settles: late });
  expect(await see()).toEqual({ 'health weight': expect.objectContaining({ version: first }) });
});

it('nothing is held where both say the same', async () => {
  const { newPerson, send } = openClinic(await useTestDatabase());
  const { person, bind, see } = await newPerson();
  await bind('phone');
  await send('phone', person, state('weight', weightOf(80, 'kg')));
  const again = await send('phone', person, state('weight', weightOf(80, 'kg')));
  expect(await see()).toEqual({ 'health weight': expect.objectContaining({ version: again }) });
});

it('“none known” ends with the first entry, and is held where there is one', async () => {
  const { newPerson, send } = openClinic(await useTestDatabase());
  const { person, bind, see } = await newPerson();
  await bind('phone');
  await send('phone', person, state('no-allergies', none));
  const entry = item();
  const added = await send('phone', person, state(entry, peanuts));
  expect(await see()).toMatchObject({
    'health no-allergies': {
      version: added,
      resource: { clinicalStatus: { coding: [{ code: 'inactive' }] } },
    },
    [`health ${entry}`]: { resource: peanuts },
  });
  const denied = await send('phone', person, state('no-allergies', none, added));
  expect(await see()).toMatchObject({
    'health no-allergies': { version: added },
    [`health-conflict ${denied}`]: { why: 'not-none' },
  });
});

it('“still correct” is kept with what it was said of', async () => {
  const { newPerson, send } = openClinic(await useTestDatabase());
  const { person, bind, see } = await newPerson();
  await bind('phone');
  const version = await send('phone', person, state('weight', weightOf(80, 'kg')));
  await send('phone', person, { does: 'confirm', group: 'body', versions: [version] });
  expect((await see())['health-confirmation body']).toEqual({ at: STATED_AT, versions: [version] });
});

it('a device that has never been this person’s changes nothing, and is told nothing', async () => {
  const { newPerson, send } = openClinic(await useTestDatabase());
  const [victim, attacker] = [await newPerson(), await newPerson()];
  await victim.bind('phone');
  await attacker.bind('attacker');
  await send('phone', victim.person, state('weight', weightOf(80, 'kg')));
  const before = await victim.see();
  const [weight] = Object.values(before);
  await send('attacker', victim.person, state('weight', weightOf(20, 'kg'), String(weight?.version)));
  await send('attacker', randomUUID(), state('weight', weightOf(20, 'kg')));
  expect(await victim.see()).toEqual(before);
  expect(await attacker.see()).toEqual({});
});

it('one that was signed out is shown fifty times at most: nobody buries the patient in what they are to decide', async () => {
  const { newPerson, send } = openClinic(await useTestDatabase());
  const { person, bind, see } = await newPerson();
  await bind('library', '-1 day');
  for (let no = 0; no < 53; no += 1) await send('library', person, state('weight', weightOf(40 + no, 'kg')));
  expect(Object.keys(await see())).toHaveLength(50);
});

it('one that was signed out before it arrived is for the patient to decide (R27)', async () => {
  const { newPerson, send, sql } = openClinic(await useTestDatabase());
  const { person, bind, see } = await newPerson();
  await bind('phone');
  await sql`update device_persons set until = now() where device = 'phone'`;
  const edit = await send('phone', person, state('weight', weightOf(80, 'kg')));
  expect(await see()).toEqual({
    [`health-conflict ${edit}`]: expect.objectContaining({ record: 'weight', why: 'signed-out' }),
  });
  // It decides nothing itself.
  await send('phone', person, { does: 'keep', settles: edit });
  expect(Object.keys(await see())).toEqual([`health-conflict ${edit}`]);
});

it('one whose session had ended by itself is held too, though nobody has noticed the end', async () => {
  const { newPerson, send } = openClinic(await useTestDatabase());
  const { person, bind, see } = await newPerson();
  await bind('phone', '-1 minute');
  const edit = await send('phone', person, state('weight', weightOf(80, 'kg')));
  expect(Object.keys(await see())).toEqual([`health-conflict ${edit}`]);
});

it('after a merge it goes to whose records these are now', async () => {
  const { newPerson, send, sql } = openClinic(await useTestDatabase());
  const [kept, merged] = [await newPerson(), await newPerson()];
  await merged.bind('phone');
  await sql`update persons set merged_into = ${kept.person} where id = ${merged.person}`;
  await send('phone', merged.person, state('weight', weightOf(80, 'kg')));
  expect(Object.keys(await kept.see())).toEqual(['health weight']);
  expect(await merged.see()).toEqual({});
});

it('counts once, however often it is judged', async () => {
  const { newPerson, send, judge, sql } = openClinic(await useTestDatabase());
  const { person, bind, see, reader } = await newPerson();
  await bind('phone');
  const change = state('weight', weightOf(80, 'kg'));
  const first = await send('phone', person, change);
  const second = await send('phone', person, state('weight', weightOf(79, 'kg'), first));
  await sql`update op_ledger set outcome = 'received' where op_id = ${first}`;
  await judge(first, person, change);
  expect(await see()).toEqual({ 'health weight': expect.objectContaining({ version: second }) });
  expect(reader.settled()).toContainEqual(expect.objectContaining({ opId: first, outcome: 'applied' }));
});

it('two changes that were made offline, one after the other, are one conflict', async () => {
  const { newPerson, send } = openClinic(await useTestDatabase());
  const { person, bind, see, reader } = await newPerson();
  await bind('phone');
  await bind('tablet');
  await send('phone', person, state('weight', weightOf(80, 'kg')));
  const first = await send('tablet', person, state('weight', weightOf(82, 'kg')));
  const second = await send('tablet', person, state('weight', weightOf(83, 'kg'), first));
  expect(await see()).toEqual({
    'health weight': expect.objectContaining({ resource: weightOf(80, 'kg') }),
    [`health-conflict ${second}`]: expect.objectContaining({ resource: weightOf(83, 'kg') }),
  });
  expect(reader.settled()).toContainEqual(expect.objectContaining({ opId: first, outcome: 'applied' }));
});
