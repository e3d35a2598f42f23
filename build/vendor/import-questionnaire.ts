/** Takes a FHIR Questionnaire, as somebody else wrote it, into a vendor's pack; with its content manifest, or not at all. */
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Questionnaire } from 'fhir/r4.js';
import {
  type ContentManifest,
  contentManifestSchema,
  type OfferedQuestionnaire,
} from '../../sync/domain/intake/offered-questionnaire.ts';
import { chooseLanguage, type Localized, languages } from '../../sync/domain/languages.ts';
import type { VendorSource } from '../../sync/domain/vendor/vendor-pack.ts';
import { compileQuestionnaire } from '../../sync/questionnaire/index.ts';
import { loadTools } from '../../sync/questionnaire/load-tools.ts';
import { checkPack } from './check.ts';
import {
  type ContainedTerminology,
  containTerminology,
  type TerminologyAccess,
} from './contain-terminology.ts';
import { indexForm } from './form/form-index.ts';
import { type FormReport, reportForm } from './form-report.ts';
import { checkFormItself, formLanguageOf } from './parts/check-form.ts';
import { canonicalOf } from './parts/intake.ts';
import { createFaults, hasErrors, type PackFault } from './read/faults.ts';
import { MAX_FILE_BYTES } from './read/load.ts';
import { parseJson } from './read/read-json.ts';
import { parseWith } from './read/schema-faults.ts';
import { readVendorForImport } from './vendor-for-import.ts';
import { appendToList } from './vendor-json-edit.ts';

export interface ImportRequest {
  readonly file: string;
  readonly vendorsDir: string;
  readonly vendor: string;
  /** As far as it was given; nothing is imported unless it is complete. */
  readonly manifest: Partial<ContentManifest>;
  readonly slug?: string;
  readonly title?: string;
  /** Expands the value sets that the form names and doesn't contain; without it, the file is taken as it is. */
  readonly terminology?: TerminologyAccess;
  readonly now: Date;
}

export type ImportResult =
  | {
      readonly ok: true;
      readonly slug: string;
      readonly path: string;
      readonly report: FormReport;
      readonly remarks: readonly PackFault[];
      readonly terminology?: Omit<ContainedTerminology, 'form'>;
    }
  | { readonly ok: false; readonly summary: string; readonly faults: readonly PackFault[] };

const manifestHelp: Readonly<Record<keyof ContentManifest, string>> = {
  licence: 'Say under which licence the form may be used: --licence "CC0-1.0".',
  attribution: 'Say who is named under the form: --attribution "© …".',
  allowedUse: 'Say what it may be used for: --allowed-use "…".',
  source: 'Say where the file comes from: --source "https://…".',
  version: 'Say which version of the source this is: --version "4.0.0".',
  reviewedOn: 'Say when somebody read the licence: --reviewed-on 2026-11-20.',
};

function checkManifest(
  given: Partial<ContentManifest>,
  file: string,
): { readonly manifest?: ContentManifest; readonly faults: readonly PackFault[] } {
  const faults: PackFault[] = [];
  const report = createFaults(file, faults);
  for (const [name, remedy] of Object.entries(manifestHelp)) {
    const value = Object.entries(given).find(([key]) => key === name)?.[1];
    if (value === undefined || value.trim() === '')
      report.error('manifest-missing', `manifest.${name}`, `the content manifest lacks ${name}`, remedy);
  }
  if (faults.length > 0) return { faults };
  const manifest = parseWith(contentManifestSchema, given, ['manifest'], report);
  return manifest ? { manifest, faults } : { faults };
}

export function slugOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 48)
      .replace(/-+$/, '') || 'questionnaire'
  );
}

async function readForm(
  file: string,
): Promise<{ readonly text?: string; readonly form?: Questionnaire; readonly faults: readonly PackFault[] }> {
  const list: PackFault[] = [];
  const faults = createFaults(file, list);
  const about = await stat(file).catch(() => undefined);
  if (!about?.isFile())
    faults.error('file-missing', '$', 'there is no such file', 'Name a FHIR R4 Questionnaire as JSON.');
  else if (about.size > MAX_FILE_BYTES)
    faults.error('file-too-big', '$', 'the file is larger than 4 MB', 'Import a smaller form.');
  if (list.length > 0) return { faults: list };
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    faults.error('file-unreadable', '$', 'the file can not be read', 'Check its permissions.');
    return { faults: list };
  }
  const json = parseJson(text, faults);
  if (!json.ok) return { faults: list };
  checkFormItself(json.value, faults);
  const compiled = hasErrors(list) ? undefined : compileQuestionnaire(json.value);
  const language = formLanguageOf(json.value);
  if (!languages.some((one) => one === language)) {
    faults.error(
      'form-language',
      '$.language',
      `the form is written in ${language}`,
      `The product speaks ${languages.join(', ')}: import an official translation.`,
    );
  }
  return compiled?.ok ? { text, form: compiled.plan.questionnaire, faults: list } : { faults: list };
}

const purposes = (title: string): Localized => ({
  en: `Answer the questions of “${title}”.`,
  es: `Responda las preguntas de «${title}».`,
  ar: `أجب عن أسئلة «${title}».`,
});

/** Minutes at four questions a minute, which leaves time to think. */
const minutesFor = (questions: number) => Math.max(1, Math.ceil(questions / 4));

/**
 * What the vendor already does for its other forms is done for this one too: its consents, its first clinician, its longest
 * review and its strictest age. The price is 0: nobody pays by accident.
 */
