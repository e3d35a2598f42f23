/** By what each channel goes out, as the settings say. */
import { join } from 'node:path';
import type { MailSettings, SmsSettings } from '../base/config/config.ts';
import type { Logger } from '../base/process/log.ts';
import type { Core } from '../core/feature.ts';
import type { MessageProviders } from '../core/messages/message.ts';
import { type Apple, appleAccess } from './apple/apple.ts';
import { createOutbox, createWrittenMessages, writtenMessages } from './mail/outbox.ts';
import { createSmtpProvider } from './mail/smtp.ts';
import { openPaymentProviders, type PaymentProviderSettings, paymentProviders } from './open-payments.ts';
import { createTwilioProvider } from './sms/twilio.ts';

const outboxOf = (dataDir: string): string => join(dataDir, 'outbox');

/** @param mail, sms undefined: into the outbox folder. */
export function openMessageProviders({
  dataDir,
  mail,
  sms,
  publicUrl,
  logger,
}: {
  readonly dataDir: string;
  readonly mail?: MailSettings | undefined;
  readonly sms?: SmsSettings | undefined;
  readonly publicUrl: URL | undefined;
  readonly logger: Logger;
}): MessageProviders {
  const outbox = createOutbox({ folder: outboxOf(dataDir), logger });
  return {
    mail: mail === undefined ? outbox : createSmtpProvider(mail),
    sms: sms === undefined ? outbox : createTwilioProvider({ ...sms, publicUrl }),
  };
}

/** For features: who moves money, who signs people in, and who reads what nobody sends. */
export function provideProviders(
  core: Pick<Core, 'services' | 'sql' | 'now' | 'vendors'>,
  {
    dataDir,
    mail,
    sms,
    apple,
    payments,
  }: {
    readonly dataDir: string;
    readonly mail?: MailSettings | undefined;
    readonly sms?: SmsSettings | undefined;
    readonly apple?: Apple | undefined;
    readonly payments?: PaymentProviderSettings | undefined;
  },
): void {
  const { sql, now, vendors } = core;
  paymentProviders.provide(core, openPaymentProviders({ sql, now, vendors, payments }));
  if (apple) appleAccess.provide(core, apple);
  if (mail === undefined || sms === undefined)
    writtenMessages.provide(core, createWrittenMessages(outboxOf(dataDir)));
}
