/**
 * The provider that works without any setting: each message becomes files in a folder, to be opened with any mail program or editor.
 * Nobody but the operator's own user may read them.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '../../base/process/log.ts';
import type { MessageProvider, OutgoingMessage } from '../../core/messages/message.ts';
import { mailOf } from './mail-of.ts';

/** From an address that can't exist: nobody answers to a file. */
const FROM = 'outbox@carefront.invalid';

/** Sorts by time; the same for the same message, so that a second try replaces the first. */
function nameOf({ queuedAt, vendor, letter, id }: OutgoingMessage): string {
  const time = queuedAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return `${time}-${vendor}-${letter}-${id.slice(0, 8)}`;
}

function readable({ to, subject, text }: OutgoingMessage): string {
  return `To: ${to}\n${subject === '' ? '' : `Subject: ${subject}\n`}\n${text}\n`;
}

export function createOutbox({
  folder,
  logger,
}: {
  readonly folder: string;
  readonly logger: Logger;
}): MessageProvider {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

  async function write(name: string, content: string | Buffer): Promise<void> {
    const draft = join(folder, `.${name}`);
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, join(folder, name));
  }

  return {
    async send(message) {
      const { vendor, id, channel, letter } = message;
      const name = nameOf(message);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await write(`${name}.txt`, readable(message));
      if (channel === 'mail') {
        const { message: eml } = await composer.sendMail(mailOf(message, FROM));
        if (!Buffer.isBuffer(eml)) throw new TypeError('A composed mail is a buffer.');
        await write(`${name}.eml`, eml);
      }
      logger.info({ vendor, id, letter }, 'MESSAGE_WRITTEN');
      return { outcome: 'sent' };
    },
  };
}
