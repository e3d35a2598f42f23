/** One offered questionnaire against its form: the form's own faults, its translations, and the linkIds that the pack names. */

import type { OfferedQuestionnaire } from '../../../sync/domain/intake/offered-questionnaire.ts';
import { createExpressionEngine } from '../../../sync/questionnaire/expressions/fhirpath-engine.ts';
import { compileReplacement } from '../../../sync/questionnaire/expressions/replacement.ts';
import { lintQuestionnaire } from '../../../sync/questionnaire/index.ts';
import { compilePattern } from '../../../sync/questionnaire/patterns.ts';
import { units } from '../../../sync/questionnaire/values/units.ts';
import { type IndexedItem, isObject, type JsonObject, objectsOf, textOf } from '../form/form-index.ts';
import { type Faults, jsonPath } from '../read/faults.ts';

const TRANSLATION = 'http://hl7.org/fhir/StructureDefinition/translation';

/** `Questionnaire.item[0]` of the engine is `$.item[0]` of the file. */
function jsonPathOf(path: string): string {
  if (path === '') return '$';
  return /^Questionnaire\b/.test(path) ? path.replace('Questionnaire', '$') : `$.${path}`;
}

const expressions = createExpressionEngine({ compilePattern, compileReplacement });

/** The manifest in vendor.json names the license, and each text is looked for in each of the languages that it promises. */
const saidElsewhere = new Set(['no-licence', 'translation-missing']);

/** The faults that the engine finds, at their place in the form's file. Nothing that is in a file may stop the check. */
export function checkFormItself(form: unknown, faults: Faults): void {
  try {
    for (const { severity, code, path, message, remedy } of lintQuestionnaire(form, 'publish', {
      compilePattern,
      expressions,
      units,
    })) {
      if (!saidElsewhere.has(code)) faults[severity](code, jsonPathOf(path), message, remedy);
    }
  } catch {
    faults.error(
      'form-unreadable',
      '$',
      'the form can not be read',
      'Check it with a FHIR R4 validator first.',
    );
  }
  if (!isObject(form)) return;
  if (typeof form.url === 'string' && !/^[a-z][a-z0-9+.-]*:\S+$/i.test(form.url)) {
    faults.error(
      'form-url',
      '$.url',
      'the url is not an absolute address',
      'Write an absolute url, as "https://clinic.example/Questionnaire/intake".',
    );
  }
}

/** The primary subtag of the language in which the form is written; English where it doesn't say. */
export function formLanguageOf(form: unknown): string {
  const tag = isObject(form) ? textOf(form.language) : undefined;
  return (tag ?? 'en').toLowerCase().split('-')[0] ?? 'en';
}

function translationsOf(element: JsonObject, key: string): ReadonlySet<string> {
  const shadow = element[`_${key}`];
  const extensions = isObject(shadow)
    ? objectsOf(shadow.extension).filter((extension) => extension.url === TRANSLATION)
    : [];
  const tags = extensions.map((extension) => {
    const parts = objectsOf(extension.extension);
    const content = parts.find((part) => part.url === 'content');
    const lang = parts.find((part) => part.url === 'lang');
    const text = textOf(content?.valueString) ?? textOf(content?.valueMarkdown);
    return text === undefined ? '' : (textOf(lang?.valueCode) ?? textOf(lang?.valueString) ?? '');
  });
  return new Set(tags.filter((tag) => tag !== '').map((tag) => tag.toLowerCase().split('-')[0] ?? ''));
}

function reportMissing(
  element: JsonObject,
  key: string,
  path: string,
  wanted: readonly string[],
  faults: Faults,
): void {
  if (textOf(element[key]) === undefined) return;
  const there = translationsOf(element, key);
  for (const language of wanted.filter((one) => !there.has(one))) {
    faults.error(
      'form-translation',
      `${path}._${key}`,
      `the text has no translation in ${language}`,
      `Add a translation extension for ${language}, or take ${language} out of formLanguages.`,
    );
  }
}

/** Every text and option label in each of the languages that vendor.json promises for the form. */
export function checkFormTranslations(
  form: unknown,
  index: ReadonlyMap<string, IndexedItem>,
  offered: OfferedQuestionnaire,
  faults: Faults,
): void {
  const own = formLanguageOf(form);
  const wanted = offered.formLanguages.filter((language) => language !== own);
  if (wanted.length === 0) return;
  for (const { item, path } of index.values()) {
    reportMissing(item, 'text', path, wanted, faults);
    for (const [at, option] of (Array.isArray(item.answerOption) ? item.answerOption : []).entries()) {
      if (isObject(option) && isObject(option.valueCoding)) {
        reportMissing(
          option.valueCoding,
          'display',
          `${path}.answerOption[${at}].valueCoding`,
          wanted,
          faults,
        );
      }
    }
  }
}

const numeric = new Set(['integer', 'decimal', 'quantity']);

/** What vendor.json says about single questions must name questions of the form. `path` is the entry's in vendor.json. */
export function checkOfferedAgainstForm(
  form: unknown,
  index: ReadonlyMap<string, IndexedItem>,
  offered: OfferedQuestionnaire,
  path: readonly PropertyKey[],
  faults: Faults,
): void {
  const own = formLanguageOf(form);
  if (!offered.formLanguages.some((language) => language === own)) {
    faults.error(
      'form-language',
      jsonPath([...path, 'formLanguages']),
      `the form is written in ${own}`,
      `Add ${JSON.stringify(own)}; a form in a language that the product doesn't speak can't be offered.`,
    );
  }
  for (const [at, language] of offered.unreviewed.entries()) {
    if (!offered.formLanguages.includes(language)) {
      faults.error(
        'unreviewed-language',
        jsonPath([...path, 'unreviewed', at]),
        `${language} is not a language of the form`,
        'Remove it, or add it to formLanguages.',
      );
    }
  }
  for (const [linkId, range] of Object.entries(offered.plausible ?? {})) {
    const where = jsonPath([...path, 'plausible', linkId]);
    const item = index.get(linkId);
    if (!item)
      faults.error(
        'unknown-link-id',
        where,
        `the form has no item ${JSON.stringify(linkId)}`,
        'Correct the linkId, or remove the range.',
      );
    else if (!numeric.has(item.type))
      faults.error(
        'plausible-type',
        where,
        `${item.type} is not a number`,
        'Give ranges to integer, decimal and quantity questions only.',
      );
    if (range.min === undefined && range.max === undefined)
      faults.error('plausible-empty', where, 'the range has no bound', 'Add min, max or both.');
    if (range.min !== undefined && range.max !== undefined && range.min > range.max)
      faults.error('plausible-order', where, 'min is above max', 'Swap them.');
  }
  for (const linkId of Object.keys(offered.why ?? {})) {
    const item = index.get(linkId);
    const where = jsonPath([...path, 'why', linkId]);
    if (!item)
      faults.error(
        'unknown-link-id',
        where,
        `the form has no item ${JSON.stringify(linkId)}`,
        'Correct the linkId, or remove the text.',
      );
    else if (item.type === 'display')
      faults.error('why-display', where, 'a display asks nothing', 'Explain the question instead.');
  }
}
