/**
 * The provider that works without any setting: each message becomes files in a folder, to be opened with any mail program or editor.
 * Nobody but the operator's own user may read them.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { languages } from '../../../domain/languages.ts';
import type { Logger } from '../../base/process/log.ts';
import { serviceNamed } from '../../core/feature.ts';
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

const keptSchema = z.object({
  ...{ vendor: z.string(), channel: z.enum(['mail', 'sms']), to: z.string(), subject: z.string() },
  ...{ text: z.string(), html: z.string().optional(), language: z.enum(languages), at: z.string() },
});
/** A message as it was written. `at`: ISO 8601. */
export type WrittenMessage = z.infer<typeof keptSchema> & { readonly name: string };

const keptOf = (message: OutgoingMessage): z.infer<typeof keptSchema> => {
  const { vendor, channel, to, subject, text, html, language, queuedAt } = message;
  return { vendor, channel, to, subject, text, html, language, at: queuedAt.toISOString() };
};

/** What was written for one vendor. */
export interface WrittenMessages {
  /** The newest first. @param before the name of one: those that are older. */
  list(
    vendor: string,
    before?: string,
  ): Promise<{ readonly messages: readonly WrittenMessage[]; readonly more: boolean }>;
  open(vendor: string, name: string): Promise<WrittenMessage | undefined>;
}
/** Undefined where messages really go out. */
export const writtenMessages = serviceNamed<WrittenMessages>('written messages');

const PAGE = 50;
const NAME = /^\d{4}-\d{2}-\d{2}T[\w-]+$/;

/** @param folder that of {@link createOutbox}, which may not be there yet. */
export function createWrittenMessages(folder: string): WrittenMessages {
  async function open(vendor: string, name: string): Promise<WrittenMessage | undefined> {
    // It comes from an address: nothing outside of the folder is read.
    if (!NAME.test(name)) return undefined;
    try {
      const kept = keptSchema.parse(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')));
      return kept.vendor === vendor ? { name, ...kept } : undefined;
    } catch {
      return undefined;
    }
  }
  return {
    open,
    async list(vendor, before) {
      const files = await readdir(folder).catch(() => []);
      const names = files
        .flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []))
        // A guess that spares reading: each says itself whose it is.
        .filter((name) => name.includes(`-${vendor}-`) && (before === undefined || name < before))
        .toSorted((one, other) => (one < other ? 1 : -1));
      const messages: WrittenMessage[] = [];
      for (const name of names) {
        if (messages.length > PAGE) break;
        const found = await open(vendor, name);
        if (found) messages.push(found);
      }
      return { messages: messages.slice(0, PAGE), more: messages.length > PAGE };
    },
  };
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
      await write(`${name}.json`, JSON.stringify(keptOf(message)));
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
