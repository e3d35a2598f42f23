/** By what each channel goes out, as the settings say. */
import { join } from 'node:path';
import type { MailSettings } from '../../base/config/config.ts';
import type { Logger } from '../../base/process/log.ts';
import type { MessageProviders } from '../../core/messages/message.ts';
import { createOutbox } from './outbox.ts';
import { createSmtpProvider } from './smtp.ts';

/** @param mail undefined: into the outbox folder. No SMS leaves the house yet. */
export function openMessageProviders({
  dataDir,
  mail,
  logger,
}: {
  readonly dataDir: string;
  readonly mail?: MailSettings | undefined;
  readonly logger: Logger;
}): MessageProviders {
  const outbox = createOutbox({ folder: join(dataDir, 'outbox'), logger });
  return { mail: mail === undefined ? outbox : createSmtpProvider(mail), sms: outbox };
}
