import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedId, signedText, writePartnerToken } from '../../../domain/embed/partner-token.ts';
import type { IntakeSubmit } from '../../../protocol/operations/payloads/intake-submit.ts';
import { referenceContent } from '../../../protocol/operations/reference-content.ts';
import { handOffParts, newHandOffCode, sealHandOff } from '../../../seal/hand-off.ts';
import { fixturePack } from '../../testing/fixture-pack.ts';
import { openConsole } from '../../testing/test-console.ts';
import { createTestDevice, intake, sealedTo } from '../../testing/test-device.ts';
import { sealingTarget } from '../../testing/test-sealing.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { HAND_OFF_BUDGET } from './feature.ts';
import { createPartnerKeys } from './partner-keys.ts';

const PARTNER = 'https://partner.example';
const OTHER = 'https://other.example';

/** As a partner's server makes it, for a week. @param key `{key}.{secret}` */
function partnerToken(key: string, id: Omit<SignedId, 'expires'>): string {
  const [keyId = '', secret = ''] = key.split('.');
  const expires = Math.floor(Date.now() / 1000) + 7 * 24 * 3600;
  const signature = createHmac('sha256', secret)
    .update(signedText({ ...id, expires }))
    .digest('base64url');
  return writePartnerToken({ keyId, expires, signature });
}

let server: TestServer;
let formHash: string;
beforeAll(async () => {
  const pack = await fixturePack();
  formHash = pack.pack.questionnaires[0]?.formHash ?? '';
  const origins = [PARTNER, OTHER];
  const brook = await fixturePack('brook', 'Brook');
  server = await openTestServer({
    packs: [
      { ...pack, pack: { ...pack.pack, embed: { origins } } },
      { ...brook, pack: { ...brook.pack, embed: { origins, unsignedIds: false } } },
    ],
  });
});
afterAll(() => server.close());

/** A form that is sent from a partner's page. */
async function send(
  externalId: string,
  over: Partial<IntakeSubmit> = {},
  partner = PARTNER,
  { token, vendor = 'meadow' }: { token?: string; vendor?: string } = {},
) {
  const device = await createTestDevice();
  const payload = {
    ...intake(formHash, { session: randomUUID(), vendor, ...over }),
    reference: { partner, externalId, ...(token !== undefined && { token }) },
  };
  const operation = await sealedTo(sealingTarget(server.sealing, vendor), 'intake.submit', payload);
  const { results } = await device.push(server.send, vendor, [operation]);
  return { payload, operation, result: results[0] };
}

