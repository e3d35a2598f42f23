/**
 * Reads as much of a faulty entry as can be read, so that one wrong field doesn't hide what is wrong with the files and rules
 * behind it. What stands in for an unreadable field never causes a fault of its own, and is never published.
 */
import type { z } from 'zod/mini';
import {
  type OfferedQuestionnaire,
  offeredQuestionnaireSchema,
} from '../../sync/domain/intake/offered-questionnaire.ts';
import { languages } from '../../sync/domain/languages.ts';
import { consentDocumentSchema, type LegalSource } from '../../sync/domain/legal/legal-document.ts';
import type { Entries } from './check-vendor.ts';
import { isObject, textOf } from './form/form-index.ts';

type Shape = Readonly<Record<string, z.ZodMiniType>>;

function repaired<S extends z.ZodMiniType>(
  schema: S,
  shape: Shape,
  raw: unknown,
  standIns: Readonly<Record<string, unknown>>,
): z.output<S> | undefined {
  if (!isObject(raw)) return undefined;
  const fields = Object.entries(shape).flatMap(([key, field]) => {
    const value = field.safeParse(raw[key]).success ? raw[key] : standIns[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  const result = schema.safeParse(Object.fromEntries(fields));
  return result.success ? result.data : undefined;
}

function entriesOf<T>(list: unknown, read: (raw: unknown, index: number) => T | undefined): Entries<T> {
  return (Array.isArray(list) ? list : []).flatMap((raw: unknown, index) => {
    const entry = read(raw, index);
    return entry === undefined ? [] : [[index, entry] as const];
  });
}

const text = { en: '-' };

/** Legal documents whose file can be read; a document without a readable slug is told apart by its index. */
export function readableLegal(list: unknown): Entries<LegalSource> {
  return entriesOf(list, (raw, index) =>
    repaired(consentDocumentSchema, consentDocumentSchema.shape, raw, {
      slug: `unreadable-${index}`,
      kind: 'other',
      title: text,
      version: '0',
      effectiveFrom: '2000-01-01',
      unreviewed: [],
    }),
  );
}

/** Questionnaires whose file can be read. */
export function readableQuestionnaires(
  list: unknown,
  legal: Entries<LegalSource>,
  currency: unknown,
): Entries<OfferedQuestionnaire> {
  const [first] = legal;
  const consents = first ? [{ document: first[1].slug, statement: text, required: true }] : [];
  return entriesOf(list, (raw, index) =>
    repaired(offeredQuestionnaireSchema, offeredQuestionnaireSchema.shape, raw, {
      slug: `unreadable-${index}`,
      title: text,
      purpose: text,
      durationMinutes: 1,
      price: { amount: 0, currency: textOf(currency) ?? 'USD' },
      clinician: 0,
      reviewHours: 1,
      minAge: 0,
      maxAnswerAgeDays: 1,
      consents,
      status: 'open',
      formLanguages: [...languages],
      unreviewed: [],
      manifest: {
        licence: '-',
        attribution: '-',
        allowedUse: '-',
        source: '-',
        version: '-',
        reviewedOn: '2000-01-01',
      },
    }),
  );
}
