/** Mail through an SMTP server. Each message has a connection of its own: none is left that a server closed while nobody looked. */
import { createTransport } from 'nodemailer';
import type { MailSettings } from '../../base/config/config.ts';
import type { MessageProvider, SendResult } from '../../core/messages/message.ts';
import { mailOf } from './mail-of.ts';

export interface SmtpOptions extends MailSettings {
  /** Whether nothing is sent in the clear: always, but to this machine itself. */
  readonly requireTls?: boolean;
  /** Certificates to trust, PEM, besides those that Node knows. */
  readonly ca?: string;
  /** Without an answer. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 15_000;

function isThisMachine(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}

const textAt = (value: object, name: string): string | undefined => {
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : undefined;
};

/** `550 5.1.1` of a server's answer; its words may hold the address. */
function answerOf(error: Error): { readonly status: number; readonly detail: string | undefined } {
  const status: unknown = Reflect.get(error, 'responseCode');
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(textAt(error, 'response') ?? '')?.[1];
  return { status: typeof status === 'number' ? status : 0, detail };
}

/**
 * RFC 5321 4.2.1 and RFC 3463: 4xx passes by itself. 5xx to the recipient, or with a detail about the mailbox, is the address's fault; to the message,
 * this message's. Any other, such as to the password or the sender, is the operator's to mend: mail waits.
 */
export function readSmtpFault(error: unknown): SendResult {
  if (!(error instanceof Error)) return { outcome: 'postponed', fault: 'UNKNOWN' };
  const { status, detail } = answerOf(error);
  const code = textAt(error, 'code') ?? 'UNKNOWN';
  const fault = status === 0 ? code : [status, detail].filter((part) => part !== undefined).join(' ');
  const command = textAt(error, 'command') ?? '';
  if (status >= 500) {
    const isMailbox = detail !== undefined && /^5\.(1\.[1-36]|2\.1)$/.test(detail);
    // 5.7: what the server's rules forbid, such as relaying without a password.
    const isPolicy = detail?.startsWith('5.7.') === true;
    if (command === 'RCPT TO' && !isPolicy) return { outcome: 'refused', fault, isAddress: true };
    if (command === 'DATA') return { outcome: 'refused', fault, isAddress: isMailbox };
  }
  // The library itself found it to be no address, or one that this server can't write to.
  if (status === 0 && code === 'EENVELOPE') return { outcome: 'refused', fault, isAddress: false };
  const isOperators = status >= 500 || ['EAUTH', 'ENOAUTH', 'ETLS', 'EREQUIRETLS'].includes(code);
  return { outcome: 'postponed', fault, isOperators };
}

export function createSmtpProvider(options: SmtpOptions): MessageProvider {
  const { url, from, ca, silenceMs = SILENCE_MS } = options;
  const isTls = url.protocol === 'smtps:';
  const isHere = isThisMachine(url.hostname);
  const requireTLS = !isTls && (options.requireTls ?? !isHere);
  const user = decodeURIComponent(url.username);
  const host = url.hostname.replace(/^\[|\]$/g, '');

  const open = () =>
    createTransport({
      host,
      port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
      secure: isTls,
      requireTLS,
      // A server on this machine often offers STARTTLS with a certificate that nobody signed.
      ignoreTLS: !isTls && !requireTLS,
      ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
      ...(ca === undefined ? {} : { tls: { ca } }),
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      dnsTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });

  return {
    async send(message, signal) {
      const transport = open();
      try {
        await transport.sendMail({ ...mailOf(message, from), signal });
        return { outcome: 'sent' };
      } catch (error) {
        return readSmtpFault(error);
      } finally {
        transport.close();
      }
    },
  };
}
