import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jsonHeaders } from '../../testing/test-console.ts';
import { openTestServer, STAFF_PASSWORD, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ stillClock: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.sql`delete from rate_limits`;
  // What a process believes of a refusal lasts a second.
  server.pass(1_000);
});

const CLINICIAN = 'clinician@meadow.test';
const CLINIC = '198.51.100.10';

interface Try {
  readonly password?: string;
  readonly email?: string;
  readonly from?: string;
  readonly cookie?: string;
}

async function attempt({ password = STAFF_PASSWORD, email = CLINICIAN, from = CLINIC, cookie = '' }: Try) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/console/meadow/api/session',
    headers: { ...jsonHeaders, cookie },
    payload: { email, password },
    remoteAddress: from,
  });
  const browser = answer.cookies.find(({ name }) => name === 'cf-browser');
  return {
    status: answer.statusCode,
    body: answer.body,
    retryAfter: Number(answer.headers['retry-after'] ?? 0),
    browser,
    cookie: browser ? `cf-browser=${browser.value}` : '',
  };
}

async function fail(times: number, over: Try): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++)
    statuses.push((await attempt({ password: 'wrong', ...over })).status);
  return statuses;
}

const audited = async () =>
  (
    await server.database
      .sql`select action, actor, event from audit_events where vendor = 'meadow' order by no`
  ).map(({ action, actor, event }) => ({ action: String(action), actor, event: String(event) }));

