import { describe, expect, it, onTestFinished } from 'vitest';
import { SIGNATURE_HEADER, signatureOf } from '../../providers/sms/signature.ts';
import { SENDER, TOKEN } from '../../providers/sms/testing/sms-server.ts';
import { NUMBER, openTestPhones } from './testing/test-phones.ts';

const publicUrl = new URL('https://care.example');
const url = new URL(`https://AC1:${encodeURIComponent(TOKEN)}@api.example`);

async function open(from: ReadonlyMap<string, string> = new Map([['*', SENDER]])) {
  const phones = await openTestPhones({ publicUrl, sms: { url, from } });
  onTestFinished(phones.server.close);
  const tell = async (
    path: string,
    fields: Readonly<Record<string, string>>,
    signature = signatureOf(TOKEN, new URL(path, publicUrl).href, new Map(Object.entries(fields))),
  ) =>
    phones.server.app.inject({
      ...{ method: 'POST', url: path, payload: new URLSearchParams(fields).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded', [SIGNATURE_HEADER]: signature },
    });
  let texts = 0;
  const answer = (Body: string, more: Readonly<Record<string, string>> = {}) => {
    texts += 1;
    const MessageSid = `SM${String(texts).padStart(32, '0')}`;
    return tell('/texts/v1/inbound', { From: NUMBER, To: SENDER, Body, MessageSid, ...more });
  };
  const stopped = async () => {
    const rows = await phones.server.database.sql<{ vendor: string }[]>`
      select vendor from stopped_recipients order by vendor`;
    return rows.map(({ vendor }) => vendor);
  };
  return { ...phones, tell, answer, stopped };
}

describe('an answer to a text', () => {
  it('stops them for the vendors whose number it was sent to, and starts them again', async () => {
    const { answer, stopped, patient, prove, phoneOf } = await open(
      new Map([
        ['meadow', SENDER],
        ['brook', '+12025550111'],
      ]),
    );
    const ana = await patient('ana@example.org');
    await prove(ana);
    const told = await answer(' Stop. ');
    expect([told.statusCode, told.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(told.body).toContain('<Message>You won’t get any more texts');
    expect(told.body).not.toContain('Meadow');
    expect(await stopped()).toEqual(['meadow']);
    expect(await phoneOf(ana)).toMatchObject({ phone: { stopped: true }, sender: '+1 202 555 0199' });
    // Told twice, it is the same.
    await answer('ALTO');
    expect(await stopped()).toEqual(['meadow']);
    await answer('start');
    expect(await stopped()).toEqual([]);
  });

  it('is of every vendor where they share a number; help says who writes, and a sentence changes nothing', async () => {
    const { answer, stopped } = await open();
    expect((await answer('HELP')).body).toContain('sign-in codes for care.example');
    expect((await answer('please do not stop helping me, I would like to know more')).body).toContain(
      '<Response></Response>',
    );
    expect(await stopped()).toEqual([]);
    // Where the provider has answered by itself, nothing is said twice.
    expect((await answer('STOP', { OptOutType: 'STOP' })).body).toContain('<Response></Response>');
    expect(await stopped()).toEqual(['brook', 'meadow']);
  });

  it('counts once: who has seen one can’t send it again to undo what was answered since', async () => {
    const { answer, stopped, tell } = await open();
    const [stop, start] = [{ MessageSid: 'SM1' }, { MessageSid: 'SM2' }];
    await answer('START', start);
    await answer('STOP', stop);
    const again = await answer('START', start);
    // The provider repeats what it had no answer to: it gets the same one.
    expect(again.body).toContain('<Message>');
    expect(await stopped()).toEqual(['brook', 'meadow']);
    await answer('START');
    await answer('STOP', stop);
    expect(await stopped()).toEqual([]);
    await tell('/texts/v1/inbound', { From: NUMBER, To: SENDER, Body: 'STOP' });
    expect(await stopped()).toEqual([]);
  });

  it('is believed by the provider’s signature alone', async () => {
    const { tell, stopped } = await open();
    const fields = { From: NUMBER, To: SENDER, Body: 'STOP', MessageSid: 'SM1' };
    const forged = [
      '',
      signatureOf('another token', 'https://care.example/texts/v1/inbound', new Map(Object.entries(fields))),
      signatureOf(TOKEN, 'https://care.example/texts/v1/other', new Map(Object.entries(fields))),
      signatureOf(TOKEN, 'https://care.example/texts/v1/inbound', new Map([['From', NUMBER]])),
    ];
    for (const signature of forged)
      expect((await tell('/texts/v1/inbound', fields, signature)).statusCode).toBe(404);
    expect(await stopped()).toEqual([]);
  });
});

describe('what became of a text', () => {
  async function openSent() {
    const phones = await open();
    const { patient, prove, server, messages, tell } = phones;
    const ana = await patient('ana@example.org');
    await prove(ana);
    /** As the queue leaves it. @returns where the provider tells what became of it. */
    const sent = (to = NUMBER) =>
      server.database.sql.begin(async (transaction) => {
        const letter = { vendor: 'meadow', channel: 'sms', to, language: 'en', letter: 'code' } as const;
        await messages.enqueue(transaction, { ...letter, params: { code: '482913' } });
        const [row] = await transaction<[{ id: string }]>`
          update messages set state = 'sent', finished_at = queued_at where state = 'queued' returning id`;
        return `/connect/meadow/texts/v1/status/${row.id}`;
      });
    const told = (path: string, MessageStatus: string, ErrorCode: string, signature?: string) =>
      tell(path, { To: NUMBER, MessageStatus, ErrorCode }, signature);
    const isUnreached = async () => (await phones.phoneOf(ana)).phone?.undeliverable;
    return { ...phones, sent, told, isUnreached };
  }

  it('marks a number that can’t be reached, until a code from there is entered', async () => {
    const { sent, told, isUnreached, ask, enter, browser, server } = await openSent();
    const path = await sent();
    await told(path, 'delivered', '30005');
    expect((await told(path, 'undelivered', '30005', 'forged')).statusCode).toBe(404);
    await told(await sent(), 'undelivered', '30008');
    expect(await isUnreached()).toBe(false);
    expect((await told(path, 'undelivered', '30005')).statusCode).toBe(204);
    expect(await isUnreached()).toBe(true);
    expect(server.log()).not.toContain(NUMBER.slice(1));
    const other = await browser({ from: '203.0.113.9' });
    await ask(other);
    expect((await enter(other)).status).toBe(200);
    expect(await isUnreached()).toBe(false);
    // Who has seen it tells it again.
    await told(path, 'undelivered', '30005');
    expect(await isUnreached()).toBe(false);
  });

  it('is of a text that went to that number within the day', async () => {
    const { sent, told, isUnreached, server } = await openSent();
    await told('/connect/meadow/texts/v1/status/f0f10c8e-6d0c-4d0a-9f3f-8f6a0f3f3b11', 'failed', '30005');
    await told('/connect/meadow/texts/v1/status/none', 'failed', '30005');
    await told(await sent('+12025550177'), 'failed', '30005');
    const path = await sent();
    server.pass(25 * 3_600_000);
    await told(path, 'failed', '30005');
    expect(await isUnreached()).toBe(false);
  });
});
