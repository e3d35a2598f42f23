/** The files of a pack: forms, rules, legal texts and drawings, each read and checked on its own. */
import { createHash } from 'node:crypto';
import type { Questionnaire } from 'fhir/r4.js';
import type { OfferedQuestionnaire } from '../../sync/domain/intake/offered-questionnaire.ts';
import { type Language, languages } from '../../sync/domain/languages.ts';
import type { LegalSource, LegalText } from '../../sync/domain/legal/legal-document.ts';
import { type SafetyRule, safetyRuleSchema } from '../../sync/domain/safety/safety-rule.ts';
import { checkFormItself, checkFormTranslations, checkOfferedAgainstForm } from './check-form.ts';
import { checkRule } from './check-rules.ts';
import { checkTexts } from './check-texts.ts';
import type { Entries } from './check-vendor.ts';
import { type IndexedItem, indexForm, isObject, textOf } from './form/form-index.ts';
import { type Faults, jsonPath, type PackFault } from './read/faults.ts';
import { readLegalText } from './read/legal-text.ts';
import type { PackFolder } from './read/load.ts';
import { readJson, readText } from './read/read-json.ts';
import { parseWith } from './read/schema-faults.ts';
import { checkSvg } from './read/svg.ts';

export interface CheckedForm {
  readonly offered: OfferedQuestionnaire;
  /** The form's url, or a name of this pack where it has none. */
  readonly canonical: string;
  readonly form: Questionnaire;
  readonly index: ReadonlyMap<string, IndexedItem>;
}
export interface CheckedLegal {
  readonly document: LegalSource;
  readonly texts: Readonly<Partial<Record<Language, { readonly text: LegalText; readonly sha256: string }>>>;
}
/** A form without url is named by where it is: rules and responses need a name. */
export function canonicalOf(form: unknown, vendor: string, slug: string): string {
  return (
    (isObject(form) ? textOf(form.url)?.split('|')[0] : undefined) ??
    `urn:carefront:questionnaire:${vendor}:${slug}`
  );
}

/** One check under way: what it reads, what it found, and which files somebody has named. */
export interface Work {
  readonly folder: PackFolder;
  readonly list: PackFault[];
  readonly named: Set<string>;
  faultsOf(path: string): Faults;
}

export async function checkForms(
  work: Work,
  vendor: Faults,
  slug: string,
  entries: Entries<OfferedQuestionnaire>,
): Promise<CheckedForm[]> {
  const forms: CheckedForm[] = [];
  for (const [at, offered] of entries) {
    work.named.add(offered.file);
    const faults = work.faultsOf(offered.file);
    const json = await readJson(work.folder, offered.file, faults);
    if (!json.ok) continue;
    checkFormItself(json.value, faults);
    const index = indexForm(json.value);
    checkFormTranslations(json.value, index, offered, faults);
    checkOfferedAgainstForm(json.value, index, offered, ['questionnaires', at], vendor);
    const canonical = canonicalOf(json.value, slug, offered.slug);
    const other = forms.find((form) => form.canonical === canonical);
    if (other)
      faults.error(
        'canonical-twice',
        '$.url',
        `${canonical} is already the form of ${other.offered.slug}`,
        'Offer each form once, or give the copy its own url.',
      );
    if (isQuestionnaire(json.value)) forms.push({ offered, canonical, form: json.value, index });
  }
  return forms;
}

const isQuestionnaire = (value: unknown): value is Questionnaire =>
  isObject(value) && value.resourceType === 'Questionnaire';