describe('strangers and the limits of signing in (promise 9)', () => {
  it('never stop a clinician in another network, however often they try and are refused', async () => {
    const statuses = await fail(80, { from: '203.0.113.66' });
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(75);
    expect((await attempt({})).status).toBe(200);
  });

  it('in many networks, and in the clinic itself, never stop a browser that has signed in before', async () => {
    const known = await attempt({});
    expect(known.browser).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: '/console/meadow/api/session',
    });
    for (let network = 0; network < 14; network++) await fail(5, { from: `203.0.113.${network}` });
    await fail(40, { from: CLINIC });
    const elsewhere = '198.51.100.99';
    expect((await attempt({ from: elsewhere })).status).toBe(429);
    expect((await attempt({ from: CLINIC })).status).toBe(429);
    expect((await attempt({ from: CLINIC, cookie: known.cookie })).status).toBe(200);
    expect((await attempt({ from: elsewhere, cookie: known.cookie })).status).toBe(200);
    // Somebody else's, and one that was made up, are worth nothing.
    const auditor = await attempt({ email: 'auditor@meadow.test', from: '192.0.2.1' });
    expect((await attempt({ from: CLINIC, cookie: auditor.cookie })).status).toBe(429);
    expect((await attempt({ from: CLINIC, cookie: `${known.cookie.slice(0, -1)}x` })).status).toBe(429);
  });

  it('have no use of a stolen cookie but tries that are slowed down', async () => {
    const known = await attempt({});
    expect(await fail(7, { cookie: known.cookie })).toEqual([401, 401, 401, 401, 401, 429, 429]);
    // Its owner, without it, is not slowed down by that.
    expect((await attempt({ from: '198.51.100.98' })).status).toBe(200);
  });

  it('wait longer with each failure', async () => {
    await fail(5, {});
    const waits: number[] = [];
    for (let time = 0; time < 4; time++) {
      const { retryAfter } = await attempt({ password: 'wrong' });
      waits.push(retryAfter);
      server.pass(retryAfter * 1000);
      expect((await attempt({ password: 'wrong' })).status).toBe(401);
    }
    expect(waits).toEqual([60, 120, 240, 480]);
  });

  it('are counted by the whole /64 of an IPv6 address, and no other', async () => {
    const statuses: number[] = [];
    for (let host = 1; host <= 8; host++)
      statuses.push(...(await fail(1, { from: `2001:db8:1:2:${host}::${host}` })));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect((await attempt({ from: '2001:db8:1:3::1' })).status).toBe(200);
  });

  it('are counted by the household of an IPv6 address, too: its networks never lock an account for all others', async () => {
    const statuses: number[] = [];
    for (let network = 0; network < 14; network++)
      statuses.push(...(await fail(5, { from: `2001:db8:1:2${10 + network}::1` })));
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect((await attempt({ from: '2001:db8:1:300::1' })).status).toBe(200);
    expect((await attempt({})).status).toBe(200);
  });

  it('are counted by the address alone, where a proxy names its port, too', async () => {
    const statuses: number[] = [];
    for (let port = 50_001; port <= 50_008; port++)
      statuses.push(...(await fail(1, { from: `203.0.113.7:${port}` })));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  it('are counted over all tries at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt({ password: 'wrong' })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  it('are checked two at a time, so that a storm of them waits in a short line, behind a browser that is known', async () => {
    const known = await attempt({});
    const storm = Array.from({ length: 60 }, (_, index) =>
      attempt({ password: 'wrong', email: `nobody-${index}@meadow.test`, from: `203.0.113.${index}` }),
    );
    const own = attempt({ cookie: known.cookie });
    const refused = (await Promise.all(storm)).filter(({ status }) => status === 503);
    expect(refused).toHaveLength(60 - 22);
    expect(refused.every(({ retryAfter }) => retryAfter > 0)).toBe(true);
    expect((await own).status).toBe(200);
    // It counted against nobody, and nobody is refused for long.
    expect((await attempt({ from: '203.0.113.59' })).status).toBe(200);
  });

  it('learn nothing of which accounts exist', async () => {
    const series = async (email: string, from: string) => {
      const answers: unknown[] = [];
      for (let time = 0; time < 7; time++) {
        const { status, body, retryAfter, browser } = await attempt({ password: 'wrong', email, from });
        answers.push([status, body, retryAfter, browser]);
      }
      return answers;
    };
    expect(await series('nobody@meadow.test', '203.0.113.1')).toEqual(
      await series('clinician@meadow.test', '203.0.113.2'),
    );
  });

  it('are in the audit trail with what was refused, once a minute with their number, and without what they typed', async () => {
    // What failed before is settled first.
    server.pass(61_000);
    await fail(1, { from: '203.0.113.8' });
    const before = (await audited()).length;
    await fail(30, { from: '203.0.113.9', password: 'hunter2 hunter2' });
    await fail(8, { from: '203.0.113.10', email: 'nobody@meadow.test' });
    const events = (await audited()).slice(before);
    const count = (action: string, actor: string | null) =>
      events.filter((event) => event.action === action && event.actor === actor).length;
    expect(count('sign-in-failed', CLINICIAN)).toBe(1);
    expect(count('sign-in-refused', CLINICIAN)).toBe(1);
    expect(count('sign-in-failed', null)).toBe(1);
    expect(count('sign-in-refused', null)).toBe(1);
    expect(JSON.stringify(events)).not.toMatch(/hunter2|nobody@/);
    expect(JSON.parse(events[0]?.event ?? '{}').from).toBe('203.0.113.9');
    server.pass(59_000);
    await server.database
      .sql`update rate_limits set ready_at = ready_at + interval '1 hour' where strikes > 4`;
    await fail(3, { from: '203.0.113.9' });
    server.pass(2_000);
    await fail(3, { from: '203.0.113.9' });
    const later = (await audited()).slice(before).filter(({ action }) => action === 'sign-in-refused');
    expect(later.length).toBe(3);
    expect(await fail(1, { from: '203.0.113.11' })).toEqual([401]);
    const numbers = (await audited()).slice(before).map(({ event }) => JSON.parse(event).detail);
    expect(numbers).toContain('network=203.0.113.9 more=4');
    expect(numbers).toContain('network=203.0.113.10 more=4');
  });

  it('are answered 503 where nothing can be counted, whatever the password', async () => {
    await server.database.sql`alter table rate_limits rename to rate_limits_away`;
    try {
      const answer = await attempt({});
      expect(answer.status).toBe(503);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
      expect(answer.retryAfter).toBeGreaterThan(0);
    } finally {
      await server.database.sql`alter table rate_limits_away rename to rate_limits`;
    }
  });

  it('use up nothing of the network, nor of the account, by tries that were refused', async () => {
    const { createLimits } = await import('../../http/limits/limits.ts');
    const { createSignInLimits } = await import('./sign-in-limits.ts');
    let at = Date.now();
    const limits = createSignInLimits(createLimits(server.database, { now: () => new Date(at) }));
    const take = (name: string, from = CLINIC) =>
      limits.take({ vendor: 'meadow', email: `${name}@meadow.test`, from, knownBrowser: undefined });
    for (let time = 0; time < 45; time++) {
      expect((await take('ada')).allowed).toBe(time < 5);
      // Longer than a refusal is believed, and too short for what is allowed to come back.
      at += 1_001;
    }
    for (let other = 0; other < 25; other++) expect((await take(`other-${other}`)).allowed).toBe(true);
    // Refused by the account, at last: that takes nothing of a network either.
    for (let network = 0; network < 9; network++)
      for (let time = 0; time < 5; time++) await take('ada', `203.0.113.${network}`);
    const refused = [];
    for (let time = 0; time < 5; time++) {
      refused.push(await take('ada', '192.0.2.1'));
      at += 1_001;
    }
    expect(refused.some(({ allowed }) => !allowed)).toBe(true);
    for (let other = 0; other < 20; other++)
      expect((await take(`other-${other}`, '192.0.2.1')).allowed).toBe(true);
  });

  it('share their limits between processes, and a restart does not lift them', async () => {
    await fail(5, {});
    const { createLimits } = await import('../../http/limits/limits.ts');
    const { createSignInLimits } = await import('./sign-in-limits.ts');
    const second = createSignInLimits(createLimits(server.database, { now: () => new Date() }));
    const same = { vendor: 'meadow', email: CLINICIAN, from: CLINIC, knownBrowser: undefined };
    expect(await second.take(same)).toMatchObject({ allowed: false });
    expect(await second.take({ ...same, from: '198.51.100.11' })).toEqual({ allowed: true });
  });
});
