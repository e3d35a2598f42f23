/** Checks a whole pack and names every fault at once: file, place in the file, remedy. Never throws for what is in a folder. */
import { createHash } from 'node:crypto';
import type { Questionnaire } from 'fhir/r4.js';
import type { z } from 'zod/mini';
import type { Language } from '../../sync/domain/localized.ts';
import type { LegalText } from '../../sync/domain/published-pack.ts';
import {
  consentDocumentSchema,
  type LegalSource,
  type OfferedQuestionnaire,
  offeredQuestionnaireSchema,
  type SafetyRule,
  safetyRuleSchema,
  type VendorSource,
  vendorSchema,
} from '../../sync/domain/vendor-pack.ts';
import { checkFormItself, checkFormTranslations, checkOfferedAgainstForm } from './check-form.ts';
import { checkRule } from './check-rules.ts';
import { checkTexts } from './check-texts.ts';
import { checkVendor, type Entries } from './check-vendor.ts';
import { createFaults, type Faults, hasErrors, jsonPath, type PackFault, sortFaults } from './faults.ts';
import { type IndexedItem, indexForm, isObject, textOf } from './form-index.ts';
import { readLegalText } from './legal-text.ts';
import { loadPackFolder, type PackFolder } from './load.ts';
import { readJson, readText } from './read-json.ts';
import { parseWith } from './schema-faults.ts';
import { checkSvg } from './svg.ts';

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
/** A pack without errors, with everything in it already read. */
export interface CheckedPack {
  readonly source: VendorSource;
  readonly forms: readonly CheckedForm[];
  readonly rules: readonly SafetyRule[];
  readonly legal: readonly CheckedLegal[];
  /** By path in the pack. */
  readonly images: ReadonlyMap<string, string>;
}
export interface CheckReport {
  readonly faults: readonly PackFault[];
  /** Only where no fault is an error. */
  readonly pack?: CheckedPack;
}

/** A form without url is named by where it stands: rules and responses need a name. */
export function canonicalOf(form: unknown, vendor: string, slug: string): string {
  return (
    (isObject(form) ? textOf(form.url)?.split('|')[0] : undefined) ??
    `urn:carefront:questionnaire:${vendor}:${slug}`
  );
}

const folderFaults = {
  missing: ['there is no such folder', 'Name the folder of a pack, as "vendors/willow".'],
  'not-a-folder': ['this is not a folder', 'Name the folder that holds vendor.json.'],
  'too-many-files': [
    'the folder holds more than 2000 files',
    'Is it the right one? A pack is a few dozen files.',
  ],
  unreadable: ['the folder can not be read', 'Check its permissions.'],
} as const;

interface Work {
  readonly folder: PackFolder;
  readonly list: PackFault[];
  readonly named: Set<string>;
  faultsOf(path: string): Faults;
}

function entriesOf<S extends z.ZodMiniType>(schema: S, list: unknown): Entries<z.output<S>> {
  return (Array.isArray(list) ? list : []).flatMap((raw: unknown, index) => {
    const entry = parseWith(schema, raw, [], undefined);
    return entry === undefined ? [] : [[index, entry] as const];
  });
}

async function checkForms(
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

async function checkRuleFiles(
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
    }
  }
  return rules;
}