async function ask(
  externalId: string,
  content?: string,
  partner = PARTNER,
  {
    token,
    vendor = 'meadow',
    questionnaire = 'sleep',
  }: { token?: string; vendor?: string; questionnaire?: string } = {},
) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/connect/${vendor}/embed/v1/references`,
    payload: { partner, externalId, content, questionnaire, token },
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

describe('a partner’s id', () => {
  it('is free, then names the form that was first sent with it: the same content returns the stored receipt, other content 409', async () => {
    expect(await ask('visit-1')).toEqual({ status: 200, body: { state: 'free' } });
    const { payload, operation, result } = await send('visit-1');
    expect(result?.outcome).toBe('applied');
    const content = await referenceContent(payload);
    const first = await ask('visit-1', content);
    expect(first).toEqual({ status: 200, body: { state: 'received', receipt: result?.receipt } });
    expect(first.body).toMatchObject({ receipt: { opId: operation.opId } });
    expect(await ask('visit-1', content)).toEqual(first);
    const { status, body } = await ask('visit-1', 'a'.repeat(64));
    expect([status, body.code]).toEqual([409, 'EXTERNAL_ID_TAKEN']);
    expect(JSON.stringify(body)).not.toContain(operation.opId);
    // Without content nothing but that it is taken.
    expect(await ask('visit-1')).toEqual({ status: 200, body: { state: 'received' } });
  });

  it('is each partner’s own', async () => {
    await send('visit-2');
    expect((await ask('visit-2', undefined, OTHER)).body).toEqual({ state: 'free' });
  });

  it('of a second form that was sent all the same stays the first one’s, and that form is a case', async () => {
    const first = await send('visit-3');
    const second = await send('visit-3', {
      language: 'es',
      place: { ...first.payload.place, code: 'US-NY' },
    });
    expect(second.result?.outcome).not.toBe('received');
    const answer = await ask('visit-3', await referenceContent(first.payload));
    expect(answer.body).toMatchObject({ receipt: { opId: first.operation.opId } });
  });

  it.each(['ana@example.org', '1984-05-12'])(
    'is refused where it may be about a person, and not repeated - "%s"',
    async (id) => {
      const { status, body } = await ask(id);
      expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(JSON.stringify(body)).not.toContain(id);
      await send(id);
      const rows = await server.database.sql`select 1 from partner_references where external_id = ${id}`;
      expect(rows).toEqual([]);
    },
  );

  it('of a site that the vendor hasn’t named is nobody’s', async () => {
    for (const partner of ['https://stranger.example', 'null']) {
      const { status, body } = await ask('visit-4', undefined, partner);
      expect([status, body.code]).toEqual([403, 'EMBED_ORIGIN_BLOCKED']);
    }
    await send('visit-4', {}, 'https://stranger.example');
    const rows = await server.database.sql`select 1 from partner_references where external_id = 'visit-4'`;
    expect(rows).toEqual([]);
  });

  it('is stored with no content that could be tried out', async () => {
    const { payload } = await send('visit-5');
    const [row] = await server.database.sql<{ content: string }[]>`
      select content from partner_references where external_id = 'visit-5'`;
    expect(row?.content).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.content).not.toBe(await referenceContent(payload));
  });
});

describe('an id that the partner’s server has signed', () => {
  const keys = () =>
    createPartnerKeys({ sql: server.database.sql, secret: server.secret, now: () => new Date() });
  const sign = async (externalId: string, partner = PARTNER, vendor = 'meadow') =>
    partnerToken(await keys().issue(vendor, partner), { vendor, questionnaire: 'sleep', externalId });

  it('is in a space of its own: nobody without the signature occupies it, or learns that it is there', async () => {
    const token = await sign('order-1');
    // A stranger was first, with an id that they guessed.
    await send('order-1');
    expect((await ask('order-1', undefined, PARTNER, { token })).body).toEqual({ state: 'free' });
    const { payload, operation } = await send('order-1', { language: 'es' }, PARTNER, { token });
    const content = await referenceContent(payload);
    const asked = await ask('order-1', content, PARTNER, { token });
    expect(asked.body).toMatchObject({ state: 'received', receipt: { opId: operation.opId } });
    await send('order-2', {}, PARTNER, { token: await sign('order-2') });
    expect((await ask('order-2')).body).toEqual({ state: 'free' });
  });

  it('is refused where anything of it is another’s, or it is too old, and the form is a case all the same', async () => {
    const token = await sign('order-3');
    const [, key = ''] = token.split('.');
    const at = (seconds: number) => token.replace(/\.\d+\./, `.${Math.floor(Date.now() / 1_000) + seconds}.`);
    const refused = [
      ['order-4', PARTNER, { token }],
      ['order-3', OTHER, { token }],
      ['order-3', PARTNER, { token, questionnaire: 'other' }],
      ['order-3', PARTNER, { token: at(-1) }],
      ['order-3', PARTNER, { token: at(3_600) }],
      ['order-3', PARTNER, { token: 'p1' }],
      ['order-3', PARTNER, { token: token.replace(key, '000000000000') }],
    ] as const;
    for (const [id, partner, given] of refused) {
      const { status, body } = await ask(id, undefined, partner, given);
      expect([id, given, status, body.code]).toEqual([id, given, 403, 'PARTNER_TOKEN_REFUSED']);
    }
    const { operation, result } = await send('order-3', {}, PARTNER, { token: at(-1) });
    expect(result?.outcome).toBe('applied');
    const rows = await server.database.sql`
      select verified from partner_references where op_id = ${operation.opId}`;
    expect(rows).toEqual([{ verified: false }]);
  });

  it('lasts for a month at most, and until its key is revoked', async () => {
    const key = await keys().issue('meadow', PARTNER);
    const [keyId = ''] = key.split('.');
    const token = partnerToken(key, { vendor: 'meadow', questionnaire: 'sleep', externalId: 'order-5' });
    const claim = {
      ...{ vendor: 'meadow', partner: PARTNER, questionnaire: 'sleep', externalId: 'order-5', token },
    };
    const early = createPartnerKeys({
      ...{ sql: server.database.sql, secret: server.secret },
      now: () => new Date(Date.now() - 25 * 24 * 3_600_000),
    });
    expect(await keys().verify(claim)).toBe(true);
    expect(await early.verify(claim)).toBe(false);
    expect(await keys().revoke('brook', keyId)).toBe(false);
    expect(await keys().revoke('meadow', keyId)).toBe(true);
    expect(await keys().verify(claim)).toBe(false);
    expect(await keys().list('meadow')).toContainEqual(
      expect.objectContaining({ keyId, partner: PARTNER, revokedAt: expect.any(Date) }),
    );
    const rows = await server.database.sql`select * from partner_keys`;
    expect(JSON.stringify(rows)).not.toContain(key.split('.')[1]);
  });

  it('is the only one that counts where the vendor takes no others', async () => {
    const brook = { vendor: 'brook' };
    const { status, body } = await ask('order-6', undefined, PARTNER, brook);
    expect([status, body.code]).toEqual([403, 'PARTNER_TOKEN_REFUSED']);
    const token = await sign('order-6', PARTNER, 'brook');
    const unsigned = await send('order-6', {}, PARTNER, brook);
    expect(unsigned.result?.outcome).toBe('applied');
    expect((await ask('order-6', undefined, PARTNER, { ...brook, token })).body).toEqual({ state: 'free' });
    await send('order-6', {}, PARTNER, { ...brook, token });
    const rows = await server.database.sql`
      select verified from partner_references where vendor = 'brook' and external_id = 'order-6'`;
    expect(rows).toEqual([{ verified: true }]);
  });

  it('is told from others to staff of the vendor', async () => {
    const console = openConsole(server);
    const cookie = await console.signIn();
    const signed = await send('order-7', {}, PARTNER, { token: await sign('order-7') });
    const unsigned = await send('order-8');
    const partnerOf = async (opId: string, who = cookie, vendor = 'meadow') => {
      const answer = await console.call('GET', `${vendor}/api/cases/${opId}/partner`, who);
      return [answer.status, answer.status === 200 ? JSON.parse(answer.body) : answer.code];
    };
    const of = { partner: PARTNER };
    expect(await partnerOf(signed.operation.opId)).toEqual([
      200,
      { ...of, externalId: 'order-7', isVerified: true },
    ]);
    expect(await partnerOf(unsigned.operation.opId)).toEqual([
      200,
      { ...of, externalId: 'order-8', isVerified: false },
    ]);
    const other = await console.signIn('brook');
    expect(await partnerOf(signed.operation.opId, other, 'brook')).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a draft that leaves the frame', () => {
  it('is fetched once, by who has the code', async () => {
    const parts = await handOffParts('meadow', newHandOffCode());
    const sealed = await sealHandOff(parts, { content: 'a draft' });
    const url = `/connect/meadow/embed/v1/hand-offs/${parts.id}`;
    const put = () => server.app.inject({ method: 'PUT', url, payload: sealed });
    expect((await put()).statusCode).toBe(204);
    // What is there stays: nobody puts something else in its place.
    expect((await put()).statusCode).toBe(404);
    const claim = () =>
      server.app.inject({ method: 'POST', url: `/connect/meadow/hand-offs/${parts.id}/claim` });
    expect((await claim()).json()).toEqual(sealed);
    expect((await claim()).statusCode).toBe(404);
  });

  it('is refused to a network that has stored enough of them today, and to nobody else', async () => {
    const put = (remoteAddress: string) =>
      server.app.inject({
        method: 'PUT',
        url: `/connect/meadow/embed/v1/hand-offs/${randomUUID().replaceAll('-', '')}`,
        payload: { iv: 'aXY', sealed: 'a'.repeat(512 * 1_024) },
        remoteAddress,
      });
    const fits = HAND_OFF_BUDGET.ofNetwork / (512 * 1_024);
    const statuses: number[] = [];
    for (let count = 0; count <= fits; count += 1) {
      if (count % 15 === 14) server.pass(60_000);
      statuses.push((await put('198.51.100.7')).statusCode);
    }
    expect(statuses.filter((status) => status === 204).length).toBeGreaterThanOrEqual(fits - 1);
    expect(statuses.at(-1)).toBe(429);
    expect((await put('203.0.113.7')).statusCode).toBe(204);
  });
});