function offer(
  vendor: VendorSource,
  form: Questionnaire,
  questions: number,
  about: { slug: string; title: string; manifest: ContentManifest },
): OfferedQuestionnaire {
  const { slug, title, manifest } = about;
  const others = vendor.questionnaires;
  const required = vendor.legal.filter((document) =>
    ['telehealth-consent', 'privacy', 'terms'].includes(document.kind),
  );
  return {
    slug,
    file: `questionnaires/${slug}.json`,
    title: { en: title },
    purpose: purposes(title),
    durationMinutes: minutesFor(questions),
    price: { amount: 0, currency: vendor.currency },
    clinician: others[0]?.clinician ?? 0,
    reviewHours: Math.max(24, ...others.map((other) => other.reviewHours)),
    minAge: others.length > 0 ? Math.max(...others.map((other) => other.minAge)) : 18,
    maxAnswerAgeDays: others.length > 0 ? Math.min(...others.map((other) => other.maxAnswerAgeDays)) : 7,
    consents:
      others[0]?.consents ??
      required.map((document) => ({ document: document.slug, statement: document.title, required: true })),
    status: 'open',
    manifest,
    formLanguages: [chooseLanguage([formLanguageOf(form)])],
    unreviewed: [],
  };
}

async function replaceFile(path: string, text: string): Promise<void> {
  const beside = `${path}.${process.pid}.tmp`;
  await writeFile(beside, text);
  await rename(beside, path);
}

/** Remarks of the check that the report already makes in its own words. */
const reported = new Set(['expression-misses-nesting', 'not-active']);

/** Writes nothing unless everything is in order, and takes back what it wrote where the pack would not check afterwards. */
export async function importQuestionnaire(request: ImportRequest): Promise<ImportResult> {
  const { file, vendorsDir, vendor: vendorSlug, now } = request;
  const { manifest, faults: manifestFaults } = checkManifest(request.manifest, basename(file));
  const { text, form: given, faults: formFaults } = await readForm(file);
  const vendor = await readVendorForImport(vendorsDir, vendorSlug);
  const faults = [...manifestFaults, ...formFaults, ...vendor.faults];
  const refuse = (all: readonly PackFault[]): ImportResult => {
    const errors = all.filter((fault) => fault.severity === 'error');
    return {
      ok: false,
      summary: `${basename(file)} is not imported: ${errors.length} ${errors.length === 1 ? 'fault' : 'faults'}.`,
      faults: errors,
    };
  };
  if (hasErrors(faults) || !manifest || !given || text === undefined || !vendor.ok) return refuse(faults);
  const terminology = request.terminology && (await containTerminology(given, request.terminology));
  const form = terminology?.form ?? given;
  const title = request.title?.trim() || form.title || form.name || basename(file, '.json');
  const slug = request.slug ?? slugOf(title);
  const compiled = compileQuestionnaire(form);
  if (!compiled.ok) return refuse(faults);
  const canonical = canonicalOf(form, vendorSlug, slug);
  const index = indexForm(form);
  const tools = await loadTools(compiled.plan);
  const { rules } = vendor;
  const scales = vendor.source.scales ?? [];
  const report = reportForm(compiled.plan, index, { canonical, scales, rules, now, tools });
  const clash: PackFault[] = [];
  const names = createFaults(`${vendorSlug}/vendor.json`, clash);
  if (vendor.source.questionnaires.some((other) => other.slug === slug))
    names.error(
      'slug-twice',
      '$.questionnaires',
      `${JSON.stringify(slug)} is already offered`,
      'Choose another with --slug, or remove the entry first.',
    );
  const other = vendor.canonicals.get(canonical);
  if (other !== undefined)
    names.error(
      'canonical-twice',
      '$.questionnaires',
      `${canonical} is already offered as ${JSON.stringify(other)}`,
      'Remove that entry first: a form is offered once.',
    );
  const entry = offer(vendor.source, form, report.questions, { slug, title, manifest });
  const edited = appendToList(vendor.text, 'questionnaires', entry);
  if (edited === undefined)
    names.error(
      'schema',
      '$.questionnaires',
      'there is no list of questionnaires',
      'Add "questionnaires": [].',
    );
  const path = join(vendor.dir, entry.file);
  if (await stat(path).catch(() => undefined))
    names.error(
      'file-exists',
      '$.questionnaires',
      `${entry.file} is already there`,
      'Choose another --slug, or remove the file.',
    );
  const content =
    terminology !== undefined && terminology.contained.length > 0
      ? Buffer.from(`${JSON.stringify(form, null, 2)}\n`)
      : await readFile(file);
  if (content.byteLength > MAX_FILE_BYTES)
    names.error(
      'file-too-big',
      '$',
      'the form is larger than 4 MB with its value sets',
      'Import it without --terminology, or with a server that has fewer concepts.',
    );
  if (clash.length > 0 || edited === undefined) return refuse(clash);
  const before = await checkPack(vendor.dir);
  const known = new Set(before.faults.map((fault) => `${fault.file} ${fault.path} ${fault.code}`));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await replaceFile(join(vendor.dir, 'vendor.json'), edited);
  const after = await checkPack(vendor.dir);
  const fresh = after.faults.filter((fault) => !known.has(`${fault.file} ${fault.path} ${fault.code}`));
  if (!hasErrors(fresh))
    return {
      ok: true,
      slug,
      path,
      report,
      remarks: fresh.filter((fault) => fault.severity === 'warning' && !reported.has(fault.code)),
      ...(terminology === undefined
        ? {}
        : { terminology: { contained: terminology.contained, missing: terminology.missing } }),
    };
  await replaceFile(join(vendor.dir, 'vendor.json'), vendor.text);
  await rm(path);
  return refuse(fresh);
}
