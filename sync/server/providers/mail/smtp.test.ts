import { describe, expect, it } from 'vitest';
import type { OutgoingMessage } from '../../core/messages/message.ts';
import { openTestQueue } from '../../core/messages/testing/test-queue.ts';
import { createSmtpProvider, readSmtpFault, type SmtpOptions } from './smtp.ts';
import { certificate } from './testing/certificate.ts';
import { openTestSmtp } from './testing/smtp-server.ts';

const FROM = 'care@example.org';
const never = new AbortController().signal;

function outgoing(part: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    ...{ id: 'f0f10c8e-6d0c-4d0a-9f3f-8f6a0f3f3b11', vendor: 'meadow', letter: 'code', channel: 'mail' },
    ...{ to: 'ana@example.org', language: 'en', queuedAt: new Date('2026-05-04T10:00:00Z') },
    ...{ senderName: 'Meadow Clinic', replyTo: 'hello@meadow.example', subject: 'Your sign-in code' },
    ...{ text: 'Your code: 482913', html: '<p>Your code: 482913</p>' },
    ...part,
  };
}

function providerAt(
  port: number,
  { sign = '', ...options }: Partial<SmtpOptions> & { readonly sign?: string } = {},
) {
  const scheme = options.url?.protocol ?? 'smtp:';
  return createSmtpProvider({ from: FROM, ...options, url: new URL(`${scheme}//${sign}localhost:${port}`) });
}

