/** Checks a whole pack and names every fault at once: file, place in the file, remedy. Never throws for what is in a folder. */
import type { Language } from '../../sync/domain/languages.ts';
import type { SafetyRule } from '../../sync/domain/safety/safety-rule.ts';
import { type VendorSource, vendorSchema } from '../../sync/domain/vendor/vendor-pack.ts';
import {
  type CheckedForm,
  type CheckedLegal,
  checkForms,
  checkImages,
  checkLegalFiles,
  checkRuleFiles,
  imagePaths,
  type Work,
} from './check-files.ts';
import { checkHours } from './check-hours.ts';
import { checkTexts } from './check-texts.ts';
import { checkVendor } from './check-vendor.ts';
import { isObject, textOf } from './form/form-index.ts';
import { createFaults, type Faults, hasErrors, type PackFault, sortFaults } from './read/faults.ts';
import { loadPackFolder } from './read/load.ts';
import { readJson } from './read/read-json.ts';
import { parseWith } from './read/schema-faults.ts';
import { readableLegal, readableQuestionnaires } from './readable.ts';

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

const folderFaults = {
  missing: ['there is no such folder', 'Name the folder of a pack, as "vendors/willow".'],
  'not-a-folder': ['this is not a folder', 'Name the folder that holds vendor.json.'],
  'too-many-files': [
    'the folder holds more than 2000 files',
    'Is it the right one? A pack is a few dozen files.',
  ],
  unreadable: ['the folder can not be read', 'Check its permissions.'],
} as const;

async function checkContent(
  work: Work,
  raw: { readonly [key: string]: unknown },
  vendor: Faults,
): Promise<CheckedPack | undefined> {
  const source = parseWith(vendorSchema, raw, [], vendor);
  const { shape } = vendorSchema;
  const locales = parseWith(shape.locales, raw.locales, [], undefined) ?? (['en'] satisfies Language[]);
  const documents = readableLegal(raw.legal);
  const questionnaires = readableQuestionnaires(raw.questionnaires, documents, raw.currency);
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
  const contact = isObject(raw.contact) ? raw.contact : {};
  const { hours, hoursOfOperation } = shape.contact.shape;
  checkHours(
    {
      hours: parseWith(hours, contact.hours, [], undefined),
      periods: parseWith(hoursOfOperation, contact.hoursOfOperation, [], undefined),
    },
    vendor,
  );
  /** The title of a published instrument is its own, and is not translated by anyone who imports it. */
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
