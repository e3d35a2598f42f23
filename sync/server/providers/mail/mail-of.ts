/**
 * A message as nodemailer wants it: addresses as objects, which it never reads as lists. No envelope of our own: its addresses are read as
 * lists, commas and all.
 */
import type { SendMailOptions } from 'nodemailer';
import type { OutgoingMessage } from '../../core/messages/message.ts';

export function mailOf(message: OutgoingMessage, from: string): SendMailOptions {
  const { id, to, subject, text, html, senderName, replyTo, language, queuedAt } = message;
  return {
    from: { name: senderName, address: from },
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: senderName, address: replyTo } }),
    // The same at each try: a mailbox that gets a message twice can tell.
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: queuedAt,
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    headers: {
      'Content-Language': language,
      // RFC 3834: no vacation notes in return.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
