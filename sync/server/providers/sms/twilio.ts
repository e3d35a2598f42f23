/** Texts through an HTTP API as Twilio has it. Each is one request; the queue retries. */
import { z } from 'zod';
import type { SmsSettings } from '../../base/config/config.ts';
import type { MessageProvider, OutgoingMessage, SendResult } from '../../core/messages/message.ts';
import { senderOf, statusPath } from './sms-settings.ts';

export interface TwilioOptions extends SmsSettings {
  /** Where the provider reaches this server; undefined: nothing is told of what became of a text. */
  readonly publicUrl: URL | undefined;
}

const MAX_ANSWER_BYTES = 64 * 1024;
const faultSchema = z.object({ code: z.int() });

/** No number, no mobile, or one that can't be reached: https://www.twilio.com/docs/api/errors. */
const NOT_REACHED: ReadonlySet<number> = new Set([
  21211, 21214, 21217, 21265, 21407, 21612, 21614, 30003, 30005, 30006,
]);
/** They have answered STOP, and the provider heard it before this server did. */
const STOPPED = 21610;
/** Of the sender, its rights or the account: the operator's to mend. */
const OPERATORS: ReadonlySet<number> = new Set([
  20003, 20404, 20429, 21212, 21408, 21602, 21603, 21606, 21611, 21659, 21660, 21703,
]);

export const isNotReached = (code: number) => NOT_REACHED.has(code);

/** Its words repeat the number: only its code is kept. */
export function readFault(status: number, body: string): SendResult {
  let code: number | undefined;
  try {
    code = faultSchema.parse(JSON.parse(body)).code;
  } catch {
    // A proxy's page says nothing more than its status does.
  }
  const fault = code === undefined ? String(status) : `${status} ${code}`;
  if (code === STOPPED) return { outcome: 'refused', fault, isAddress: false, isStopped: true };
  if (code !== undefined && NOT_REACHED.has(code)) return { outcome: 'refused', fault, isAddress: true };
  if (status === 429 || status >= 500) return { outcome: 'postponed', fault };
  if (status !== 400 || (code !== undefined && OPERATORS.has(code)))
    return { outcome: 'postponed', fault, isOperators: true };
  return { outcome: 'refused', fault, isAddress: false };
}

/** Never more than a problem needs, whatever is at the other end. */
async function readShort(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function createTwilioProvider(options: TwilioOptions): MessageProvider {
  const { url, publicUrl } = options;
  const account = decodeURIComponent(url.username);
  const token = decodeURIComponent(url.password);
  const address = new URL(url);
  address.username = '';
  address.password = '';
  address.pathname = `${url.pathname.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;

  function formOf({ vendor, id, to, text }: OutgoingMessage, sender: string): URLSearchParams {
    return new URLSearchParams({
      To: to,
      [sender.startsWith('+') ? 'From' : 'MessagingServiceSid']: sender,
      Body: text,
      ...(publicUrl ? { StatusCallback: new URL(statusPath(vendor, id), publicUrl).href } : {}),
    });
  }

  return {
    async send(message, signal) {
      const sender = senderOf(options, message.vendor);
      if (sender === undefined) return { outcome: 'postponed', fault: 'NO_SENDER', isOperators: true };
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: formOf(message, sender),
        // What it was given goes nowhere else.
        redirect: 'error',
        signal,
      });
      const body = await readShort(response);
      return response.ok ? { outcome: 'sent' } : readFault(response.status, body);
    },
  };
}
