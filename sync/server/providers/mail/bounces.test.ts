import { describe, expect, it } from 'vitest';
import { openTestQueue } from '../../core/messages/testing/test-queue.ts';
import { readBounce, takeBounce } from './bounces.ts';

const ID = 'f0f10c8e-6d0c-4d0a-9f3f-8f6a0f3f3b11';

interface Report {
  readonly id?: string;
  readonly to?: string;
  readonly action?: string;
  readonly status?: string;
  /** As Exchange returns it: the whole letter, not its head alone. */
  readonly whole?: boolean;
}

/** As Postfix writes it. */
function notice(report: Report = {}): Uint8Array {
  const { id = ID, to = 'ana@example.org', action = 'failed', status = '5.1.1', whole = false } = report;
  const head = [`Message-ID: <${id}@care.example>`, 'From: Meadow Clinic <care@care.example>', `To: ${to}`];
  return Buffer.from(
    [
      'Return-Path: <>',
      'From: MAILER-DAEMON@mx.example.org (Mail Delivery System)',
      'To: care@care.example',
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="A/mx"',
      '',
      '--A/mx',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'I’m sorry to have to inform you that your message could not be delivered.',
      '',
      '--A/mx',
      'Content-Description: Delivery report',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.org',
      'Arrival-Date: Mon,  4 May 2026 10:00:01 +0000 (UTC)',
      '',
      `Final-Recipient: rfc822; ${to}`,
      `Original-Recipient: rfc822;${to}`,
      `Action: ${action}`,
      `Status: ${status}`,
      'Diagnostic-Code: smtp; 550 5.1.1',
      `    <${to}>: Recipient address rejected`,
      '',
      '--A/mx',
      `Content-Type: ${whole ? 'message/rfc822' : 'text/rfc822-headers'}`,
      '',
      ...head,
      ...(whole ? ['Subject: Your sign-in code', '', 'Your code: 482913'] : []),
      '',
      '--A/mx--',
      '',
    ].join('\r\n'),
  );
}

describe('what a mail server sends back', () => {
  it.each([false, true])(
    'names the letter and the address - the whole letter comes along: %s',
    async (whole) => {
      expect(await readBounce(notice({ whole }))).toEqual({
        ...{ id: ID, to: 'ana@example.org', status: '5.1.1', isAddress: true },
      });
    },
  );

  it.each(['4.4.1', '5.2.2', '5.7.1', '5.3.4'])(
    'isn’t the address’s fault where it says %s',
    async (status) => {
      expect(await readBounce(notice({ status }))).toMatchObject({ status, isAddress: false });
    },
  );

  it.each([
    ['a server that still tries', notice({ action: 'delayed', status: '4.4.1' })],
    ['a letter that isn’t ours', notice({ id: 'CAJq1' })],
    [
      'an answer of a person',
      Buffer.from(`From: ana@example.org\r\nIn-Reply-To: <${ID}@care.example>\r\n\r\nThanks`),
    ],
    ['nothing', new Uint8Array()],
    ['no mail', Buffer.from([0, 255, 13, 10, 13, 10, 45, 45, 200])],
  ])('is nothing where it is %s', async (_, mail) => {
    expect(await readBounce(mail)).toBeUndefined();
  });
});

describe('a letter that came back', () => {
  async function openClinic() {
    const queue = await openTestQueue();
    const unreachable: string[] = [];
    queue.messages.onUndeliverable(async ({ vendor, to }) => void unreachable.push(`${vendor} ${to}`));
    await queue.ask('ana@example.org');
    await queue.delivery.deliver();
    const id = queue.sent[0]?.id ?? '';
    const returns = async (report: Report) => {
      const bounce = await readBounce(notice({ id, ...report }));
      return bounce !== undefined && (await takeBounce({ sql: queue.database.sql, ...queue }, bounce));
    };
    return { ...queue, unreachable, returns };
  }

  it('tells of its address once, which gets nothing more for a day', async () => {
    const { returns, unreachable, ask, delivery, sent, pass } = await openClinic();
    pass(3 * 24 * 3_600_000);
    expect(await returns({})).toBe(true);
    expect(unreachable).toEqual(['meadow ana@example.org']);
    await ask('ana@example.org');
    await delivery.deliver();
    expect(sent).toHaveLength(1);
    expect(await returns({})).toBe(false);
    expect(unreachable).toHaveLength(1);
  });

  it('because a mailbox is full says nothing of the address', async () => {
    const { returns, unreachable, ask, delivery, sent } = await openClinic();
    expect(await returns({ status: '5.2.2' })).toBe(true);
    expect(unreachable).toEqual([]);
    await ask('ana@example.org');
    await delivery.deliver();
    expect(sent).toHaveLength(2);
  });

  it('is believed of the address that it was sent to alone, and for six days', async () => {
    const { returns, unreachable, pass } = await openClinic();
    expect(await returns({ to: 'eve@example.org' })).toBe(false);
    expect(await returns({ id: ID })).toBe(false);
    pass(6 * 24 * 3_600_000 + 1);
    expect(await returns({})).toBe(false);
    expect(unreachable).toEqual([]);
  });
});
