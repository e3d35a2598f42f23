import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestAccounts, type TestAccounts, type TestBrowser } from './testing/test-accounts.ts';

const MINUTE = 60_000;
const PASSWORD = 'seven blue herons at dusk';

let clinic: TestAccounts;
beforeAll(async () => {
  clinic = await openTestAccounts();
});
afterAll(() => clinic.server.close());
beforeEach(async () => {
  await clinic.server.database.sql`delete from rate_limits`;
  clinic.server.pass(1_000);
});

let people = 0;
const newAddress = () => `limited-${people++}@mail.example`;
const count = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

async function owner(): Promise<{ readonly email: string; readonly phone: TestBrowser }> {
  const email = newAddress();
  const phone = await clinic.browser({ from: '198.51.100.77' });
  await phone.enter(email);
  await phone.call('PUT', 'password', { password: PASSWORD });
  return { email, phone };
}

async function series(times: number, work: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await work()).status);
  return statuses;
}

describe('asking for codes', () => {
  it('is limited by device, and by address and network, not by what others asked (A2)', async () => {
    const { email, phone } = await owner();
    const stranger = await clinic.browser({ from: '203.0.113.1' });
    expect(await series(7, () => stranger.askForCode(email))).toEqual([204, 204, 204, 204, 204, 429, 429]);
    // A key costs nothing: another one in the same network gains nothing.
    const second = await clinic.browser({ from: '203.0.113.1' });
    expect((await second.askForCode(email)).status).toBe(429);
    expect((await second.askForCode(newAddress())).status).toBe(204);
    // The owner's new device elsewhere, and the one that is known even in the stranger's network.
    const tablet = await clinic.browser({ from: '198.51.100.78' });
    expect((await tablet.askForCode(email)).status).toBe(204);
    expect((await phone.askForCode(email, { from: '203.0.113.1' })).status).toBe(204);
  });

  it('from many networks never stops a device that is known, and others only for minutes (A3)', async () => {
    const { email, phone } = await owner();
    for (let network = 2; network < 9; network++) {
      const stranger = await clinic.browser({ from: `203.0.113.${network}` });
      await series(3, () => stranger.askForCode(email));
    }
    const tablet = await clinic.browser({ from: '198.51.100.79' });
    const refused = await tablet.askForCode(email);
    expect(refused.status).toBe(429);
    expect(refused.retryAfter).toBeLessThanOrEqual(5 * 60);
    expect((await phone.askForCode(email)).status).toBe(204);
  });

  it('is limited alike for addresses that nobody has', async () => {
    const { email } = await owner();
    const answers = async (address: string, from: string) => {
      const stranger = await clinic.browser({ from });
      const found: unknown[] = [];
      for (let time = 0; time < 7; time++) {
        const { status, body, retryAfter } = await stranger.askForCode(address);
        found.push([status, body, retryAfter]);
      }
      return found;
    };
    expect(await answers(email, '203.0.113.10')).toEqual(await answers(newAddress(), '203.0.113.11'));
  });

  it('is limited by network over all addresses', async () => {
    const statuses: number[] = [];
    for (let device = 0; device < 8; device++) {
      const stranger = await clinic.browser({ from: '203.0.113.12' });
      statuses.push(...(await series(5, () => stranger.askForCode(newAddress()))));
    }
    expect(count(statuses, 204)).toBe(30);
  });

  it('stores and sends nothing where it was refused', async () => {
    const email = newAddress();
    const stranger = await clinic.browser({ from: '203.0.113.13' });
    await series(5, () => stranger.askForCode(email));
    const code = clinic.codeFor(email);
    const sent = clinic.letters.length;
    expect((await stranger.askForCode(email)).status).toBe(429);
    expect(clinic.letters).toHaveLength(sent);
    expect((await stranger.signIn(email, { code })).status).toBe(200);
  });
});

