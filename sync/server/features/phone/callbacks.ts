/**
 * What the provider of texts tells: what became of one, and what people answer. Public addresses, believed by the provider's signature alone. The signature
 * has no date: what is told again, or sent again by somebody who has seen it, changes nothing more.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '../../../domain/languages.ts';
import type { SmsSettings } from '../../base/config/config.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Logger } from '../../base/process/log.ts';
import type { Recipient } from '../../core/messages/message.ts';
import type { Messages } from '../../core/messages/messages.ts';
import { vendorOf } from '../../http/access/access.ts';
import { type FormFields, isSigned, readForm, SIGNATURE_HEADER } from '../../providers/sms/signature.ts';
import { INBOUND_PATH, statusPath, vendorsOf } from '../../providers/sms/sms-settings.ts';
import { isNotReached } from '../../providers/sms/twilio.ts';
import { answerTo, type Wish, wishOf } from './keywords.ts';

export interface CallbackDependencies {
  readonly sql: Sql;
  /** Undefined: nobody tells anything. */
  readonly sms: SmsSettings | undefined;
  readonly publicUrl: URL | undefined;
  readonly messages: Messages;
  /** Slugs. */
  readonly vendors: readonly string[];
  readonly languageOf: (vendor: string, number: string) => Promise<Language | undefined>;
  readonly logger: Logger;
}

const MAX_BYTES = 16_384;
const publicRoute = { config: { access: 'public' } } as const;
const E164 = /^\+[1-9]\d{6,14}$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** The provider's own name of a text. */
const MESSAGE_ID = /^\w{1,64}$/;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const twiml = (text: string | undefined) =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${text === undefined ? '' : `<Message>${escaped(text)}</Message>`}</Response>`;

export function addTextCallbacks(server: FastifyInstance, dependencies: CallbackDependencies): void {
  const { sql, sms, publicUrl, messages, vendors, languageOf, logger } = dependencies;

  /** @throws ProblemError NOT_FOUND where it isn't the provider's: nobody learns more. */
  function believe(request: FastifyRequest): FormFields {
    const fields = request.body instanceof Uint8Array ? readForm(request.body) : undefined;
    if (!sms || !publicUrl || !fields) throw new ProblemError('NOT_FOUND');
    const url = new URL(request.url, publicUrl).href;
    const token = decodeURIComponent(sms.url.password);
    if (!isSigned(token, url, fields, request.headers[SIGNATURE_HEADER])) throw new ProblemError('NOT_FOUND');
    return fields;
  }

  /** Each answer counts once: what is signed but not dated could be told again by anyone who has seen it, and undo what was answered since. */
  async function keep(wish: Wish, answer: string, recipients: readonly Recipient[]): Promise<void> {
    if (wish === 'help') return;
    await sql.begin(async (transaction) => {
      for (const recipient of recipients) {
        const isNew = await transaction`
          insert into text_answers (vendor, id) values (${recipient.vendor}, ${answer}) on conflict do nothing returning id`;
        if (isNew.length > 0)
          await (wish === 'stop' ? messages.stop : messages.resume)(transaction, recipient);
      }
    });
  }

  server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );

    routes.post<{ Params: { id: string } }>(
      statusPath(':vendor', ':id'),
      publicRoute,
      async (request, reply) => {
        const fields = believe(request);
        const vendor = vendorOf(request).pack.slug;
        const { id } = request.params;
        const recipient = { vendor, channel: 'sms', to: fields.get('To') ?? '' } as const;
        const status = fields.get('MessageStatus');
        const code = Number(fields.get('ErrorCode'));
        const fault = Number.isInteger(code) ? String(code) : 'UNKNOWN';
        const isBad = (status === 'undelivered' || status === 'failed') && UUID.test(id);
        if (isBad && (await messages.didNotArrive({ ...recipient, id, fault }))) {
          logger.warn({ vendor, fault }, 'TEXT_UNDELIVERED');
          if (isNotReached(code)) await messages.undeliverable(recipient);
        }
        return reply.status(204).send();
      },
    );

    routes.post(INBOUND_PATH, publicRoute, async (request, reply) => {
      const fields = believe(request);
      const number = fields.get('From') ?? '';
      const answer = fields.get('MessageSid') ?? '';
      const wish = wishOf(fields.get('Body') ?? '');
      const theirs = sms
        ? vendorsOf(sms, [fields.get('To'), fields.get('MessagingServiceSid')], vendors)
        : [];
      let text: string | undefined;
      if (wish !== undefined && E164.test(number) && MESSAGE_ID.test(answer)) {
        const recipients = theirs.map((vendor) => ({ vendor, channel: 'sms', to: number }) as const);
        await keep(wish, answer, recipients);
        const known = await Promise.all(theirs.map((vendor) => languageOf(vendor, number)));
        const language = known.find((one) => one !== undefined) ?? 'en';
        // Where the provider says what it took it for, it has answered by itself.
        if (!fields.has('OptOutType')) text = answerTo(wish, language, publicUrl?.hostname ?? '');
      }
      return reply.header('content-type', 'text/xml; charset=utf-8').send(twiml(text));
    });
  });
}