describe('a mail server', () => {
  it('gets a message whole: both texts, the vendor’s name and mailbox, and one recipient', async () => {
    const smtp = await openTestSmtp();
    const result = await providerAt(smtp.port).send(outgoing(), never);
    expect(result).toEqual({ outcome: 'sent' });
    expect(smtp.received).toMatchObject([
      {
        from: FROM,
        to: ['ana@example.org'],
        mail: {
          from: { name: 'Meadow Clinic', address: FROM },
          to: [{ address: 'ana@example.org' }],
          replyTo: [{ name: 'Meadow Clinic', address: 'hello@meadow.example' }],
          subject: 'Your sign-in code',
          text: expect.stringContaining('482913'),
          html: expect.stringContaining('482913'),
          messageId: '<f0f10c8e-6d0c-4d0a-9f3f-8f6a0f3f3b11@example.org>',
        },
      },
    ]);
    expect(smtp.received[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  });

  it('is told of nobody else, whatever a name or an address holds', async () => {
    const smtp = await openTestSmtp();
    const senderName = 'Meadow, eve@evil.example\r\nBcc: eve@evil.example';
    await providerAt(smtp.port).send(
      outgoing({ senderName, subject: 'Code\r\nBcc: eve@evil.example' }),
      never,
    );
    await providerAt(smtp.port).send(outgoing({ to: 'ana@example.org, eve@evil.example' }), never);
    await providerAt(smtp.port).send(
      outgoing({ to: 'ana@example.org\r\nRCPT TO:<eve@evil.example>' }),
      never,
    );
    expect(smtp.received.length).toBeGreaterThan(0);
    for (const { to, mail, from } of smtp.received) {
      expect(to).not.toContain('eve@evil.example');
      expect([from, mail.bcc, mail.from?.address]).toEqual([FROM, undefined, FROM]);
    }
  });

  it('is signed in to with the user and password of the address', async () => {
    const smtp = await openTestSmtp({ wantsUser: true });
    expect(await providerAt(smtp.port, { sign: 'clinic:a%20secret@' }).send(outgoing(), never)).toEqual({
      outcome: 'sent',
    });
    expect(smtp.received).toMatchObject([{ user: 'clinic' }]);
  });

  it('that doesn’t know the password is the operator’s to mend: mail waits', async () => {
    const smtp = await openTestSmtp({ wantsUser: true });
    const wait = { outcome: 'postponed', isOperators: true };
    const wrong = await providerAt(smtp.port, { sign: 'clinic:wrong@' }).send(outgoing(), never);
    expect(wrong).toMatchObject({ ...wait, fault: expect.stringContaining('535') });
    expect(await providerAt(smtp.port).send(outgoing(), never)).toMatchObject(wait);
    expect(smtp.received).toEqual([]);
  });

  it('is spoken to over TLS, from the first byte or by STARTTLS', async () => {
    const [first, later] = [await openTestSmtp({ isTls: true }), await openTestSmtp({ offersTls: true })];
    const trusted = { ca: certificate };
    const smtps = providerAt(first.port, { ...trusted, url: new URL('smtps://localhost') });
    expect(await smtps.send(outgoing(), never)).toEqual({ outcome: 'sent' });
    const starttls = providerAt(later.port, { ...trusted, requireTls: true });
    expect(await starttls.send(outgoing(), never)).toEqual({ outcome: 'sent' });
    expect([...first.received, ...later.received].map(({ isEncrypted }) => isEncrypted)).toEqual([
      true,
      true,
    ]);
  });

  it('hears neither password nor message in the clear, or from behind a certificate that nobody trusts', async () => {
    const clear = await openTestSmtp({ wantsUser: true });
    const foreign = await openTestSmtp({ wantsUser: true, offersTls: true });
    const options = { requireTls: true, sign: 'clinic:a%20secret@' };
    for (const { port } of [clear, foreign])
      expect(await providerAt(port, options).send(outgoing(), never)).toMatchObject({ outcome: 'postponed' });
    for (const { signIns, received } of [clear, foreign]) expect([signIns, received]).toEqual([[], []]);
  });

  it('that is silent is left after a while', async () => {
    const smtp = await openTestSmtp({ onMessage: () => new Promise(() => undefined) });
    const provider = providerAt(smtp.port, { silenceMs: 300 });
    expect(await provider.send(outgoing(), never)).toEqual({
      outcome: 'postponed',
      fault: 'ETIMEDOUT',
      isOperators: false,
    });
  });

  it('is hung up on where the caller gives up', async () => {
    const smtp = await openTestSmtp({ onMessage: () => new Promise(() => undefined) });
    const started = performance.now();
    expect(await providerAt(smtp.port).send(outgoing(), AbortSignal.timeout(200))).toMatchObject({
      outcome: 'postponed',
    });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('an answer of a mail server', () => {
  const fault = (response: string, command: string, code = 'EENVELOPE') =>
    readSmtpFault(
      Object.assign(new Error('x'), { response, command, code, responseCode: Number(response.slice(0, 3)) }),
    );

  it.each([
    ['550 5.1.1 no such user', 'RCPT TO', { outcome: 'refused', fault: '550 5.1.1', isAddress: true }],
    ['550 no such user', 'RCPT TO', { outcome: 'refused', fault: '550', isAddress: true }],
    ['554 5.1.1 no such user', 'DATA', { outcome: 'refused', fault: '554 5.1.1', isAddress: true }],
    ['554 5.6.0 looks like spam', 'DATA', { outcome: 'refused', fault: '554 5.6.0', isAddress: false }],
    ['450 4.2.0 greylisted', 'RCPT TO', { outcome: 'postponed', fault: '450 4.2.0', isOperators: false }],
    ['554 5.7.1 relaying denied', 'RCPT TO', { outcome: 'postponed', fault: '554 5.7.1', isOperators: true }],
    ['553 not your address', 'MAIL FROM', { outcome: 'postponed', fault: '553', isOperators: true }],
    ['554 go away', 'CONN', { outcome: 'postponed', fault: '554', isOperators: true }],
  ])('%s to %s', (response, command, expected) => {
    expect(fault(response, command)).toEqual(expected);
  });
});

describe('the queue over a mail server', () => {
  it('waits while the server says 4xx, and then sends once', async () => {
    const answers = ['451 4.3.0 try later', '421 4.7.0 too many'];
    const smtp = await openTestSmtp({ onMessage: () => answers.shift() });
    const { ask, process, pass, database } = await openTestQueue();
    const { deliver } = process(providerAt(smtp.port));
    await ask();
    const state = async () => (await database.sql`select state, fault from messages`)[0];
    await deliver();
    expect(await state()).toEqual({ state: 'queued', fault: '451 4.3.0' });
    pass(10_000);
    await deliver();
    expect(await state()).toEqual({ state: 'queued', fault: '421 4.7.0' });
    pass(20_000);
    await deliver();
    expect(await state()).toEqual({ state: 'sent', fault: null });
    // The same message each time: a mailbox that had taken one could tell.
    expect(new Set(smtp.received.map(({ mail }) => mail.messageId)).size).toBe(1);
  });

  it('sends nothing more to an address that the server doesn’t know', async () => {
    const asked: string[] = [];
    const smtp = await openTestSmtp({
      onRecipient(address) {
        asked.push(address);
        return address.startsWith('nobody') ? '550 5.1.1 no such user' : undefined;
      },
    });
    const { ask, process, pass, log } = await openTestQueue();
    const { deliver } = process(providerAt(smtp.port));
    await ask('nobody@example.org');
    await deliver();
    pass(60_000);
    await ask('nobody@example.org');
    await ask('ana@example.org');
    await deliver();
    expect(asked.toSorted()).toEqual(['ana@example.org', 'nobody@example.org']);
    expect(smtp.received).toHaveLength(1);
    expect(log()).toContain('MESSAGE_REFUSED');
    expect(log()).not.toMatch(/nobody|482913/);
  });

  it('loses nothing while the server is away', async () => {
    const first = await openTestSmtp();
    const { port } = first;
    await first.close();
    const { ask, process, pass, database } = await openTestQueue();
    const { deliver } = process(providerAt(port));
    await ask();
    await deliver();
    expect(await database.sql`select state, fault from messages`).toMatchObject([
      { state: 'queued', fault: expect.stringMatching(/^E[A-Z]+$/) },
    ]);
    const back = await openTestSmtp({ port });
    pass(10_000);
    await deliver();
    expect(back.received).toHaveLength(1);
  });

  it('sends a duplicate at most where a process dies after the server has taken the message', async () => {
    const smtp = await openTestSmtp();
    const { ask, process, pass, database } = await openTestQueue();
    await ask();
    const provider = providerAt(smtp.port);
    const dying = process({
      async send(message, signal) {
        await provider.send(message, signal);
        return new Promise(() => undefined);
      },
    });
    void dying.deliver();
    await expect.poll(() => smtp.received.length).toBe(1);
    pass(61_000);
    await process(provider).deliver();
    expect(smtp.received.map(({ mail }) => mail.messageId)).toEqual([
      smtp.received[0]?.mail.messageId,
      smtp.received[0]?.mail.messageId,
    ]);
    expect(await database.sql`select state from messages`).toEqual([{ state: 'sent' }]);
  });
});
