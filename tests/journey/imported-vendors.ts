/** The demo vendors with more questionnaires taken in by the vendor command, as an operator would. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ownForm, ownRules } from '../support/fixtures.ts';
import { findTestData, nodeExecutable, projectRoot, temporaryFolder } from '../support/paths.ts';

export interface ImportedForm {
  readonly slug: string;
  /** Absolute. */
  readonly file: string;
  /** A file of safety rules that the vendor gets for it. */
  readonly rules?: string;
}

/** Nine scored questions with the same options, the ninth about self-harm. */
export interface MoodForm extends ImportedForm {
  readonly never: string;
  /** Scores one. */
  readonly sometimes: string;
  /** The highest sum of the nine. */
  readonly max: number;
  readonly selfHarm: RegExp;
  /** Of the rule that the ninth question meets. */
  readonly rule: string;
  /** Answers to what is asked after the nine; no rule and no score reads them. */
  readonly afterwards: readonly string[];
}

const own = (slug: string) => ({ slug, file: ownForm(slug) });

/** The tests' own: they are always there. */
export const FORMS = {
  mood: {
    ...own('nine-questions'),
    rules: ownRules('nine-questions'),
    never: 'Never',
    sometimes: 'On some days',
    max: 27,
    selfHarm: /harming yourself/,
    rule: 'nine-questions-self-harm',
    afterwards: ['Somewhat'],
  },
  nested: own('conditions-on-conditions'),
  pressure: own('blood-pressure'),
} satisfies { readonly mood: MoodForm; readonly nested: ImportedForm; readonly pressure: ImportedForm };

/** Forms that others published, beside the checkout: taken as well where they are there. */
export interface PublishedForms {
  /** HL7's PHQ-9; the demo vendor has a rule for it. */
  readonly mood: MoodForm;
  /** Its conditions stand on one another. */
  readonly nested: ImportedForm;
}

export function publishedForms(): PublishedForms | undefined {
  const data = findTestData();
  if (data === undefined) return undefined;
  const published = (slug: string, path: string) => ({ slug, file: join(data, 'questionnaires', path) });
  return {
    mood: {
      ...published('phq-9', 'hl7-sdc/Questionnaire-questionnaire-sdc-profile-example-PHQ9.json'),
      never: 'Not at all',
      sometimes: 'Several days',
      // As published, "nearly every day" scores 4: the vendor's scale for the PHQ-9, up to 27, isn't told of it.
      max: 36,
      selfHarm: /better off dead/,
      rule: 'phq-9-item-9',
      afterwards: [],
    },
    nested: published('nested-conditions', 'lforms-r4/q-with-nested-enableWhen.json'),
  };
}

export const NOT_PUBLISHED = 'no published forms are beside this checkout; the tests have forms of their own';

export interface Import {
  readonly exitCode: number | null;
  readonly output: string;
}

export function importForm(vendorsDir: string, vendor: string, form: ImportedForm): Import {
  if (form.rules !== undefined) addRules(join(vendorsDir, vendor), form.rules);
  const manifest = {
    licence: 'As the source states',
    attribution: 'As the source states',
    'allowed-use': 'Tests of this product',
    source: basename(form.file),
    version: '1.0',
  };
  const flags = Object.entries({ vendor, slug: form.slug, 'vendors-dir': vendorsDir, ...manifest });
  const result = spawnSync(
    nodeExecutable(),
    [
      'build/vendor/main.ts',
      'import-questionnaire',
      form.file,
      ...flags.flatMap(([name, value]) => [`--${name}`, value]),
    ],
    { cwd: projectRoot, encoding: 'utf8' },
  );
  return { exitCode: result.status, output: result.stdout + result.stderr };
}

/** As an operator writes them: a file beside the others, and its name in the vendor's list. */
function addRules(vendorDir: string, file: string): void {
  const name = `rules/${basename(file)}`;
  copyFileSync(file, join(vendorDir, name));
  const path = join(vendorDir, 'vendor.json');
  const vendor: { rules: string[] } = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...vendor, rules: [...vendor.rules, name] }, undefined, 2));
}

/** A copy of the demo vendors in which Lantern offers the tests' own forms, or those named, as well. */
export function vendorsWithImports(forms: readonly ImportedForm[] = Object.values(FORMS)): {
  readonly vendorsDir: string;
  readonly imports: readonly Import[];
} {
  const vendorsDir = temporaryFolder('vendors');
  cpSync(join(projectRoot, 'vendors'), vendorsDir, { recursive: true });
  return { vendorsDir, imports: forms.map((form) => importForm(vendorsDir, 'lantern', form)) };
}
