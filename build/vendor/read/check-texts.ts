/** Texts that a person reads: complete in the vendor's languages, and short enough for the place where they are. */
import { speaksToMachines } from '../../../sync/domain/assistant/instructions.ts';
import { type Language, languages } from '../../../sync/domain/languages.ts';
import { isObject } from '../form/form-index.ts';
import { type Faults, jsonPath } from './faults.ts';

/** Characters, by the last name in a text's path. */
const lengths: Readonly<Record<string, number>> = {
  tagline: 80,
  description: 500,
  title: 120,
  purpose: 200,
  statement: 300,
  question: 140,
  answer: 700,
  text: 300,
  role: 80,
  about: 500,
  hours: 140,
  label: 200,
  headline: 180,
  advice: 700,
  alternatives: 200,
  doneInstruction: 60,
  changes: 400,
  why: 300,
};

function lengthOf(path: readonly PropertyKey[]): number {
  const names = path.filter((segment): segment is string => typeof segment === 'string');
  const last = names.at(-1) ?? '';
  return lengths[names.includes('why') ? 'why' : last] ?? 500;
}

/** What a rule tells one patient is never read by the assistant, and may well be an order. */
const OF_RULES: ReadonlySet<PropertyKey> = new Set([
  'advice',
  'headline',
  'alternatives',
  'statement',
  'why',
]);
const isOfRule = (path: readonly PropertyKey[]) => path.some((each) => OF_RULES.has(each));

const isLocalized = (value: object) =>
  'en' in value && Object.keys(value).every((key) => (languages as readonly string[]).includes(key));

/**
 * Walks any JSON for localized texts.
 * @param needsTranslation whether the text at a path must be there in all wanted languages.
 */
export function checkTexts(
  value: unknown,
  wanted: readonly Language[],
  path: readonly PropertyKey[],
  faults: Faults,
  needsTranslation: (path: readonly PropertyKey[]) => boolean = () => true,
): void {
  if (Array.isArray(value)) {
    for (const [index, child] of value.entries())
      checkTexts(child, wanted, [...path, index], faults, needsTranslation);
    return;
  }
  if (!isObject(value)) return;
  const isPaths = path.at(-1) === 'files';
  if (!isLocalized(value) || isPaths) {
    for (const [key, child] of Object.entries(value))
      if (!isPaths) checkTexts(child, wanted, [...path, key], faults, needsTranslation);
    return;
  }
  const most = lengthOf(path);
  for (const language of languages) {
    const text = value[language];
    const where = jsonPath([...path, language]);
    if (text === undefined && wanted.includes(language) && needsTranslation(path)) {
      faults.error(
        'translation',
        where,
        `the text is missing in ${language}`,
        `Translate it, or take ${language} out of the vendor's locales.`,
      );
    }
    if (typeof text !== 'string') continue;
    if (text.trim() === '') faults.error('text-empty', where, 'the text is empty', 'Write it.');
    if (text.length > most)
      faults.error(
        'text-length',
        where,
        `the text has ${text.length} characters`,
        `Say it in at most ${most}.`,
      );
    if (/<\/?[a-z][^>]*>/i.test(text))
      faults.error(
        'text-markup',
        where,
        'the text holds markup, which would be shown as it is',
        'Write plain text.',
      );
    else if (!isOfRule(path) && speaksToMachines(text))
      faults.error(
        'text-orders',
        where,
        'the text gives instructions to an AI or to the reader’s assistant',
        'Write it for patients: an assistant would leave it out.',
      );
  }
}
