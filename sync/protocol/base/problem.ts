import { z } from 'zod/mini';

/** RFC 9457 problem; `code` is stable, `detail` never holds health data. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.optional(z.int()),
  code: z.string(),
  detail: z.optional(z.string()),
  /** JSON Pointers of the fields at fault. */
  errors: z.optional(z.array(z.object({ pointer: z.string(), detail: z.string() }))),
});
export type Problem = z.infer<typeof problemSchema>;
