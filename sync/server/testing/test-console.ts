/** The console's API as a browser of the vendor's staff uses it. */
import { type CaseDetail, caseDetailSchema } from '../../protocol/api/cases.ts';
import { type InboxResponse, inboxResponseSchema } from '../../protocol/api/inbox.ts';
import { sealed, type TestDevice } from './test-device.ts';
import { STAFF_PASSWORD, type TestServer } from './test-server.ts';

export const HOST = 'care.example';
export const jsonHeaders = { host: HOST, origin: `https://${HOST}`, 'content-type': 'application/json' };

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Of the problem, where it is one. */
  readonly code: unknown;
  readonly cookies: string;
}

export interface TestConsole {
  call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    cookie: string,
    payload?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /** @returns the cookie. */
  signIn(vendor?: string, role?: string): Promise<string>;
  /** A page of meadow's inbox. */
  inbox(cookie: string, query?: string): Promise<InboxResponse>;
  /** Has the device send an operation to meadow. @returns its id. */
  submit(device: TestDevice, kind: 'intake.submit' | 'safety.alert', payload: unknown): Promise<string>;
}

export function openConsole(server: TestServer): TestConsole {
  const call: TestConsole['call'] = async (method, path, cookie, payload, headers = jsonHeaders) => {
    const answer = await server.app.inject({
      method,
      url: `/console/${path}`,
      headers: { ...headers, cookie },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    const parsed: unknown = answer.body === '' ? {} : JSON.parse(answer.body);
    const code = typeof parsed === 'object' && parsed !== null && 'code' in parsed ? parsed.code : undefined;
    const cookies = String(answer.headers['set-cookie'] ?? '');
    return { status: answer.statusCode, body: answer.body, code, cookies };
  };
  return {
    call,
    async signIn(vendor = 'meadow', role = 'clinician') {
      const email = `${role}@${vendor}.test`;
      const answer = await call('POST', `${vendor}/api/session`, '', { email, password: STAFF_PASSWORD });
      if (answer.status !== 200) throw new Error(`The sign-in was answered with ${answer.status}.`);
      return answer.cookies.split(';')[0] ?? '';
    },
    async inbox(cookie, query = '') {
      const answer = await call('GET', `meadow/api/inbox${query}`, cookie);
      return inboxResponseSchema.parse(JSON.parse(answer.body));
    },
    async submit(device, kind, payload) {
      const operation = sealed(kind, payload);
      await device.push(server.send, 'meadow', [operation]);
      return operation.opId;
    },
  };
}

export function detailOf(answer: Answer): CaseDetail {
  return caseDetailSchema.parse(JSON.parse(answer.body));
}
