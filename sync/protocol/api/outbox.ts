/**
 * Letters and texts that a demo vendor's server has written instead of sending them, for who tries the product out. Below `/console/{vendor}/api`:
 *
 * | request            | answer                                                                             |
 * |--------------------|------------------------------------------------------------------------------------|
 * | `GET outbox`       | {@link OutboxList}, the newest first; `?before=` the name of the last one shown       |
 * | `GET outbox/:name` | the letter as mail programs show it: HTML that loads nothing and runs nothing         |
 *
 * 404 where the vendor is no demo, or where messages really go out.
 */
import { z } from 'zod/mini';
import { languages } from '../../domain/languages.ts';

const text = z.string();

export const writtenMessageSchema = z.object({
  /** Names it in this list; begins with the moment. */
  name: text,
  channel: z.enum(['mail', 'sms']),
  to: text,
  /** Empty of a text. */
  subject: text,
  text,
  language: z.enum(languages),
  /** ISO 8601. */
  at: z.iso.datetime({ offset: true }),
});
export type WrittenMessage = z.infer<typeof writtenMessageSchema>;

export const outboxListSchema = z.object({
  messages: z.array(writtenMessageSchema),
  /** Whether there are older ones. */
  more: z.boolean(),
});
export type OutboxList = z.infer<typeof outboxListSchema>;
