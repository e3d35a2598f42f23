import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type TestConsole } from '../../testing/test-console.ts';
import { createTestDevice, intake, safetyAlert, type TestDevice } from '../../testing/test-device.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAuditLog } from './audit-log.ts';

let server: TestServer;
let device: TestDevice;
let call: TestConsole['call'];
let signIn: TestConsole['signIn'];
let submit: (kind: 'intake.submit' | 'safety.alert', payload: unknown) => Promise<string>;
beforeAll(async () => {
  server = await openTestServer();
  device = await createTestDevice();
  const staff = openConsole(server);
  ({ call, signIn } = staff);
  submit = (kind, payload) => staff.submit(device, kind, payload);
});
afterAll(() => server.close());

describe('the audit trail (promise 13)', () => {
  it('names who did what, in a chain that holds, without anything of a patient', async () => {
    const cookie = await signIn();
    const id = await submit('intake.submit', intake(server.formHash));
    await call('GET', `meadow/api/cases/${id}`, cookie);
    await call('POST', `meadow/api/cases/${id}/review`, cookie, {});
    await call('GET', 'meadow/api/search?q=AA-AAAA', cookie);
    const alert = await submit('safety.alert', safetyAlert(server.formHash));
    await call('POST', `meadow/api/alerts/${alert}/acknowledge`, cookie, { note: 'Called her.' });
    await call('POST', 'meadow/api/session', '', { email: 'clinician@meadow.test', password: 'wrong' });
    await call('DELETE', 'meadow/api/session', cookie);
    const { sql } = server.database;
    const events =
      await sql`select action, actor, event from audit_events where vendor = 'meadow' order by no`;
    const actions = events.map(({ action }) => String(action));
    for (const action of [
      'sign-in',
      'sign-in-failed',
      'viewed',
      'reviewed',
      'searched',
      'acknowledged',
      'sign-out',
    ])
      expect(actions).toContain(action);
    expect(JSON.stringify(events)).not.toMatch(/Rosa|Quill|Called her/);
    expect(await createAuditLog(sql, () => new Date()).verify('meadow')).toMatchObject({
      ok: true,
      head: { no: events.length },
    });
  });

  it('takes no action whose name a verifier would refuse', async () => {
    const log = createAuditLog(server.database.sql, () => new Date());
    const action = 'photo2_seen' as 'viewed';
    await expect(log.record({ vendor: 'brook', action, actor: null })).rejects.toThrow('photo2_seen');
    expect((await log.verify('brook')).ok).toBe(true);
  });

  it('can not be changed, and a change past the database shows', async () => {
    const { sql } = server.database;
    await expect(sql`update audit_events set actor = 'x'`).rejects.toThrow('append-only');
    await expect(sql`delete from audit_events`).rejects.toThrow('append-only');
    await expect(sql`truncate audit_events`).rejects.toThrow('append-only');
    const log = createAuditLog(sql, () => new Date());
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`update audit_events set actor = 'somebody else' where vendor = 'meadow' and no = 2`;
    });
    expect(await log.verify('meadow')).toEqual({ ok: false, brokenAt: 2 });
  });

  it('keeps its order when many write at once', async () => {
    const log = createAuditLog(server.database.sql, () => new Date());
    await Promise.all(
      Array.from({ length: 25 }, () => log.record({ vendor: 'busy', action: 'viewed', actor: 'a@b.test' })),
    );
    const [row] = await server.database
      .sql`select count(*)::int as count, max(no) as last from audit_events where vendor = 'busy'`;
    expect(row).toEqual({ count: 25, last: 25 });
    expect(await log.verify('busy')).toMatchObject({ ok: true, head: { no: 25 } });
  });

  it('shows that its end was cut off, or written again, to someone who noted the head', async () => {
    const { sql } = server.database;
    const log = createAuditLog(sql, () => new Date());
    const record = () => log.record({ vendor: 'cut', action: 'viewed', actor: 'a@b.test' });
    for (let no = 1; no <= 3; no++) await record();
    const noted = await log.verify('cut');
    if (!noted.ok) throw new Error('The trail is whole.');
    expect(await log.verify('cut', noted.head)).toEqual(noted);
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`delete from audit_events where vendor = 'cut' and no > 1`;
    });
    expect(await log.verify('cut')).toMatchObject({ ok: true, head: { no: 1 } });
    expect(await log.verify('cut', noted.head)).toEqual({ ok: false, brokenAt: 2 });
    await log.record({ vendor: 'cut', action: 'searched', actor: 'a@b.test' });
    await log.record({ vendor: 'cut', action: 'searched', actor: 'a@b.test' });
    expect(await log.verify('cut', noted.head)).toEqual({ ok: false, brokenAt: 3 });
  });
});
