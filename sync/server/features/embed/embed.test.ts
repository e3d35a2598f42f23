import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IntakeSubmit } from '../../../protocol/operations/payloads/intake-submit.ts';
import { referenceContent } from '../../../protocol/operations/reference-content.ts';
import { handOffParts, newHandOffCode, sealHandOff } from '../../../seal/hand-off.ts';
import { fixturePack } from '../../testing/fixture-pack.ts';
import { createTestDevice, intake, sealedTo } from '../../testing/test-device.ts';
import { sealingTarget } from '../../testing/test-sealing.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

const PARTNER = 'https://partner.example';
const OTHER = 'https://other.example';

let server: TestServer;
let formHash: string;
beforeAll(async () => {
  const pack = await fixturePack();
  formHash = pack.pack.questionnaires[0]?.formHash ?? '';
  server = await openTestServer({
    packs: [{ ...pack, pack: { ...pack.pack, embed: { origins: [PARTNER, OTHER] } } }],
  });
});
afterAll(() => server.close());

/** A form that is sent from a partner's page. */
async function send(externalId: string, over: Partial<IntakeSubmit> = {}, partner = PARTNER) {
  const device = await createTestDevice();
  const payload = {
    ...intake(formHash, { session: randomUUID(), ...over }),
    reference: { partner, externalId },
  };
  const operation = await sealedTo(sealingTarget(server.sealing, 'meadow'), 'intake.submit', payload);
  const { results } = await device.push(server.send, 'meadow', [operation]);
  return { payload, operation, result: results[0] };
}

async function ask(externalId: string, content?: string, partner = PARTNER) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/connect/meadow/embed/v1/references',
    payload: { partner, externalId, content },
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
});
