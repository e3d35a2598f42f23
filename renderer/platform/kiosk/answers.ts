/** From what crosses the bridge to what screens read: the contract passes on loosely what belongs to the sync client alone. */

import { z } from 'zod/mini';
import { StorageError } from '../../../sync/client/base/storage-error.ts';
import { consultationStates } from '../../../sync/domain/care/consultation-state.ts';
import { outcomes, receiptSchema } from '../../../sync/protocol/wire.ts';
import type { FormSnapshot } from '../../../sync/questionnaire/model/contract.ts';
import type { Delivery, DraftContent, StorageReport } from '../contract/contract.ts';
import type { CallResult } from './bridge.ts';

/** The same without the properties that are there and undefined. */
export type Exact<Value> = Value extends readonly unknown[]
  ? Value
  : { [Key in keyof Value]: Exclude<Value[Key], undefined> };

/** A schema's optional property may be there and undefined; the platform's types tell that from one that is absent. */
export function exact<Value extends object>(value: Value): Exact<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Exact<Value>;
}

const deliverySchema = z.object({
  opId: z.string(),
  session: z.string(),
  subjectId: z.string(),
  kind: z.string(),
  about: z.record(z.string(), z.string()),
  owner: z.enum(['own', 'shared']),
  code: z.string(),
  queuedAt: z.string(),
  state: z.enum(['queued', 'sending', 'received', 'held', 'attention']),
  why: z.optional(
    z.enum([
      'offline',
      'server-busy',
      'server-older',
      'update-needed',
      'sign-in-needed',
      'conflict',
      'not-understood',
      'photos',
      'no-key',
    ]),
  ),
  upload: z.optional(z.object({ done: z.number(), total: z.number() })),
  receipt: z.optional(receiptSchema),
  outcome: z.optional(z.enum(outcomes)),
  reviewedAt: z.optional(z.string()),
  acknowledgedAt: z.optional(z.string()),
  consultation: z.optional(z.enum(consultationStates)),
  deletedAt: z.optional(z.string()),
  reason: z.optional(z.string()),
});

/** @throws StorageError `unknown` where it isn't one. */
export function readDelivery(value: unknown): Delivery {
  const parsed = deliverySchema.safeParse(value);
  if (!parsed.success) throw new StorageError('unknown');
  return exact(parsed.data);
}

/** One that can't be read is left out: the others still tell what is sent. */
export function readDeliveries(values: readonly unknown[]): readonly Delivery[] {
  return values.flatMap((value) => {
    const parsed = deliverySchema.safeParse(value);
    return parsed.success ? [exact(parsed.data)] : [];
  });
}

function isFormSnapshot(value: unknown): value is FormSnapshot {
  return (
    typeof value === 'object' &&
    value !== null &&
    'v' in value &&
    value.v === 1 &&
    'canonical' in value &&
    typeof value.canonical === 'string' &&
    'nodes' in value
  );
}

type OpenedDraft = Extract<CallResult<'drafts.open'>, { readonly status: 'open' }>['content'];

/** @throws StorageError `unreadable` where the answers in it aren't those of this version's engine. */
export function readDraft(content: OpenedDraft): DraftContent {
  const { form, patient, ...rest } = content;
  if (form !== undefined && !isFormSnapshot(form)) throw new StorageError('unreadable');
  return exact({ ...rest, patient: exact(patient), form });
}

const reportSchema = z.object({
  mode: z.enum(['durable', 'memory']),
  reason: z.optional(
    z.enum(['no-indexeddb', 'keys-not-kept', 'data-not-kept', 'newer-version', 'blocked', 'quota']),
  ),
  persisted: z.union([z.boolean(), z.literal('unsupported')]),
  usageBytes: z.optional(z.number()),
  quotaBytes: z.optional(z.number()),
  evicted: z.boolean(),
});

/** @throws StorageError `unknown` */
export function readReport(value: unknown): StorageReport {
  const parsed = reportSchema.safeParse(value);
  if (!parsed.success) throw new StorageError('unknown');
  return exact(parsed.data);
}
