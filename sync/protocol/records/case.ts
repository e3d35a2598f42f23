/** The record kind `case`: a form that the patient has sent, as they see it on each of their devices. Its id is the operation's. */
import { z } from 'zod/mini';

export { CASE_RECORD } from './case-kind.ts';
export const CASE_RECORD_VERSION = 1;

export const caseRecordSchema = z.object({
  /** The human code that is in the receipt. */
  code: z.string(),
  /** Of the form that was answered, by language; null where what arrived can't be read. */
  title: z.nullable(z.record(z.string(), z.string())),
  sentAt: z.iso.datetime(),
  /** Slug of the form. Absent where it isn't known, and in what was published before it was told. */
  form: z.optional(z.string()),
  dueAt: z.iso.datetime(),
  /** `held`: staff look at it first. */
  status: z.enum(['received', 'held', 'reviewed']),
  reviewedAt: z.optional(z.iso.datetime()),
});
export type CaseRecord = z.infer<typeof caseRecordSchema>;

/** On the device that sends it, there is less to tell until the clinic has it: see `overlay` of `intake-submit.ts`. */
export const caseViewSchema = z.extend(caseRecordSchema, {
  sentAt: z.iso.datetime({ offset: true }),
  dueAt: z.optional(z.iso.datetime()),
  status: z.enum(['sending', 'received', 'held', 'reviewed']),
});
export type CaseView = z.infer<typeof caseViewSchema>;
