/** The demo vendors with real questionnaires taken in by the vendor command, as an operator would. */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { findTestData, nodeExecutable, projectRoot, temporaryFolder } from '../support/paths.ts';

export interface ImportedForm {
  readonly slug: string;
  /** Below the test data's questionnaires, or absolute for one that a test has written itself. */
  readonly file: string;
}

/** HL7's PHQ-9, a form whose conditions stand on one another, and one of quantities. */
export const FORMS = {
  phq9: {
    slug: 'phq-9',
    file: 'hl7-sdc/Questionnaire-questionnaire-sdc-profile-example-PHQ9.json',
  },
  nested: { slug: 'nested-conditions', file: 'lforms-r4/q-with-nested-enableWhen.json' },
  pressure: { slug: 'blood-pressure', file: 'lforms-r4/blood-pressure-q.json' },
} as const satisfies Record<string, ImportedForm>;

export const noTestData =
  findTestData() === undefined && 'The real questionnaires are not beside this checkout';

export interface Import {
  readonly exitCode: number | null;
  readonly output: string;
}

export function importForm(vendorsDir: string, vendor: string, form: ImportedForm): Import {
  const data = findTestData();
  if (data === undefined && !isAbsolute(form.file)) throw new Error('There is no test data');
  const manifest = {
    licence: 'As the source states',
    attribution: 'As the source states',
    'allowed-use': 'Tests of this product',
    source: isAbsolute(form.file) ? 'Written for this test' : form.file,
    version: '1.0',
  };
  const flags = Object.entries({ vendor, slug: form.slug, 'vendors-dir': vendorsDir, ...manifest });
  const result = spawnSync(
    nodeExecutable(),
    [
      'build/vendor/main.ts',
      'import-questionnaire',
      resolve(data ?? '', 'questionnaires', form.file),
      ...flags.flatMap(([name, value]) => [`--${name}`, value]),
    ],
    { cwd: projectRoot, encoding: 'utf8' },
  );
  return { exitCode: result.status, output: result.stdout + result.stderr };
}

/** A copy of the demo vendors in which Lantern offers the three forms, or those named, as well. */
export function vendorsWithImports(forms: readonly ImportedForm[] = Object.values(FORMS)): {
  readonly vendorsDir: string;
  readonly imports: readonly Import[];
} {
  const vendorsDir = temporaryFolder('vendors');
  cpSync(join(projectRoot, 'vendors'), vendorsDir, { recursive: true });
  return { vendorsDir, imports: forms.map((form) => importForm(vendorsDir, 'lantern', form)) };
}