describe('trying to sign in', () => {
  it('is limited by account and network, and never stops the owner elsewhere, nor a device that is known (A3)', async () => {
    const { email, phone } = await owner();
    const stranger = await clinic.browser({ from: '203.0.113.20' });
    expect(await series(7, () => stranger.signIn(email, { password: 'wrong' }))).toEqual([
      ...[403, 403, 403, 403, 403],
      ...[429, 429],
    ]);
    expect((await stranger.signIn(email, { password: PASSWORD })).status).toBe(429);
    expect((await phone.signIn(email, { password: PASSWORD, from: '203.0.113.20' })).status).toBe(200);
    const tablet = await clinic.browser({ from: '198.51.100.80' });
    expect((await tablet.signIn(email, { password: PASSWORD })).status).toBe(200);
  });

  it('gives a known device five tries of its own, then waits that grow', async () => {
    const { email, phone } = await owner();
    expect(await series(6, () => phone.signIn(email, { password: 'wrong' }))).toEqual([
      403, 403, 403, 403, 403, 429,
    ]);
    clinic.server.pass(31_000);
    expect((await phone.signIn(email, { password: PASSWORD })).status).toBe(200);
    expect((await phone.signIn(email, { password: 'wrong' })).status).toBe(403);
  });

  it('counts tries at the same time one by one, and new sessions or devices not anew (A4)', async () => {
    const { email } = await owner();
    const strangers = await Promise.all(
      Array.from({ length: 6 }, () => clinic.browser({ from: '203.0.113.21' })),
    );
    const answers = await Promise.all(
      strangers.flatMap((one) =>
        [1, 2].map((no) => one.signIn(email, { password: `wrong ${no}`, cookie: `p-x=${no}` })),
      ),
    );
    expect(
      count(
        answers.map(({ status }) => status),
        403,
      ),
    ).toBe(5);
  });

  it('by wrong codes is limited in the same way', async () => {
    const { email, phone } = await owner();
    const stranger = await clinic.browser({ from: '203.0.113.22' });
    expect(await series(6, () => stranger.signIn(email, { code: '000000' }))).toEqual([
      403, 403, 403, 403, 403, 429,
    ]);
    expect((await phone.enter(email)).email).toBe(email);
  });

  it('on many accounts is limited by network', async () => {
    const stranger = await clinic.browser({ from: '203.0.113.23' });
    const statuses = await series(35, () => stranger.signIn(newAddress(), { code: '000000' }));
    expect(count(statuses, 403)).toBe(30);
  });

  it('is limited alike for addresses that nobody has', async () => {
    const { email } = await owner();
    const answers = async (address: string, from: string) => {
      const stranger = await clinic.browser({ from });
      const found: unknown[] = [];
      for (let time = 0; time < 7; time++) {
        const { status, body, retryAfter } = await stranger.signIn(address, { password: 'wrong' });
        found.push([status, body, retryAfter]);
      }
      return found;
    };
    expect(await answers(email, '203.0.113.24')).toEqual(await answers(newAddress(), '203.0.113.25'));
  });

  it('takes the network from the connection, whatever a header says (A32)', async () => {
    const { email } = await owner();
    const stranger = await clinic.browser({ from: '203.0.113.26' });
    let host = 1;
    const spoofed = () =>
      stranger.signIn(email, { password: 'wrong', headers: { 'x-forwarded-for': `192.0.2.${host++}` } });
    expect(await series(6, spoofed)).toEqual([403, 403, 403, 403, 403, 429]);
  });

  it('checks right passwords thirty times an hour, too', async () => {
    const { email, phone } = await owner();
    const statuses = await series(31, () => phone.signIn(email, { password: PASSWORD }));
    expect([count(statuses, 200), statuses.at(-1)]).toEqual([30, 429]);
    clinic.server.pass(2 * MINUTE + 1_000);
    expect((await phone.signIn(email, { password: PASSWORD })).status).toBe(200);
  });

  it('is refused before any work: nothing is counted on the code', async () => {
    const email = newAddress();
    const stranger = await clinic.browser({ from: '203.0.113.27' });
    await series(5, () => stranger.signIn(email, { code: '000000' }));
    await stranger.askForCode(email);
    expect((await stranger.signIn(email, { code: '000000' })).status).toBe(429);
    expect(await clinic.server.database.sql`select tries from one_time_codes where email = ${email}`).toEqual(
      [{ tries: 0 }],
    );
  });
});
