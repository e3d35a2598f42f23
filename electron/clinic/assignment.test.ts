import { beforeAll, describe, expect, test } from 'vitest';
import { assignmentBytes, type KioskAssignmentV1 } from '../../sync/protocol/api/kiosk-assignment.ts';
import { type AssignmentTrust, CLOCK_TOLERANCE_MS, chooseAssignment, judgeAssignment } from './assignment.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;
const at = (ms: number) => new Date(ms).toISOString();

let root: CryptoKeyPair;
let other: CryptoKeyPair;
let rootKey: string;
let otherKey: string;
const publicKey = async ({ publicKey: key }: CryptoKeyPair) =>
  Buffer.from(await crypto.subtle.exportKey('raw', key)).toString('base64url');

beforeAll(async () => {
  const make = async () => {
    const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']);
    if (!('privateKey' in pair)) throw new Error('no key pair');
    return pair;
  };
  [root, other] = [await make(), await make()];
  [rootKey, otherKey] = [await publicKey(root), await publicKey(other)];
});

const content = (): Omit<KioskAssignmentV1, 'signature'> => ({
  v: 1,
  vendor: 'meadow',
  kioskId: '5b7c7f5e-3a2b-4b0e-9d3f-6c0a2e5d8f41',
  deviceKey: 'AAAA',
  name: 'Front door',
  server: 'https://care.example',
  version: 7,
  issuedAt: at(NOON - DAY),
  notAfter: at(NOON + 90 * DAY),
  config: {
    idleSeconds: 120,
    warningSeconds: 30,
    languages: ['en', 'es', 'ar'],
    camera: false,
    staffPin: { algorithm: 'scrypt', logN: 17, salt: 'A'.repeat(22), hash: `${'A'.repeat(43)}=` },
    certificatePins: [],
    maintenance: { from: '02:00', until: '04:00' },
  },
  rootKey,
});

async function signed(change: Partial<KioskAssignmentV1> = {}, by = root): Promise<KioskAssignmentV1> {
  const unsigned = { ...content(), ...change };
  const signature = await crypto.subtle.sign('Ed25519', by.privateKey, assignmentBytes(unsigned));
  return { ...unsigned, signature: Buffer.from(signature).toString('base64url') };
}

const trust = (): AssignmentTrust => ({
  vendor: 'meadow',
  rootKeys: [rootKey],
  deviceKey: 'AAAA',
  acceptedVersion: 7,
  latestKnownTime: 0,
});
const fault = async (json: unknown, more: Partial<AssignmentTrust> = {}, now = NOON) => {
  const verdict = await judgeAssignment(json, { ...trust(), ...more }, now);
  return verdict.ok ? undefined : verdict.fault;
};

