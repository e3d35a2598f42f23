/** Who takes part. An anchor is a published renderer: see README.md for how to add one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ANCHORS_FOLDER = join(import.meta.dirname, 'anchors');
const PAGES_FOLDER = join(import.meta.dirname, 'pages');

export type ContestantId = 'ours' | 'smart-forms' | 'lhc-forms' | 'medplum' | 'survey-js';

export interface Contestant {
  readonly id: ContestantId;
  readonly name: string;
  /** The module of its page. */
  readonly entry: string;
  /** The npm package whose version is shown; undefined for ours. */
  readonly packageName?: string;
  /** Reads FHIR Questionnaires. */
  readonly fhir: boolean;
  /** Renders with React, so that calls of components can be counted. */
  readonly react: boolean;
  /** Built files below node_modules that its page loads as they are, in this order. */
  readonly prebuilt?: {
    readonly scripts: readonly string[];
    readonly modules: readonly string[];
    readonly styles: readonly string[];
  };
}

const LHC = 'lforms/dist/lforms';

export const contestants: readonly Contestant[] = [
  { id: 'ours', name: 'ours', entry: join(PAGES_FOLDER, 'ours.tsx'), fhir: true, react: true },
  {
    id: 'smart-forms',
    name: 'Smart Forms',
    entry: join(ANCHORS_FOLDER, 'smart-forms.mjs'),
    packageName: '@aehrc/smart-forms-renderer',
    fhir: true,
    react: true,
  },
  {
    id: 'lhc-forms',
    name: 'LHC-Forms',
    entry: join(ANCHORS_FOLDER, 'lhc-forms.mjs'),
    packageName: 'lforms',
    fhir: true,
    react: false,
    prebuilt: {
      scripts: [`${LHC}/webcomponent/assets/lib/zone.min.js`],
      modules: [
        `${LHC}/webcomponent/runtime.js`,
        `${LHC}/webcomponent/polyfills.js`,
        `${LHC}/webcomponent/main.js`,
        `${LHC}/fhir/R4/lformsFHIR.min.js`,
      ],
      styles: [`${LHC}/webcomponent/styles.css`],
    },
  },
  {
    id: 'medplum',
    name: 'Medplum',
    entry: join(ANCHORS_FOLDER, 'medplum.mjs'),
    packageName: '@medplum/react',
    fhir: true,
    react: true,
  },
  {
    id: 'survey-js',
    name: 'SurveyJS*',
    entry: join(ANCHORS_FOLDER, 'survey-js.mjs'),
    packageName: 'survey-react-ui',
    fhir: false,
    react: true,
  },
];

/** As the lock file has it, whether or not it is installed. */
export function versionOf({ packageName }: Contestant): string | undefined {
  if (packageName === undefined) return undefined;
  const { dependencies } = JSON.parse(readFileSync(join(ANCHORS_FOLDER, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return dependencies[packageName];
}
