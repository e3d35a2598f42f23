/** By what each channel goes out, as the settings say. */
import { join } from 'node:path';
import type { MailSettings, SmsSettings } from '../base/config/config.ts';
import type { Logger } from '../base/process/log.ts';
import type { MessageProviders } from '../core/messages/message.ts';
import { createOutbox } from './mail/outbox.ts';
import { createSmtpProvider } from './mail/smtp.ts';
import { createTwilioProvider } from './sms/twilio.ts';

export const outboxOf = (dataDir: string): string => join(dataDir, 'outbox');

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
