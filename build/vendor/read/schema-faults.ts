/** Turns what a schema says into faults with a JSON path and a remedy, unknown fields included. */
import { locales, type z } from 'zod/mini';
import { type Faults, jsonPath } from './faults.ts';

const { localeError } = locales.en();

/** What a value should look like, by the last name in its path. */
const shapes: Readonly<Record<string, string>> = {
  slug: 'Use lower-case letters, digits and single hyphens, at most 63, as in "mood-check-in".',
  document: 'Use the slug of a document in $.legal.',
  id: 'Use lower-case letters, digits and single hyphens, as in "migraine-aura".',
  primary: 'Write a color as "#6b2c4f".',
  secondary: 'Write a color as "#7d9471".',
  background: 'Write a color as "#faf5ee".',
  place: 'Write an ISO 3166 code, as "US-CA" or "GB".',
  region: 'Write an ISO 3166 country code, as "US".',
  currency: 'Write an ISO 4217 code, as "USD".',
  phone: 'Write the number in E.164, as "+12025550143".',
  email: 'Write an address, as "care@clinic.example".',
  version: 'Write a version as "1.0".',
  effectiveFrom: 'Write a day as "2026-11-20".',
  reviewedOn: 'Write a day as "2026-11-20".',
  openingTime: 'Write a time of 24 hours, as "08:00".',
  closingTime: 'Write a time of 24 hours, as "18:00"; "00:00" is the end of the day.',
  viewBox: 'Write four numbers, as "0 0 64 64".',
  paths: 'Write SVG path data only, as "M4 4L60 60".',
};
const pathKeys = new Set(['file', 'home', 'success', 'landing', 'portrait', 'files', 'rules']);
const packPath = 'Write a path inside the pack with forward slashes, as "legal/terms.en.md", without "..".';

function remedyFor(path: readonly PropertyKey[], issue: z.core.$ZodIssue): string {
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  const names = path.filter((segment) => typeof segment === 'string');
  const last = names.at(-1) ?? '';
  if (names.some((name) => pathKeys.has(name)) && issue.code === 'invalid_format') return packPath;
  const shape = shapes[last];
  if (issue.code === 'invalid_value')
    return `Use one of: ${issue.values.map((value) => JSON.stringify(value)).join(', ')}.`;
  if (shape !== undefined) return shape;
  if (issue.code === 'invalid_type')
    return missing ? `Add it: ${issue.expected} is expected.` : `Write ${issue.expected} here.`;
  if (issue.code === 'too_small') return 'Fill it in.';
  if (issue.code === 'too_big') return `Make it shorter or smaller: at most ${issue.maximum}.`;
  return 'Correct the value.';
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'this is missing';
  if (issue.code === 'invalid_format' && issue.format === 'regex')
    return 'this does not have the expected form';
  return issue.message.replace(/^Invalid/, 'invalid').replace(/^Too/, 'too');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields that the schema dropped: a name spelt wrongly, mostly. `$comment` is allowed everywhere. */
function reportUnknown(raw: unknown, parsed: unknown, path: readonly PropertyKey[], faults: Faults): void {
  if (Array.isArray(raw) && Array.isArray(parsed)) {
    for (const [index, item] of raw.entries()) reportUnknown(item, parsed[index], [...path, index], faults);
  }
  if (!isRecord(raw) || !isRecord(parsed)) return;
  for (const [key, value] of Object.entries(raw)) {
    if (Object.hasOwn(parsed, key)) reportUnknown(value, parsed[key], [...path, key], faults);
    else if (key !== '$comment' && value !== undefined) {
      faults.error(
        'unknown-field',
        jsonPath([...path, key]),
        'no field of this name is known here',
        'Correct its spelling, or remove it.',
      );
    }
  }
}

/**
 * @param path where `value` is in its file.
 * @param report false to parse in silence.
 * @returns the value as the schema reads it, or undefined.
 */
export function parseWith<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  path: readonly PropertyKey[],
  faults: Faults | undefined,
): z.output<S> | undefined {
  const result = schema.safeParse(value, { error: localeError, reportInput: true });
  if (result.success) {
    if (faults) reportUnknown(value, result.data, path, faults);
    return result.data;
  }
  for (const issue of result.error.issues) {
    const where = [...path, ...issue.path];
    faults?.error('schema', jsonPath(where), messageOf(issue), remedyFor(where, issue));
  }
  return undefined;
}
