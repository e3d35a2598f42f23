/** What a mail server sends back when it has given up on a letter: a delivery status notification (RFC 3464). */
import PostalMime, { type Attachment } from 'postal-mime';
import type { Sql } from '../../base/database/database.ts';
import type { Messages } from '../../core/messages/messages.ts';

export interface Bounce {
  /** Of the message, as `mail-of.ts` put it into the Message-ID. */
  readonly id: string;
  readonly to: string;
  /** `5.1.1` (RFC 3463). */
  readonly status: string;
  /** Nobody can be reached there: not a full mailbox, nor a letter that a filter took for spam. */
  readonly isAddress: boolean;
}

const MESSAGE_ID = /^Message-ID:\s*<([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/im;
/** RFC 3463, 3.2: the mailbox, its system or its domain isn't there, or takes no mail any more. */
const NOBODY = /^5\.(1\.[1-36]|1\.10|2\.1|4\.4)$/;

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/** The fields of each group of lines, names in lower case, folded lines joined. */
const groupsOf = (text: string): readonly ReadonlyMap<string, string>[] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n\n+/)
    .map(
      (group) =>
        new Map(
          group.split('\n').flatMap((line) => {
            const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
            return name === undefined ? [] : [[name.toLowerCase(), value?.trim() ?? ''] as const];
          }),
        ),
    );

/** @returns what it says of a letter of ours that didn't arrive; undefined for any other mail, and while a server still tries. */
export async function readBounce(mail: Uint8Array): Promise<Bounce | undefined> {
  const { attachments } = await PostalMime.parse(mail, { rfc822Attachments: true });
  const part = (...types: readonly string[]) => attachments.find(({ mimeType }) => types.includes(mimeType));
  const [report, original] = [
    part('message/delivery-status', 'message/global-delivery-status'),
    part('text/rfc822-headers', 'message/rfc822', 'message/global', 'message/global-headers'),
  ];
  if (!report || !original) return undefined;
  const failed = groupsOf(textOf(report)).find((group) => group.get('action')?.toLowerCase() === 'failed');
  const id = MESSAGE_ID.exec(textOf(original))?.[1];
  const to = /^(?:rfc822|utf-8)\s*;\s*<?([^\s<>]+)>?$/i.exec(failed?.get('final-recipient') ?? '')?.[1];
  const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(failed?.get('status') ?? '')?.[0];
  if (id === undefined || to === undefined || status === undefined) return undefined;
  return { id, to, status, isAddress: NOBODY.test(status) };
}

/**
 * Believes what names a letter that was sent, and the address that it was sent to: both together nobody else knows.
 * @returns whether it was news.
 */
export async function takeBounce(
  { sql, messages }: { readonly sql: Sql; readonly messages: Messages },
  { id, to, status, isAddress }: Bounce,
): Promise<boolean> {
  const sent = await sql<
    { vendor: string }[]
  >`select vendor from messages where id = ${id} and channel = 'mail'`;
  let isNews = false;
  for (const { vendor } of sent) {
    const recipient = { vendor, channel: 'mail', to } as const;
    if (!(await messages.didNotArrive({ ...recipient, id, fault: status }))) continue;
    isNews = true;
    if (isAddress) await messages.undeliverable(recipient);
  }
  return isNews;
}
