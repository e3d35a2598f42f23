import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsPageSchema } from '../../../protocol/api/records.ts';
import { caseRecordSchema } from '../../../protocol/records/case.ts';
import { createWakes } from '../../core/events/wakes.ts';
import { createPublishWithin } from '../../core/records/record-writer.ts';
import { openConsole, type TestConsole } from '../../testing/test-console.ts';
import { createTestDevice, intake, safetyAlert, sealed, type TestDevice } from '../../testing/test-device.ts';
import { createTestPatients, withCookie } from '../../testing/test-patients.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import type { ClaimedItem } from '../accounts/patients.ts';

/** Longer than any test: what is to be final is made due. */
const UNDO_SECONDS = 600;
/** Of the fixture's patient. */
const BIRTH_DATE = '1990-02-03';

const patients = createTestPatients();
let server: TestServer;
let staff: TestConsole;
let clinician: string;
beforeAll(async () => {
  server = await openTestServer({ features: patients.features, undoSeconds: UNDO_SECONDS });
  staff = openConsole(server);
  clinician = await staff.signIn();
});
afterAll(() => server.close());

/** A patient who is signed in on a device of theirs. */
async function newPatient(vendor = 'meadow', device?: TestDevice) {
  const own = device ?? (await createTestDevice());
  const name = { vendor, person: randomUUID() };
  const cookie = patients.signIn({ ...name, device: own.deviceId });
  return {
    ...{ ...name, device: own },
    bind: (birthDate = BIRTH_DATE) => patients.bind({ ...name, device: own.deviceId, birthDate }),
    async records() {
      const path = `/connect/${vendor}/sync/v1/records`;
      const answer = await own.request(withCookie(server.send, cookie), 'GET', path);
      const page = recordsPageSchema.parse(JSON.parse(answer.text));
      const cases = page.records.map(({ id, kind, v, body }) => ({
        ...{ id, kind, v },
        body: body && caseRecordSchema.parse(body),
      }));
      return { ...page, cases };
    },
  };
}

const submit = (device: TestDevice, payload: object = intake(server.formHash)) =>
  staff.submit(device, 'intake.submit', payload);
async function push(device: TestDevice, operation: ReturnType<typeof sealed>, vendor = 'meadow') {
  const { results } = await device.push(server.send, vendor, [operation]);
  return results[0];
}
const decide = (action: 'review' | 'undo', id: string) =>
  staff.call('POST', `meadow/api/cases/${id}/${action}`, clinician, {});
async function passesTheTime(): Promise<void> {
  await server.database.sql`
    update inbox_items set pending_until = pending_until - ${UNDO_SECONDS}::float8 * interval '1 second'`;
  await server.decisions.finish();
}

/** As accounts do: what is found becomes the person's, and is published. */
const claim = (
  { vendor, person }: { readonly vendor: string; readonly person: string },
  opIds: readonly string[],
  meanwhile: () => Promise<void> = async () => undefined,
) =>
  createPublishWithin({ sql: server.database.sql, now: () => new Date() })(async (transaction, publish) => {
    const found: ClaimedItem[] = [];
    for (const claimable of patients.claimables) {
      const kept = await claimable.find(transaction, vendor, opIds);
      await claimable.publish(transaction, publish, { vendor, person, opIds: kept.map(({ opId }) => opId) });
      found.push(...kept);
    }
    await meanwhile();
    // Others see it with the commit.
    for (const { opId } of found) patients.give({ vendor, opId, person });
    return found;
  });

