/** One change of what a patient says of themselves, as it is sealed. */
import { z } from 'zod/mini';
import { fitsPerson, personRecordIdSchema, valueSchema } from '../../../domain/profile/person-record.ts';
import { present, uuid } from './parts.ts';

const changeSchema = z.union([
  /** A record as it is from now on. `basedOn` is its version on the screen, as in `health-edit.ts`. */
  z
    .object({
      does: z.literal('state'),
      record: personRecordIdSchema,
      basedOn: z.nullable(uuid),
      value: valueSchema,
      /** The edit that was held and is decided by this one. */
      settles: z.optional(uuid),
    })
    .check(z.refine(({ record, value }) => fitsPerson(record, value), { path: ['value'] })),
  /** What was held isn't wanted any more. */
  z.object({ does: z.literal('keep'), settles: uuid }),
]);
export type PersonChange = z.infer<typeof changeSchema>;

export const personEditV1 = z.object({
  /** The person: what they change goes in order. */
  session: uuid,
  vendor: present(63),
  /** Whose it is. Whether the device may speak for them is looked up by the server. */
  person: uuid,
  /** By the device's clock. */
  statedAt: z.iso.datetime({ offset: true }),
  change: changeSchema,
});
export type PersonEdit = z.infer<typeof personEditV1>;

export const personEditVersions = { 1: personEditV1 };
