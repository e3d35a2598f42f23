import { describe, expect, it } from 'vitest';
import type { OutgoingMessage } from '../../core/messages/message.ts';
import { openTestQueue } from '../../core/messages/testing/test-queue.ts';
import { isSigned, readForm, signatureOf } from './signature.ts';
import { senderOf, vendorsOf } from './sms-settings.ts';
import { ACCOUNT, openTestSms, SENDER, type SmsAnswer, TOKEN } from './testing/sms-server.ts';
import { createTwilioProvider, readFault } from './twilio.ts';

const never = new AbortController().signal;
const publicUrl = new URL('https://care.example.org');
const text: OutgoingMessage = {
  ...{ id: 'f0f10c8e-6d0c-4d0a-9f3f-8f6a0f3f3b11', vendor: 'meadow', letter: 'code', channel: 'sms' },
  ...{ to: '+12025550143', language: 'en', queuedAt: new Date('2026-05-04T10:00:00Z') },
  ...{ senderName: 'Meadow', replyTo: 'hello@meadow.example', subject: '' },
  text: 'Your code is 482913.\n\n@care.example.org #482913',
};

async function sendTo(answer?: (count: number) => SmsAnswer | undefined) {
  const sms = await openTestSms(answer);
  const result = await createTwilioProvider({ ...sms.settings, publicUrl }).send(text, never);
  return { result, texts: sms.texts };
}

describe('the API for texts', () => {
  it('gets a text whole, with the account’s token and where to say what became of it', async () => {
    const { result, texts } = await sendTo();
    expect(result).toEqual({ outcome: 'sent' });
    expect(texts).toEqual([
      {
        path: `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`,
        authorization: `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`,
        form: {
          To: '+12025550143',
          From: SENDER,
          Body: text.text,
          StatusCallback: `https://care.example.org/connect/meadow/texts/v1/status/${text.id}`,
        },
      },
    ]);
  });

  it('is asked from each vendor’s own number or service', async () => {
    const { texts, settings } = await openTestSms();
    const service = `MG${'0'.repeat(32)}`;
    const from = new Map([
      ['meadow', service],
      ['brook', '+12025550111'],
    ]);
    const provider = createTwilioProvider({ ...settings, from, publicUrl: undefined });
    await provider.send(text, never);
    await provider.send({ ...text, vendor: 'brook' }, never);
    expect(texts.map(({ form }) => form.MessagingServiceSid ?? form.From)).toEqual([service, '+12025550111']);
    expect(await provider.send({ ...text, vendor: 'other' }, never)).toMatchObject({
      outcome: 'postponed',
      isOperators: true,
    });
    expect(senderOf({ from }, 'other')).toBeUndefined();
    expect(vendorsOf({ from }, [service, undefined], ['meadow', 'brook', 'other'])).toEqual(['meadow']);
  });

  it.each([
    [400, 21211, { outcome: 'refused', fault: '400 21211', isAddress: true }],
    [400, 21614, { outcome: 'refused', fault: '400 21614', isAddress: true }],
    [400, 21610, { outcome: 'refused', fault: '400 21610', isAddress: false, isStopped: true }],
    [400, 21617, { outcome: 'refused', fault: '400 21617', isAddress: false }],
    [400, 21606, { outcome: 'postponed', fault: '400 21606', isOperators: true }],
    [401, 20003, { outcome: 'postponed', fault: '401 20003', isOperators: true }],
    [429, 20429, { outcome: 'postponed', fault: '429 20429' }],
    [503, undefined, { outcome: 'postponed', fault: '503' }],
  ])('that answers %s with %s', (status, code, expected) => {
    const body = code === undefined ? '<html>' : JSON.stringify({ code, message: 'To +12025550143 is bad' });
    expect(readFault(status, body)).toEqual(expected);
  });

  it('is followed nowhere else, and read no further than a problem is long', async () => {
    const elsewhere = await openTestSms();
    const target = new URL('/', elsewhere.settings.url);
    target.username = '';
    target.password = '';
    const moved = openTestSms(() => ({ status: 307, location: target.href }));
    const provider = createTwilioProvider({ ...(await moved).settings, publicUrl });
    await expect(provider.send(text, never)).rejects.toThrow();
    expect(elsewhere.texts).toEqual([]);
    const { result } = await sendTo(() => ({
      status: 400,
      body: `{"code":21211,"x":"${'x'.repeat(100_000)}"}`,
    }));
    expect(result).toEqual({ outcome: 'refused', fault: '400', isAddress: false });
  });

  it('that hangs holds up nothing, and the text goes once it answers', async () => {
    const sms = await openTestSms((count) => (count === 1 ? new Promise(() => undefined) : undefined));
    const queue = await openTestQueue({ sendWithinMs: 200 });
    const delivery = queue.process(createTwilioProvider({ ...sms.settings, publicUrl }));
    await queue.database.sql.begin((transaction) =>
      queue.messages.enqueue(transaction, {
        ...{ vendor: 'meadow', channel: 'sms', to: '+12025550143', language: 'en', letter: 'code' },
        params: { code: '482913' },
      }),
    );
    await delivery.deliver();
    queue.pass(5_000);
    await delivery.deliver();
    expect(sms.texts).toHaveLength(2);
    expect(await queue.database.sql`select state from messages`).toEqual([{ state: 'sent' }]);
    expect(queue.log()).not.toMatch(/2025550143|482913/);
  });
});