describe('a form that a signed-in patient sends', () => {
  it('R2, R24: is a record of theirs, and settled in the same page, whose number the device is told', async () => {
    const patient = await newPatient();
    patient.bind();
    const operation = sealed('intake.submit', intake(server.formHash));
    const result = await push(patient.device, operation);
    expect(result?.outcome).toBe('applied');
    const { records, settled, cases, head } = await patient.records();
    expect(settled).toEqual([{ opId: operation.opId, seq: head, outcome: 'applied' }]);
    expect(records.map(({ seq }) => seq)).toEqual([1]);
    expect(cases).toEqual([
      {
        ...{ id: operation.opId, kind: 'case', v: 1 },
        body: {
          code: result?.receipt?.code,
          title: expect.objectContaining({ en: expect.any(String) }),
          sentAt: result?.receipt?.receivedAt,
          dueAt: expect.any(String),
          form: intake(server.formHash).questionnaire.slug,
          status: 'received',
        },
      },
    ]);
    expect(result?.recordsSeq).toBe(head);
    const { changes } = await patient.device.changes(server.send, 'meadow');
    expect(changes).toMatchObject([{ id: operation.opId, recordsSeq: head }]);
    // Sent again, its stored result says the same.
    expect(await push(patient.device, operation)).toMatchObject({ recordsSeq: head });
  });

  it('wakes the other devices that they are signed in on', async () => {
    const patient = await newPatient();
    patient.bind();
    const { vendor, person } = patient;
    const other = `other device of ${person}`.replaceAll(' ', '-');
    patients.signIn({ vendor, person, device: other });
    const wakes = createWakes(server.database.sql);
    let woken = 0;
    await wakes.listen(vendor, other, () => woken++);
    await submit(patient.device);
    await expect.poll(() => woken).toBe(1);
    await wakes.close();
  });

  it('says that staff look at it first where it is held', async () => {
    const patient = await newPatient();
    patient.bind();
    const id = await submit(patient.device, intake('a'.repeat(64)));
    const { cases, settled } = await patient.records();
    expect(cases).toMatchObject([{ id, body: { status: 'held' } }]);
    expect(settled).toMatchObject([
      { opId: id, outcome: 'held', problem: { code: 'QUESTIONNAIRE_UNKNOWN' } },
    ]);
  });

  it('is nobody’s from a device that isn’t theirs, about somebody else, or in an alert', async () => {
    const patient = await newPatient();
    patient.bind('1991-01-01');
    const result = await push(patient.device, sealed('intake.submit', intake(server.formHash)));
    expect(result?.outcome).toBe('applied');
    expect(result).not.toHaveProperty('recordsSeq');
    const other = await newPatient();
    other.bind();
    await staff.submit(other.device, 'safety.alert', safetyAlert(server.formHash));
    for (const one of [patient, other]) expect(await one.records()).toMatchObject({ head: 0, records: [] });
    const { changes } = await patient.device.changes(server.send, 'meadow');
    expect(changes[0]).not.toHaveProperty('recordsSeq');
  });

  it('is theirs at the vendor that it was sent to, though another knows an operation of the same id', async () => {
    const device = await createTestDevice();
    const [here, there] = [await newPatient('meadow', device), await newPatient('brook', device)];
    here.bind();
    const operation = sealed('intake.submit', intake(server.formHash));
    await push(device, operation);
    const result = await push(device, operation, 'brook');
    expect(result).not.toHaveProperty('recordsSeq');
    expect((await here.records()).cases).toHaveLength(1);
    expect((await there.records()).cases).toEqual([]);
  });
});

describe('a decision of the staff', () => {
  it('is in the record once it is final, and not before', async () => {
    const [patient, second] = [await newPatient(), await createTestDevice()];
    patient.bind();
    const id = await submit(patient.device);
    const others = await submit(second);
    const { head } = await patient.records();
    for (const one of [id, others]) expect((await decide('review', one)).status).toBe(200);
    expect((await patient.records()).head).toBe(head);
    await passesTheTime();
    const { cases, head: after } = await patient.records();
    expect(cases).toMatchObject([{ id, body: { status: 'reviewed', reviewedAt: expect.any(String) } }]);
    expect(after).toBe(head + 1);
  });

  it('leaves the record as it was where it is undone', async () => {
    const patient = await newPatient();
    patient.bind();
    const id = await submit(patient.device);
    const before = await patient.records();
    await decide('review', id);
    expect((await decide('undo', id)).status).toBe(200);
    await passesTheTime();
    const { records, head } = await patient.records();
    expect([records, head]).toEqual([before.records, before.head]);
  });

  it('of several cases is published for each of their persons', async () => {
    const all = [await newPatient(), await newPatient(), await newPatient()];
    const ids: string[] = [];
    for (const one of all) {
      one.bind();
      ids.push(await submit(one.device));
    }
    for (const id of ids) await decide('review', id);
    await passesTheTime();
    for (const [index, one] of all.entries())
      expect((await one.records()).cases).toMatchObject([{ id: ids[index], body: { status: 'reviewed' } }]);
  });
});

