// oxlint-disable-next-line no-restricted-imports -- opens the database as the first version of this software did.
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { formOf } from '../../protocol/operations/about.ts';
import { intakeSubmission, intakeSubmit } from '../../protocol/operations/intake-submit.ts';
import { alertSubmission } from '../../protocol/operations/safety-alert.ts';
import { createClinic, lost } from '../testing/clinic.ts';
import { createProfile, keyRange } from '../testing/faulty-indexeddb.ts';
import { firstVersionRows } from '../testing/first-version.ts';
import { allReceived, createPhone, picks } from '../testing/phone.ts';
import { sampleAlert, sampleDraft, sampleSubmission } from '../testing/samples.ts';
import { until } from '../testing/until.ts';
import { type OutboxRow, tableNames } from './rows.ts';

/** A profile as the first version of this software left it: its tables, its rows, its stamp. */
async function firstVersionProfile() {
  const profile = createProfile();
  const database = new Dexie('v:meadow:store', { indexedDB: profile.indexedDB, IDBKeyRange: keyRange });
  database.version(1).stores({
    drafts: 'draftId, subjectId, session',
    outbox: 'opId, lane, subjectId, session, draftId',
    envelopes: 'opId, subjectId',
    copies: 'opId, subjectId',
    definitions: 'formHash',
    keys: 'id',
    meta: 'key',
  });
  const rows = await firstVersionRows('own');
  await database.table('outbox').put(rows.outbox);
  await database.table('envelopes').put(rows.envelope);
  await database.table('keys').put(rows.key);
  await database.table('meta').bulkPut([rows.lane, { key: 'schema', value: 1 }]);
  database.close();
  return { profile, opId: rows.outbox.opId };
}

test('failure-16, R20: rows of the first version are there after the upgrade, and older code is told to keep off', async () => {
  const { profile, opId } = await firstVersionProfile();
  const store = profile.connect();
  const found = await store.read(tableNames, async (transaction) => ({
    outbox: (await transaction.all('outbox')).map((row) => row.opId),
    envelopes: (await transaction.all('envelopes')).map((row) => row.opId),
    blobs: await transaction.all('blobs'),
    records: [await transaction.all('account'), await transaction.all('recordRows')],
    stamp: (await transaction.get('meta', 'schema'))?.value,
  }));
  expect(found).toEqual({ outbox: [opId], envelopes: [opId], blobs: [], records: [[], []], stamp: 2 });
  await store.close();
});

test('a form that the first version queued is delivered, and new ones with photos beside it', async () => {
  const { profile, opId } = await firstVersionProfile();
  const clinic = await createClinic();
  const phone = createPhone({ clinic, connect: () => profile.connect() });
  const tab = await phone.opens();
  await until(allReceived(tab));
  expect(clinic.ledger.get(opId)).toMatchObject({
    operation: { v: 1, blobs: [] },
    content: sampleSubmission(),
  });
  const draft = sampleDraft(2);
  await tab.client.drafts.save(draft);
  const answers = sampleSubmission(2, draft, '', [await picks(tab, draft)]);
  await tab.client.deliveries.submit(draft.draftId, intakeSubmission(answers));
  await until(allReceived(tab));
  expect(clinic.ledger.size).toBe(2);
  await phone.switchesOff();
});

/** As the version before wrote it: the form's slug in a field of its own. */
function asBefore({ about, ...row }: OutboxRow): OutboxRow {
  const slug = about?.questionnaireSlug;
  return slug === undefined ? row : { ...row, questionnaireSlug: slug };
}

test('rows of the version before are shown, told once and delivered as before', async () => {
  const profile = createProfile();
  const clinic = await createClinic();
  const phone = createPhone({ clinic, connect: () => profile.connect() });
  clinic.state.weather = lost;
  const before = await phone.opens();
  const draft = sampleDraft();
  await before.client.drafts.save(draft);
  const submission = intakeSubmission(sampleSubmission(1, draft));
  const form = await before.client.deliveries.submit(draft.draftId, submission);
  const alert = await before.client.deliveries.send(alertSubmission(sampleAlert(2)), 'own');
  await phone.switchesOff();
  const store = profile.connect();
  const written = await store.write(['outbox'], async (transaction) => {
    for (const row of await transaction.all('outbox')) await transaction.put('outbox', asBefore(row));
    return await transaction.all('outbox');
  });
  expect(written.map((row) => [row.about, row.questionnaireSlug])).toEqual([
    [undefined, 'sleep'],
    [undefined, 'sleep'],
  ]);
  await store.close();

  const tab = await phone.opens();
  expect((await tab.client.deliveries.list()).map(formOf)).toEqual(['sleep', 'sleep']);
  const again = await tab.client.deliveries.send(alertSubmission(sampleAlert(2)), 'own');
  expect(again.opId).toBe(alert.opId);
  expect(await tab.client.deliveries.copy(intakeSubmit, form.opId)).toMatchObject({ session: draft.session });
  clinic.state.weather = undefined;
  await tab.client.deliveries.sendNow();
  await until(allReceived(tab));
  expect([...clinic.ledger.keys()].toSorted()).toEqual([form.opId, alert.opId].toSorted());
  await phone.switchesOff();
});