async function checkLegalFiles(
  work: Work,
  vendor: Faults,
  entries: Entries<LegalSource>,
  locales: readonly Language[],
): Promise<CheckedLegal[]> {
  const legal: CheckedLegal[] = [];
  for (const [at, document] of entries) {
    const texts: Partial<Record<Language, { text: LegalText; sha256: string }>> = {};
    for (const language of ['en', 'es', 'ar'] as const) {
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

async function checkImages(work: Work, paths: readonly string[]): Promise<Map<string, string>> {
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
function imagePaths(raw: { readonly [key: string]: unknown }): readonly string[] {
  const art =
    isObject(raw.brand) && isObject(raw.brand.art)
      ? [raw.brand.art.home, raw.brand.art.success, raw.brand.art.landing]
      : [];
  const portraits = (Array.isArray(raw.clinicians) ? raw.clinicians : []).map((clinician: unknown) =>
    isObject(clinician) ? clinician.portrait : undefined,
  );
  return [...art, ...portraits].filter(
    (path): path is string =>
      typeof path === 'string' && /^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(path),
  );
}

async function checkContent(
  work: Work,
  raw: { readonly [key: string]: unknown },
  vendor: Faults,
): Promise<CheckedPack | undefined> {
  const source = parseWith(vendorSchema, raw, [], vendor);
  const { shape } = vendorSchema;
  const locales = parseWith(shape.locales, raw.locales, [], undefined) ?? ['en' as const];
  const questionnaires = entriesOf(offeredQuestionnaireSchema, raw.questionnaires);
  const documents = entriesOf(consentDocumentSchema, raw.legal);
  const slug = textOf(raw.slug);
  const timezone = textOf(raw.timezone);
  const currency = textOf(raw.currency);
  checkVendor(
    {
      ...(slug === undefined ? {} : { slug }),
      ...(timezone === undefined ? {} : { timezone }),
      ...(currency === undefined ? {} : { currency }),
      serviceAreas: parseWith(shape.serviceAreas, raw.serviceAreas, [], undefined) ?? [],
      clinicians: Array.isArray(raw.clinicians) ? raw.clinicians.length : 0,
      questionnaires,
      legal: documents,
    },
    work.folder.name,
    vendor,
  );
  /** The title of a published instrument is its own, and is not translated by whoever imports it. */
  const needsTranslation = (path: readonly PropertyKey[]) => {
    const entry =
      path[0] === 'questionnaires' ? questionnaires.find(([index]) => index === path[1])?.[1] : undefined;
    return !entry || locales.every((locale) => entry.formLanguages.includes(locale));
  };
  checkTexts(raw, locales, [], vendor, needsTranslation);
  const forms = await checkForms(work, vendor, slug ?? work.folder.name, questionnaires);
  const rulePaths = parseWith(shape.rules, raw.rules, [], undefined) ?? [];
  const rules = await checkRuleFiles(work, rulePaths, forms, locales);
  const legal = await checkLegalFiles(work, vendor, documents, locales);
  const images = await checkImages(work, imagePaths(raw));
  return source && { source, forms, rules, legal, images };
}

/** @param dir the pack's folder, as `vendors/willow`. */
export async function checkPack(dir: string): Promise<CheckReport> {
  const list: PackFault[] = [];
  const loaded = await loadPackFolder(dir);
  if (!loaded.ok) {
    const [message, remedy] = folderFaults[loaded.reason];
    createFaults(dir, list).error(`folder-${loaded.reason}`, '$', message, remedy);
    return { faults: list };
  }
  const { folder } = loaded;
  const work: Work = {
    folder,
    list,
    named: new Set(['vendor.json']),
    faultsOf: (path) => createFaults(`${folder.name}/${path}`, list),
  };
  const vendor = work.faultsOf('vendor.json');
  const json = await readJson(folder, 'vendor.json', vendor);
  if (!json.ok) return { faults: sortFaults(list) };
  if (!isObject(json.value)) {
    vendor.error('schema', '$', 'this is not an object', 'Write the vendor as one JSON object.');
    return { faults: sortFaults(list) };
  }
  const pack = await checkContent(work, json.value, vendor);
  for (const path of folder.paths) {
    if (!work.named.has(path) && !/(^|\/)(mark\.json|README\.md)$/.test(path))
      work
        .faultsOf(path)
        .information('unused', '$', 'nothing names this file', 'Name it in vendor.json, or remove it.');
  }
  const faults = sortFaults(list);
  return hasErrors(faults) || !pack ? { faults } : { faults, pack };
}
