/** A clinic with patients who send, with and without an account, and staff who look for them. */
import type { PatientDetail, PatientsResponse, TimelineResponse } from '../../../../protocol/api/patients.ts';
import {
  patientDetailSchema,
  patientsResponseSchema,
  timelineResponseSchema,
} from '../../../../protocol/api/patients.ts';
import type { IntakeSubmit } from '../../../../protocol/operations/payloads/intake-submit.ts';
import { testPatient } from '../../../../protocol/testing/fixture-intake.ts';
import { type Answer, openConsole } from '../../../testing/test-console.ts';
import { createTestDevice, intake, safetyAlert, type TestDevice } from '../../../testing/test-device.ts';
import { openTestAccounts } from '../../accounts/testing/test-accounts.ts';

type Patient = Partial<IntakeSubmit['patient']>;

export async function openPatientsDesk() {
  const clinic = await openTestAccounts();
  const { server } = clinic;
  const staff = openConsole(server);
  const cookies = new Map<string, string>();
  async function call(
    method: 'GET' | 'POST',
    path: string,
    {
      payload,
      role = 'clinician',
      vendor = 'meadow',
    }: { payload?: unknown; role?: string; vendor?: string } = {},
  ): Promise<Answer> {
    const name = `${role} ${vendor}`;
    const cookie = cookies.get(name) ?? (await staff.signIn(vendor, role));
    cookies.set(name, cookie);
    return staff.call(method, `${vendor}/api/${path}`, cookie, payload);
  }
  const read = async <Value>(path: string, schema: { parse(value: unknown): Value }): Promise<Value> => {
    const answer = await call('GET', path);
    if (answer.status !== 200)
      throw new Error(`${path} was answered with ${answer.status}: ${server.log().slice(-1500)}`);
    return schema.parse(JSON.parse(answer.body));
  };
  return {
    ...{ clinic, server, staff, call },
    sql: server.database.sql,
    close: () => server.close(),
    newDevice: (): Promise<TestDevice> => createTestDevice(),
    /** @returns the id of the form. */
    send: (device: TestDevice, patient: Patient = {}, over: Partial<IntakeSubmit> = {}) =>
      staff.submit(
        device,
        'intake.submit',
        intake(server.formHash, { patient: testPatient(patient), ...over }),
      ),
    alert: (device: TestDevice, session: string) =>
      staff.submit(device, 'safety.alert', safetyAlert(server.formHash, { session })),
    find: (typed: string, cursor?: string): Promise<PatientsResponse> => {
      const query = new URLSearchParams({ q: typed, ...(cursor ? { cursor } : {}) });
      return read(`patients?${query}`, patientsResponseSchema);
    },
    open: (id: string): Promise<PatientDetail> => read(`patients/${id}`, patientDetailSchema),
    timeline: (id: string, cursor?: string): Promise<TimelineResponse> =>
      read(`patients/${id}/timeline${cursor ? `?cursor=${cursor}` : ''}`, timelineResponseSchema),
    async trail(): Promise<readonly { action: string; subject: string | null; event: string }[]> {
      return server.database.sql<{ action: string; subject: string | null; event: string }[]>`
        select action, subject, event from audit_events where vendor = 'meadow' order by no`;
    },
  };
}
export type PatientsDesk = Awaited<ReturnType<typeof openPatientsDesk>>;
