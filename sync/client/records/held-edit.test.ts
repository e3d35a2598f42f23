/** A change of the person's own records, from the outbox to the patient's decision, as their screen shows it. */
import { afterEach, expect, test, vi } from 'vitest';
import { weightOf } from '../../domain/health/resources.ts';
import { healthEdit } from '../../protocol/operations/health-edit.ts';
import type { HealthChange, HealthEdit } from '../../protocol/operations/payloads/health-edit.ts';
import { StorageError } from '../base/storage-error.ts';
import { createPatientDesk } from '../testing/patient-desk.ts';
import { createPatientPhone, type PatientPhone, queues, signsIn, watches } from '../testing/patient-phone.ts';
import { until } from '../testing/until.ts';
import type { RecordsView } from './record-view.ts';

const ANA = 'aaaaaaaa-0000-4000-8000-000000000001';
const FIRST = '0199c0de-0000-4000-8000-000000000001';
const ELSEWHERE = '0199c0de-0000-4000-8000-000000000002';
const STATED_AT = '2026-11-20T09:00:00.000Z';

let phone: PatientPhone | undefined;
afterEach(() => phone?.switchesOff());

const weighs = (kilograms: number, version: string) => ({
  ...{ kind: 'health', id: 'weight' },
  body: { version, resource: weightOf(kilograms, 'kg'), author: 'patient', statedAt: STATED_AT },
});
const state = (kilograms: number, basedOn: string, settles?: string): HealthChange => ({
  ...{ does: 'state', record: 'weight', basedOn, resource: weightOf(kilograms, 'kg') },
  ...(settles !== undefined && { settles }),
});

const shownIn = (view: RecordsView | undefined) =>
  view?.records.map(({ body, pending }) => [
    (body.resource as ReturnType<typeof weightOf>).valueQuantity.value,
    pending?.state,
  ]);

async function setOut() {
  const desk = createPatientDesk();
  desk.enroll('ana@example.org', ANA);
  desk.commit(ANA, { records: [weighs(80, FIRST)] });
  const copies = new Map<string, HealthEdit>();
  phone = createPatientPhone({ desk, copies });
  const tab = await phone.opens();
  await signsIn(tab, 'ana@example.org');
  const [weight, conflicts] = [watches(tab, 'health'), watches(tab, 'health-conflict')];
  await until(() => weight.now()?.status === 'ready');
  return {
    ...{ desk, tab, conflicts, weight, copies },
    /** Kilograms on the screen, and whether that is on its way. */
    shown: () => shownIn(weight.now()),
    async changes(change: HealthChange) {
      const { kind } = healthEdit;
      const row = await queues(tab.store, {
        kind,
        v: 1,
        lane: `health:${ANA}`,
        subjectId: ANA,
        session: ANA,
      });
      copies.set(row.opId, { session: ANA, vendor: 'meadow', person: ANA, statedAt: STATED_AT, change });
      tab.delivered();
      return row.opId;
    },
  };
}

test('what was typed shows until the records tell of a conflict, and never again once the patient has chosen', async () => {
  const { desk, tab, shown, changes, conflicts } = await setOut();
  const edit = await changes(state(82, FIRST));
  await until(() => shown()?.[0]?.[0] === 82);
  expect(shown()).toEqual([[82, 'sending']]);

  const conflict = { kind: 'health-conflict', id: edit };
  desk.commit(ANA, {
    records: [weighs(79, ELSEWHERE), { ...conflict, body: { about: edit, record: 'weight' } }],
    settled: [{ opId: edit, outcome: 'held' }],
  });
  tab.ask();
  await until(() => conflicts.ids().length === 1);
  await until(() => shown()?.[0]?.[0] === 79);
  expect(shown()).toEqual([[79, undefined]]);

  const choice = await changes(state(82, ELSEWHERE, edit));
  await until(() => conflicts.ids().length === 0);
  await until(() => shown()?.[0]?.[0] === 82);
  desk.commit(ANA, {
    records: [weighs(82, choice), { ...conflict, body: null }],
    settled: [{ opId: edit }, { opId: choice }],
  });
  tab.ask();
  await until(() => shown()?.[0]?.[1] === undefined);
  expect(shown()).toEqual([[82, undefined]]);

  desk.commit(ANA, { records: [weighs(77, ELSEWHERE)] });
  tab.ask();
  await until(() => shown()?.[0]?.[0] === 77);
  expect(shown()).toEqual([[77, undefined]]);
  expect(conflicts.ids()).toEqual([]);
});

test('two changes offline show as the second', async () => {
  const { shown, changes } = await setOut();
  await changes(state(82, await changes(state(81, FIRST))));
  await until(() => shown()?.[0]?.[0] === 82);
  expect(shown()).toEqual([[82, 'sending']]);
});

test('R1: what was typed stays on the screen while the storage fails to read it, and leaves it where the lock closes', async () => {
  const { tab, shown, changes, weight, copies } = await setOut();
  await changes(state(82, FIRST));
  await until(() => shown()?.[0]?.[0] === 82);
  weight.seen.length = 0;
  const reading = vi.spyOn(copies, 'get').mockImplementation(() => {
    throw new StorageError('timeout');
  });
  tab.delivered();
  await until(() => reading.mock.calls.length > 0);
  reading.mockRestore();
  tab.delivered();
  await until(() => weight.seen.length > 0);
  expect(weight.seen.map(shownIn)).toEqual(weight.seen.map(() => [[82, 'sending']]));
  vi.spyOn(copies, 'get').mockImplementation(() => {
    throw new StorageError('locked');
  });
  tab.delivered();
  await until(() => shown()?.[0]?.[0] === 80);
});