describe('who has told the provider to stop', () => {
  it('gets nothing more from that vendor until they write START, no matter who asks', async () => {
    const { database, messages, delivery, answer, sent, pass } = await openTestQueue();
    const to = '+12025550143';
    const ask = (vendor: string) =>
      database.sql.begin(async (transaction) => {
        await messages.lift(transaction, { vendor, channel: 'sms', to });
        await messages.enqueue(transaction, {
          ...{ vendor, channel: 'sms', to, language: 'en', letter: 'code', params: {} },
        });
      });
    const recipient = { vendor: 'meadow', channel: 'sms', to } as const;
    answer({ outcome: 'refused', fault: '400 21610', isAddress: false, isStopped: true });
    await ask('meadow');
    await delivery.deliver();
    pass(40 * 24 * 3_600_000);
    await messages.sweep();
    await ask('meadow');
    await ask('brook');
    await delivery.deliver();
    expect(sent.map(({ vendor }) => vendor)).toEqual(['meadow', 'brook']);
    expect(await messages.isStopped(database.sql, recipient)).toBe(true);
    await database.sql.begin((transaction) => messages.resume(transaction, recipient));
    await ask('meadow');
    await delivery.deliver();
    expect(sent).toHaveLength(3);
  });
});

describe('a signature', () => {
  // The provider's own example: https://www.twilio.com/docs/usage/security.
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const form =
    'Digits=1234&To=%2B18005551212&From=%2B12349013030&Caller=%2B12349013030&CallSid=CA1234567890ABCDE';
  const fields = readForm(Buffer.from(form)) ?? new Map<string, string>();

  it('is the provider’s over address and fields, and of nothing else', () => {
    const signature = '0/KCTR6DLpKmkAf8muzZqo1nDgQ=';
    expect(signatureOf('12345', url, fields)).toBe(signature);
    expect(isSigned('12345', url, fields, signature)).toBe(true);
    for (const [token, address, given] of [
      ['12346', url, signature],
      ['12345', `${url}3`, signature],
      ['12345', url, signature.slice(1)],
      ['12345', url, undefined],
      ['12345', url, [signature]],
    ] as const)
      expect(isSigned(token, address, fields, given)).toBe(false);
    expect(isSigned('12345', url, new Map([...fields, ['Digits', '1235']]), signature)).toBe(false);
  });

  it('covers no form whose field was sent twice', () => {
    expect(readForm(Buffer.from('From=%2B1&From=%2B2'))).toBeUndefined();
  });
});
