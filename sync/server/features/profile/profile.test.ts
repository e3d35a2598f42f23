/** Edits of what patients say of themselves, from devices that may or may not speak for a person, as the person's devices see them. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PersonValue } from '../../../domain/profile/person-record.ts';
import type { PersonChange } from '../../../protocol/operations/payloads/person-edit.ts';
import { createPostgresLedger } from '../../core/ingest/postgres-ledger.ts';
import { createJudgeStore } from '../../core/judging/judge-store.ts';
import { createReader, openRecords } from '../../core/records/testing/open-records.ts';
import { type TestDatabase, useTestDatabase } from '../../testing/test-database.ts';
import { sealed } from '../../testing/test-device.ts';
import { kinds } from '../../testing/test-kinds.ts';
import { openTestSigner } from '../../testing/test-signer.ts';
import { applyPersonEdits } from './apply-edits.ts';
import { findConsent } from './feature.ts';
import { personEffect } from './operations.ts';

const VENDOR = 'meadow';
const STATED_AT = '2026-11-20T09:00:00.000Z';

function openClinic({ sql }: TestDatabase) {
  const signer = openTestSigner();
  const ledger = createPostgresLedger(sql);
  const { read } = openRecords(sql);
  const store = createJudgeStore({ sql, signer, kinds, now: () => new Date(), applies: [applyPersonEdits] });

  function judge(opId: string, person: string, change: PersonChange, statedAt = STATED_AT) {
    const effect = { session: person, vendor: VENDOR, person, statedAt, change };
    return store.judge([{ vendor: VENDOR, opId }], async (all) =>
      all.map(() => ({ outcome: 'applied', problem: undefined, effects: personEffect.of(effect) })),
    );
  }
  /** Sends a change, and has it judged. @returns the edit's id, which is its version. */
  async function send(
    device: string,
    person: string,
    change: PersonChange,
    statedAt?: string,
  ): Promise<string> {
    const operation = sealed('person.edit', {});
    const { opId } = operation;
    const envelope = Buffer.from(operation.envelope, 'base64url');
    const facts = { receivedAt: new Date(), keyId: signer.keyId, skewSeconds: 0 };
    await ledger.store(VENDOR, device, [{ opId, operation, envelope, ...facts }]);
    await judge(opId, person, change, statedAt);
    return opId;
  }
  return {
    ...{ sql, send, judge },
    async newPerson() {
      const person = randomUUID();
      await sql`insert into persons (vendor, id, language, created_at) values (${VENDOR}, ${person}, 'en', now())`;
      const reader = createReader(read, { vendor: VENDOR, person });
      return {
        person,
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
  value: PersonValue,
  basedOn: string | null = null,
  settles?: string,
): PersonChange => ({
  ...{ does: 'state', record, value, basedOn },
  ...(settles !== undefined && { settles }),
});
const named = (given: string) => ({ given, family: 'Ruiz' });
const consent = (decision: 'given' | 'withdrawn') =>
  ({ consent: decision, wording: '2026-11', language: 'en' }) as const;
const said = (version: string, value: PersonValue) => ({
  ...{ version, value, author: 'patient', statedAt: STATED_AT },
});

describe('what a patient says of themselves', () => {
  it('is changed by an edit of what is unchanged since, and what was before is kept', async () => {
    const { newPerson, send, sql } = openClinic(await useTestDatabase());
    const { person, bind, see } = await newPerson();
    await bind('phone');
    const first = await send('phone', person, state('name', named('Ana')));
    const second = await send('phone', person, state('name', named('Anna'), first));
    expect(await see()).toEqual({ 'person name': said(second, named('Anna')) });
    const [row] = await sql<{ before: string }[]>`select before from person_edits where op_id = ${second}`;
    expect(JSON.parse(row?.before ?? '')).toMatchObject({ version: first, value: named('Ana') });
  });

  it('is held with both values where it was changed elsewhere, until the patient chooses', async () => {
    const { newPerson, send } = openClinic(await useTestDatabase());
    const { person, bind, see } = await newPerson();
    await bind('phone');
    await bind('tablet');
    const first = await send('phone', person, state('name', named('Ana')));
    const byPhone = await send('phone', person, state('name', named('Anna'), first));
    const byTablet = await send('tablet', person, state('name', named('Annie'), first));
    const conflict = { about: byTablet, record: 'name', value: named('Annie'), statedAt: STATED_AT };
    expect(await see()).toEqual({
      'person name': said(byPhone, named('Anna')),
      [`person-conflict ${byTablet}`]: { ...conflict, why: 'changed' },
    });
    const chosen = await send('phone', person, state('name', named('Annie'), byPhone, byTablet));
    expect(await see()).toEqual({ 'person name': said(chosen, named('Annie')) });
  });

  it('can be changed again whatever the device’s clock said', async () => {
    const { newPerson, send } = openClinic(await useTestDatabase());
    const { person, bind, see } = await newPerson();
    await bind('phone');
    const first = await send('phone', person, state('name', named('Ana')), '0000-01-01T00:00:00+23:59');
    const second = await send('phone', person, state('name', named('Anna'), first));
    expect(await see()).toEqual({ 'person name': said(second, named('Anna')) });
  });

  it('stays as it is where the patient keeps it', async () => {
    const { newPerson, send } = openClinic(await useTestDatabase());
    const { person, bind, see } = await newPerson();
    await bind('phone');
    const first = await send('phone', person, state('name', named('Ana')));
    const held = await send('phone', person, state('name', named('Annie'), null));
    await send('phone', person, { does: 'keep', settles: held });
    expect(await see()).toEqual({ 'person name': said(first, named('Ana')) });
  });

  it('counts once, however often it is judged', async () => {
    const { newPerson, send, judge, sql } = openClinic(await useTestDatabase());
    const { person, bind, see } = await newPerson();
    await bind('phone');
    const first = await send('phone', person, state('name', named('Ana')));
    const second = await send('phone', person, state('name', named('Anna'), first));
    await sql`update op_ledger set outcome = 'received' where op_id = ${first}`;
    await judge(first, person, state('name', named('Ana')));
    expect(await see()).toEqual({ 'person name': said(second, named('Anna')) });
  });

  it('is the patient’s to decide where the device had been signed out, and nobody’s from a stranger’s device', async () => {
    const { newPerson, send } = openClinic(await useTestDatabase());
    const { person, bind, see } = await newPerson();
    await bind('old phone', '-1 day');
    const late = await send('old phone', person, state('name', named('Ana')));
    await send('stranger', person, state('name', named('Eve')));
    expect(await see()).toEqual({
      [`person-conflict ${late}`]: {
        ...{ about: late, record: 'name', value: named('Ana'), statedAt: STATED_AT, why: 'signed-out' },
      },
    });
  });

  it('of a device that was signed out is shown up to twenty times, and once more where one is decided', async () => {
    const { newPerson, send } = openClinic(await useTestDatabase());
    const { person, bind, see } = await newPerson();
    await bind('library', '-1 day');
    await bind('phone');
    const shown = async () => Object.keys(await see()).length;
    const edits: string[] = [];
    for (let no = 0; no < 23; no += 1)
      edits.push(await send('library', person, state('name', named(`Eve ${no}`))));
    expect(await shown()).toBe(20);
    // Another device of theirs that was signed out is heard all the same.
    await bind('old phone', '-1 day');
    await send('old phone', person, state('name', named('Ana')));
    expect(await shown()).toBe(21);
    await send('phone', person, { does: 'keep', settles: edits[0] ?? '' });
    await send('library', person, state('name', named('Eve')));
    expect(await shown()).toBe(21);
  });

  it('decides in which language letters to all of their addresses are written', async () => {
    const { newPerson, send, sql } = openClinic(await useTestDatabase());
    const { person, bind } = await newPerson();
    await bind('phone');
    await sql`insert into identities (vendor, kind, subject, person, shown, verified_at, language)
      values (${VENDOR}, 'email', 'ana@mail.example', ${person}, 'ana@mail.example', now(), 'en')`;
    await send('phone', person, state('language', { language: 'es' }));
    const rows = await sql`select language from identities where person = ${person}`;
    expect(rows).toEqual([{ language: 'es' }]);
  });

  it('ends somewhere: after sixty records the next is held, and shown to nobody', async () => {
    const { newPerson, send, sql } = openClinic(await useTestDatabase());
    const { person, bind } = await newPerson();
    await bind('phone');
    await sql`insert into person_records (vendor, person, kind, id, version, body)
      select ${VENDOR}, ${person}, 'person', n::text, gen_random_uuid(), '{}' from generate_series(1, 60) n`;
    const held = await send('phone', person, state('name', named('Ana')));
    const rows =
      await sql`select id from person_records where person = ${person} and id in ('name', ${held})`;
    expect(rows).toEqual([]);
  });
});

describe('a consent', () => {
  it('is kept as one decision after another, and only the last one counts', async () => {
    const { newPerson, send, sql } = openClinic(await useTestDatabase());
    const { person, bind, see } = await newPerson();
    await bind('phone');
    const ask = () => findConsent(sql, { vendor: VENDOR, person }, 'email', 'marketing');
    expect(await ask()).toBe(false);
    const first = await send('phone', person, state('consent:email:marketing', consent('given')));
    expect(await ask()).toBe(true);
    const second = await send('phone', person, state('consent:email:marketing', consent('withdrawn'), first));
    expect(await ask()).toBe(false);
    const decision = { channel: 'email', purpose: 'marketing', decidedAt: STATED_AT };
    expect(await see()).toEqual({
      'person consent:email:marketing': said(second, consent('withdrawn')),
      [`consent ${first}`]: { ...consent('given'), ...decision },
      [`consent ${second}`]: { ...consent('withdrawn'), ...decision },
    });
  });

  it('is taken back whatever was decided elsewhere since, and given only by who has seen that', async () => {
    const { newPerson, send, sql } = openClinic(await useTestDatabase());
    const { person, bind } = await newPerson();
    await bind('phone');
    await bind('tablet');
    const ask = () => findConsent(sql, { vendor: VENDOR, person }, 'sms', 'care');
    await send('phone', person, state('consent:sms:care', consent('given')));
    await send('tablet', person, state('consent:sms:care', consent('withdrawn')));
    expect(await ask()).toBe(false);
    await send('phone', person, state('consent:sms:care', consent('given')));
    expect(await ask()).toBe(false);
  });

  it('to push messages counts for nothing while messages are kept private', async () => {
    const { newPerson, send, sql } = openClinic(await useTestDatabase());
    const { person, bind } = await newPerson();
    await bind('phone');
    const ask = () => findConsent(sql, { vendor: VENDOR, person }, 'push', 'reminders');
    await send('phone', person, state('consent:push:reminders', consent('given')));
    expect(await ask()).toBe(true);
    await send('phone', person, state('discretion', { keepPrivate: true }));
    expect(await ask()).toBe(false);
  });
});