export async function checkRuleFiles(
  work: Work,
  paths: readonly string[],
  forms: readonly CheckedForm[],
  locales: readonly Language[],
): Promise<SafetyRule[]> {
  const byCanonical = new Map(forms.map((form) => [form.canonical, form.index]));
  const rules: SafetyRule[] = [];
  for (const path of paths) {
    work.named.add(path);
    const faults = work.faultsOf(path);
    const json = await readJson(work.folder, path, faults);
    if (!json.ok) continue;
    if (!Array.isArray(json.value)) {
      faults.error('rules-list', '$', 'this is not a list of rules', 'Write an array, as [{ "id": … }].');
      continue;
    }
    checkTexts(json.value, locales, [], faults);
    const waiting = new Map<string, readonly number[]>();
    for (const [at, raw] of json.value.entries()) {
      const rule = parseWith(safetyRuleSchema, raw, [at], faults);
      if (!rule) continue;
      if (rules.some((other) => other.id === rule.id))
        faults.error(
          'rule-twice',
          jsonPath([at, 'id']),
          `${rule.id} is already the id of another rule`,
          'Give each rule of the pack its own.',
        );
      checkRule(rule, byCanonical, [at], faults);
      rules.push(rule);
      const canonical = rule.questionnaire.split('|')[0] ?? '';
      if (!byCanonical.has(canonical)) waiting.set(canonical, [...(waiting.get(canonical) ?? []), at]);
    }
    for (const [canonical, [first = 0, ...more]] of waiting) {
      const who = more.length === 0 ? 'the rule waits' : `${more.length + 1} rules wait`;
      faults.information(
        'rule-waits',
        jsonPath([first, 'questionnaire']),
        `${who} for ${canonical}, which this pack does not hold`,
        'Import the form, or correct the canonical.',
      );
    }
  }
  return rules;
}

export async function checkLegalFiles(
  work: Work,
  vendor: Faults,
  entries: Entries<LegalSource>,
  locales: readonly Language[],
): Promise<CheckedLegal[]> {
  const legal: CheckedLegal[] = [];
  for (const [at, document] of entries) {
    const texts: Partial<Record<Language, { text: LegalText; sha256: string }>> = {};
    for (const language of languages) {
      const path = document.files[language];
      if (path === undefined) {
        if (locales.includes(language))
          vendor.error(
            'translation',
            jsonPath(['legal', at, 'files', language]),
            `the document is missing in ${language}`,
            `Add its file, or take ${language} out of the vendor's locales.`,
          );
        continue;
      }
      work.named.add(path);
      const faults = work.faultsOf(path);
      const read = await readText(work.folder, path, faults);
      if (!read) continue;
      texts[language] = {
        text: readLegalText(read.text, faults),
        sha256: createHash('sha256').update(read.bytes).digest('hex'),
      };
    }
    legal.push({ document, texts });
  }
  return legal;
}

export async function checkImages(work: Work, paths: readonly string[]): Promise<Map<string, string>> {
  const images = new Map<string, string>();
  for (const path of new Set(paths)) {
    work.named.add(path);
    const faults = work.faultsOf(path);
    if (!/\.svg$/i.test(path)) {
      faults.error('image-type', '$', 'this is not an SVG drawing', 'Draw it as SVG, and name it .svg.');
      continue;
    }
    const read = await readText(work.folder, path, faults);
    if (!read) continue;
    checkSvg(read.text, faults);
    images.set(path, read.text);
  }
  return images;
}

/** Image paths anywhere in a vendor.json that could be read so far. */
export function imagePaths(raw: { readonly [key: string]: unknown }): readonly string[] {
  const art =
    isObject(raw.brand) && isObject(raw.brand.art)
      ? [raw.brand.art.home, raw.brand.art.success, raw.brand.art.landing, raw.brand.art.kiosk]
      : [];
  const portraits = (Array.isArray(raw.clinicians) ? raw.clinicians : []).map((clinician: unknown) =>
    isObject(clinician) ? clinician.portrait : undefined,
  );
  const pictures = (Array.isArray(raw.questionnaires) ? raw.questionnaires : []).map((offered: unknown) =>
    isObject(offered) ? offered.picture : undefined,
  );
  return [...art, ...portraits, ...pictures].filter(
    (path): path is string =>
      typeof path === 'string' && /^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(path),
  );
}