describe('forms that a patient claims', () => {
  it('are published as they are now, and follow what is decided later', async () => {
    const patient = await newPatient();
    const [decided, open] = [await submit(patient.device), await submit(patient.device)];
    await decide('review', decided);
    await passesTheTime();
    const found = await claim(patient, [decided, open, randomUUID()]);
    expect(new Set(found.map(({ opId }) => opId))).toEqual(new Set([decided, open]));
    expect(found[0]).toMatchObject({
      device: patient.device.deviceId,
      birthDate: BIRTH_DATE,
      receivedAt: expect.any(Date),
    });
    const statuses = async () =>
      Object.fromEntries((await patient.records()).cases.map(({ id, body }) => [id, body?.status]));
    expect(await statuses()).toEqual({ [decided]: 'reviewed', [open]: 'received' });
    const { settled } = await patient.records();
    expect(Object.fromEntries(settled.map(({ opId, outcome }) => [opId, outcome]))).toEqual({
      [decided]: 'applied',
      [open]: 'applied',
    });
    const { changes } = await patient.device.changes(server.send, 'meadow');
    expect(changes.find(({ id }) => id === open)?.recordsSeq).toBe(
      settled.find(({ opId }) => opId === open)?.seq,
    );
    await decide('review', open);
    await passesTheTime();
    expect(await statuses()).toEqual({ [decided]: 'reviewed', [open]: 'reviewed' });
  });

  it('are cases alone, of this vendor, and never what came from a kiosk', async () => {
    const patient = await newPatient();
    const alert = await staff.submit(patient.device, 'safety.alert', safetyAlert(server.formHash));
    const own = await submit(patient.device);
    const kiosk = await createTestDevice();
    const ofKiosk = await submit(kiosk);
    await server.database.sql`
      insert into kiosks (vendor, id, device, device_key, name, host, version, assignment, enrolled_at, revoked_at)
      values ('meadow', ${randomUUID()}, ${kiosk.deviceId}, ${kiosk.deviceKey}, 'Front desk', 'chromium', 1, '{}', now(), now())`;
    expect((await claim(patient, [alert, own, ofKiosk])).map(({ opId }) => opId)).toEqual([own]);
    expect(await claim({ ...patient, vendor: 'brook' }, [own])).toEqual([]);
    expect((await patient.records()).cases.map(({ id }) => id)).toEqual([own]);
  });

  it('say nothing of having been read where they were dismissed with their flood', async () => {
    const patient = await newPatient();
    const id = await submit(patient.device);
    await server.database.sql`
      update inbox_items set resolved_at = now(), resolved_by = 'A clinician', dismissed = true where id = ${id}`;
    await claim(patient, [id]);
    expect((await patient.records()).cases).toMatchObject([{ id, body: { status: 'received' } }]);
  });

  it('miss no decision that is made while they are claimed', async () => {
    const patient = await newPatient();
    const id = await submit(patient.device);
    await decide('review', id);
    let finished: Promise<void> | undefined;
    await claim(patient, [id], async () => {
      finished = passesTheTime();
      await sleep(300);
    });
    await finished;
    expect((await patient.records()).cases).toMatchObject([{ id, body: { status: 'reviewed' } }]);
  });
});
