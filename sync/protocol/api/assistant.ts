/**
 * A question that a model words the answer to, out of vendors' own texts. `POST /api/assistant/answers` with {@link AssistantQuestion}; 404 where no model is
 * configured, 429 where a network asks too often.
 *
 * The answer is newline-delimited JSON, one {@link AssistantEvent} in each line as soon as it is known; the last one is `end`. Nothing is stored.
 */
import { z } from 'zod/mini';
import { languages } from '../../domain/languages.ts';

export const MAX_QUESTION = 500;

export const assistantQuestionSchema = z.strictObject({
  question: z.string().check(z.minLength(1), z.maxLength(MAX_QUESTION)),
  /** Of the page. */
  language: z.enum(languages),
  /** ISO 3166, where the patient said it. Never given to the model: it decides which vendors may be named. */
  place: z.optional(z.string().check(z.maxLength(10))),
});
export type AssistantQuestion = z.infer<typeof assistantQuestionSchema>;

/** `vendor`: its name. */
const sourceSchema = z.object({ id: z.string(), title: z.string(), href: z.string(), vendor: z.string() });

export const assistantEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sentence'), text: z.string(), sources: z.array(sourceSchema) }),
  z.object({
    type: z.literal('end'),
    /** `urgent`: no model was asked. `unknown`: nothing of what vendors say answers it. `unavailable`: the model failed, or was too slow. */
    reason: z.enum(['done', 'urgent', 'unknown', 'unavailable']),
  }),
]);
export type AssistantEvent = z.infer<typeof assistantEventSchema>;