describe('K8: whose kiosk this is', () => {
  test("the vendor's word for this machine is taken", async () => {
    const assignment = await signed();
    expect(await judgeAssignment(JSON.parse(JSON.stringify(assignment)), trust(), NOON)).toEqual({
      ok: true,
      assignment,
    });
  });

  test('what was changed after it was signed is not', async () => {
    const good = await signed();
    const changes: Partial<KioskAssignmentV1>[] = [
      { vendor: 'willow' },
      { deviceKey: 'BBBB' },
      { name: 'Back door' },
      { server: 'https://evil.example' },
      { version: 8 },
      { issuedAt: at(NOON) },
      { notAfter: at(NOON + 999 * DAY) },
      { config: { ...good.config, idleSeconds: 300 } },
      { kioskId: '5b7c7f5e-3a2b-4b0e-9d3f-6c0a2e5d8f42' },
    ];
    for (const change of changes) expect(await fault({ ...good, ...change })).toBe('bad-signature');
  });

  test('the hours that it keeps are the vendor’s word as well', async () => {
    const hours = {
      timeZone: 'Europe/London',
      periods: [{ daysOfWeek: ['mon' as const], openingTime: '09:00', closingTime: '17:00' }],
    };
    const unsigned = { ...content(), v: 2 as const, hours };
    const signature = await crypto.subtle.sign('Ed25519', root.privateKey, assignmentBytes(unsigned));
    const assignment = { ...unsigned, signature: Buffer.from(signature).toString('base64url') };
    expect(await fault(assignment)).toBeUndefined();
    const later = { ...hours, periods: [{ ...hours.periods[0], closingTime: '23:00' }] };
    expect(await fault({ ...assignment, hours: later })).toBe('bad-signature');
    expect(await fault({ ...assignment, hours: { ...hours, timeZone: 'Asia/Tokyo' } })).toBe('bad-signature');
    // Nor can they be taken out by calling it a version that had none.
    const { hours: _, ...without } = assignment;
    expect(await fault({ ...without, v: 1 })).toBe('bad-signature');
  });

  test("another root's word is not, even in the name of ours", async () => {
    expect(await fault(await signed({ rootKey: otherKey }, other))).toBe('unknown-root');
    expect(await fault(await signed({}, other))).toBe('bad-signature');
    expect(await fault(await signed({}), { rootKeys: [] })).toBe('unknown-root');
  });

  test('a kiosk built for one vendor is never the kiosk of another, and no machine uses the assignment of another', async () => {
    expect(await fault(await signed({ vendor: 'willow' }))).toBe('wrong-vendor');
    expect(await fault(await signed(), { deviceKey: 'BBBB' })).toBe('wrong-device');
  });

  test('nothing goes back to an older version; the same one may come again', async () => {
    expect(await fault(await signed({ version: 6 }))).toBe('rolled-back');
    expect(await fault(await signed({ version: 7 }))).toBeUndefined();
    expect(await fault(await signed({ version: 8 }))).toBeUndefined();
  });

  test('it ends, and a clock that is set back does not make it last', async () => {
    const { notAfter } = content();
    const end = Date.parse(notAfter) + CLOCK_TOLERANCE_MS;
    expect(await fault(await signed(), {}, end)).toBeUndefined();
    expect(await fault(await signed(), {}, end + 1)).toBe('expired');
    expect(await fault(await signed(), { latestKnownTime: end + 1 }, NOON)).toBe('expired');
  });

  test('a clock that is behind by less than a day does no harm', async () => {
    expect(await fault(await signed({ issuedAt: at(NOON + CLOCK_TOLERANCE_MS) }))).toBeUndefined();
    expect(await fault(await signed({ issuedAt: at(NOON + CLOCK_TOLERANCE_MS + 1) }))).toBe('not-yet-valid');
  });

  test.each([
    ['idle for longer than five minutes', { idleSeconds: 301 }],
    ['a warning shorter than 20 s', { warningSeconds: 19 }],
    [
      'a PIN that is cheap to guess',
      { staffPin: { algorithm: 'scrypt', logN: 10, salt: 'A'.repeat(22), hash: `${'A'.repeat(43)}=` } },
    ],
    ['no language', { languages: [] }],
  ])('not even the vendor can set %s', async (_what, change) => {
    const good = content();
    expect(await fault({ ...(await signed()), config: { ...good.config, ...change } })).toBe('unreadable');
  });

  test.each([
    'http://care.example',
    'https://care.example/connect',
    'file:///x',
    'https://user@care.example',
  ])('a server such as %s is none', async (server) => {
    expect(await fault({ ...(await signed()), server })).toBe('unreadable');
  });

  test.each([undefined, null, 1, 'x', [], {}])('%j is no assignment', async (json) => {
    expect(await fault(json)).toBe('unreadable');
  });

  test('where the new one does not hold, the last good one goes on, and staff can see why', async () => {
    const lastGood = await signed();
    expect(await chooseAssignment(await signed({ version: 8 }), lastGood, trust(), NOON)).toMatchObject({
      use: { version: 8 },
      refused: undefined,
    });
    expect(await chooseAssignment({ broken: true }, lastGood, trust(), NOON)).toMatchObject({
      use: { version: 7 },
      refused: 'unreadable',
    });
    expect(await chooseAssignment(undefined, lastGood, trust(), NOON)).toMatchObject({
      use: { version: 7 },
      refused: undefined,
    });
    expect(await chooseAssignment(undefined, undefined, trust(), NOON)).toEqual({
      use: undefined,
      refused: 'unreadable',
    });
  });
});
