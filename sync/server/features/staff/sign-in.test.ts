import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleSessionSchema } from '../../../protocol/api/staff.ts';
import { HOST, jsonHeaders, openConsole, type TestConsole } from '../../testing/test-console.ts';
import { openTestServer, STAFF_PASSWORD, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let call: TestConsole['call'];
let signIn: TestConsole['signIn'];
beforeAll(async () => {
  server = await openTestServer();
  ({ call, signIn } = openConsole(server));
});
afterAll(() => server.close());

describe('signing in (promise 9)', () => {
  it('opens a session that scripts and other paths can not read', async () => {
    const answer = await call('POST', 'meadow/api/session', '', {
      email: 'Clinician@Meadow.test',
      password: STAFF_PASSWORD,
    });
    expect(answer.cookies).toMatch(/^cf-staff=[\w-]{43}; /);
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/console/meadow'])
      expect(answer.cookies).toContain(attribute);
    const session = await call('GET', 'meadow/api/session', answer.cookies.split(';')[0] ?? '');
    expect(consoleSessionSchema.parse(JSON.parse(session.body))).toMatchObject({
      staff: { role: 'clinician' },
      mayDecide: true,
      idleSeconds: 600,
    });
    const stored = await server.database.sql`select token_sha256 from staff_sessions`;
    expect(JSON.stringify(stored)).not.toContain(answer.cookies.slice(9, 40));
  });

  it('sends the cookie by HTTPS alone where the server is public by HTTPS', async () => {
    const secure = await openTestServer({ publicUrl: new URL('https://care.example') });
    try {
      const answer = await secure.app.inject({
        method: 'POST',
        url: '/console/meadow/api/session',
        headers: { ...jsonHeaders, host: 'behind-the-proxy' },
        payload: { email: 'clinician@meadow.test', password: STAFF_PASSWORD },
      });
      for (const cookie of answer.cookies) expect(cookie.secure).toBe(true);
      expect(answer.cookies).toHaveLength(2);
    } finally {
      await secure.close();
    }
  });

  it('answers alike for an unknown address, a wrong password and strange characters', async () => {
    const tries = [
      { email: 'nobody@meadow.test', password: STAFF_PASSWORD },
      { email: 'auditor@meadow.test', password: 'wrong' },
      { email: '\u0000@meadow.test', password: 'wrong' },
      { email: 'clinician@brook.test', password: STAFF_PASSWORD },
    ];
    const answers = await Promise.all(tries.map((one) => call('POST', 'meadow/api/session', '', one)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, code: 'SIGN_IN_FAILED', cookies: '' });
  });

  it('is slowed down after failures, also with the right password', async () => {
    const attempt = (password: string) =>
      call('POST', 'brook/api/session', '', { email: 'auditor@brook.test', password });
    for (let failure = 0; failure < 5; failure++) expect((await attempt('wrong')).status).toBe(401);
    expect(await attempt(STAFF_PASSWORD)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    server.pass(15 * 60_000);
    expect((await attempt(STAFF_PASSWORD)).status).toBe(200);
  });

  it('ends after ten minutes without a request, and not before', async () => {
    const cookie = await signIn();
    for (let minutes = 0; minutes < 27; minutes += 9) {
      server.pass(9 * 60_000);
      expect((await call('GET', 'meadow/api/session', cookie)).status).toBe(200);
    }
    server.pass(10 * 60_000 + 1000);
    expect(await call('GET', 'meadow/api/session', cookie)).toMatchObject({
      status: 401,
      code: 'SESSION_EXPIRED',
    });
  });

  it('ends when somebody signs out', async () => {
    const cookie = await signIn();
    expect((await call('DELETE', 'meadow/api/session', cookie)).status).toBe(204);
    expect((await call('GET', 'meadow/api/session', cookie)).status).toBe(401);
  });

  it('counts for one vendor only', async () => {
    expect((await call('GET', 'brook/api/session', await signIn('meadow'))).status).toBe(401);
  });

  it('is refused from another site, and for what is not JSON', async () => {
    const payload = { email: 'clinician@meadow.test', password: STAFF_PASSWORD };
    const from = (headers: Readonly<Record<string, string>>) =>
      call('POST', 'meadow/api/session', '', payload, headers);
    expect(await from({ ...jsonHeaders, origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      code: 'ORIGIN_BLOCKED',
    });
    expect((await from({ host: HOST, 'content-type': 'application/json' })).status).toBe(403);
    expect((await from({ ...jsonHeaders, 'content-type': 'text/plain' })).status).toBe(415);
  });
});
