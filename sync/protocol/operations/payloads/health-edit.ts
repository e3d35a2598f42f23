/** One change of a health profile, as it is sealed. */
import { z } from 'zod/mini';
import { fits, GROUPS, recordIdSchema, resourceSchema } from '../../../domain/health/health-record.ts';
import { present, uuid } from './parts.ts';

/**
 * A record as it is from now on: added, corrected, or ended, which is a state of the resource. What it was before stays in the history.
 *
 * `basedOn` is the record's version on the screen, null where there was none. A version is the edit that made it and not the record's number in the feed:
 * numbers begin again after a restore, and who changes a thing twice offline has seen the first change, which has no number yet.
 */
const stateSchema = z
  .object({
    does: z.literal('state'),
    record: recordIdSchema,
    basedOn: z.nullable(uuid),
    resource: resourceSchema,
    share: z.optional(z.boolean()),
    /** The edit that was held and is decided by this one. */
    settles: z.optional(uuid),
  })
  .check(z.refine(({ record, resource }) => fits(record, resource), { path: ['resource'] }));

const changeSchema = z.union([
  stateSchema,
  z.object({
    does: z.literal('confirm'),
    group: z.enum(GROUPS),
    versions: z.array(uuid).check(z.minLength(1), z.maxLength(200)),
  }),
  /** What was held isn't wanted any more. */
  z.object({ does: z.literal('keep'), settles: uuid }),
]);
export type HealthChange = z.infer<typeof changeSchema>;

export const healthEditV1 = z.object({
  /** The person: what they change goes in order. */
  session: uuid,
  vendor: present(63),
  /** Whose profile it is. Whether the device may speak for them is looked up by the server. */
  person: uuid,
  /** By the device's clock. */
  statedAt: z.iso.datetime({ offset: true }),
  change: changeSchema,
});
export type HealthEdit = z.infer<typeof healthEditV1>;

export const healthEditVersions = { 1: healthEditV1 };
