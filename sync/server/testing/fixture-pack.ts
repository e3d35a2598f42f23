/** The tests' clinic (`sync/domain/testing/fixture-clinic.ts`) with its form, as `build/vendor` would publish it. */
import { createHash } from 'node:crypto';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Questionnaire } from 'fhir/r4.js';
import type { SafetyRule } from '../../domain/safety/safety-rule.ts';
import {
  CANONICAL,
  CLINIC,
  CLINIC_NAME,
  testDocument,
  testPack,
  testQuestionnaire,
  testRule,
} from '../../domain/testing/fixture-clinic.ts';
import type { CompiledVendorPack } from '../../domain/vendor/published-pack.ts';
import { formHash } from '../../questionnaire/index.ts';
import type { CompiledPack } from '../packs/read-packs.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const ordinal = (score: number) => [
  { url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: score },
];

const frequency = ['Never', 'Some nights', 'Most nights'].map((display, score) => ({
  valueCoding: {
    system: 'https://forms.example/often',
    code: `often-${score}`,
    display,
    extension: ordinal(score),
  },
}));

export const sleepForm: Questionnaire = {
  resourceType: 'Questionnaire',
  url: CANONICAL,
  version: '1.0',
  status: 'active',
  title: 'Sleep diary',
  item: [
    {
      linkId: 'nights',
      text: 'Your nights',
      type: 'group',
      item: [
        {
          linkId: 'awake',
          text: 'How often do you lie awake?',
          type: 'choice',
          required: true,
          answerOption: frequency,
        },
        {
          linkId: 'snore',
          text: 'How often do you snore?',
          type: 'choice',
          required: true,
          answerOption: frequency,
        },
      ],
    },
    { linkId: 'chest-pain', text: 'Do you have chest pain now?', type: 'boolean', required: true },
    { linkId: 'driver', text: 'Do you drive for a living?', type: 'boolean' },
    { linkId: 'pregnant', text: 'Are you pregnant?', type: 'boolean' },
    { linkId: 'note', text: 'Anything else?', type: 'text', maxLength: 200 },
    {
      linkId: 'room',
      text: 'A photo of where you sleep?',
      type: 'attachment',
      repeats: true,
      extension: [
        { url: 'http://hl7.org/fhir/StructureDefinition/mimeType', valueCode: 'image/*' },
        { url: 'http://hl7.org/fhir/StructureDefinition/mimeType', valueCode: 'application/pdf' },
        { url: 'http://hl7.org/fhir/StructureDefinition/mimeType', valueCode: 'text/html' },
        { url: 'http://hl7.org/fhir/StructureDefinition/maxSize', valueDecimal: 1_000_000 },
      ],
    },
  ],
};

const telehealth = { slug: 'telehealth', version: '2.0' };
/** As a consent names it. */
export const consent = {
  document: telehealth.slug,
  version: telehealth.version,
  sha256: sha256('telehealth 2.0'),
};

/** Of a pack without files of its own. */
const NOWHERE = '/nowhere';
const ROOM = { alerts: 1_000_000, cases: 1_000_000, bytes: 1_000_000_000_000 };

export async function fixturePack(
  slug = CLINIC,
  name = CLINIC_NAME,
  {
    form = sleepForm,
    ...settings
  }: Partial<CompiledVendorPack['settings']> & { readonly form?: Questionnaire } = {},
): Promise<CompiledPack> {
  const hash = await formHash(form);
  const files = `/connect/${slug}/files`;
  const { receiptKeys: _receipts, keyManifest: _manifest, ...clinic } = testPack();
  const pack: CompiledVendorPack = {
    ...clinic,
    slug,
    name,
    settings: {
      ...clinic.settings,
      // One device stands for many here.
      inboxQuotas: { device: ROOM, network: ROOM, vendor: ROOM },
      ...settings,
    },
    packHash: sha256(`${slug} ${hash}`),
    themeUrl: `${files}/theme.css`,
    icons: [{ src: `${files}/icons/any.png`, sizes: '192x192', type: 'image/png', purpose: 'any' }],
    scales: [
      {
        questionnaire: CANONICAL,
        name: { en: 'Nights' },
        max: 4,
        bands: [
          { from: 0, label: { en: 'calm' } },
          { from: 3, label: { en: 'restless' } },
          { from: 4, label: { en: 'sleepless' } },
        ],
      },
    ],
    questionnaires: [
      testQuestionnaire({
        maxAge: 90,
        consents: [
          { document: consent.document, statement: { en: 'I agree to remote care.' }, required: true },
        ],
        formHash: hash,
        url: `${files}/questionnaires/${hash}.json`,
      }),
    ],
    rules: [
      rule('chest-pain-now', 'URGENT', 'chest-pain', 'Chest pain now'),
      rule('drives', 'REVIEW', 'driver', 'Drives for a living'),
      rule('pregnancy', 'STOP', 'pregnant', 'Pregnant'),
    ],
    legal: [
      testDocument({
        ...telehealth,
        kind: 'telehealth-consent',
        title: { en: 'Consent to remote care' },
        texts: { en: { url: `${files}/legal/telehealth.en.json`, sha256: consent.sha256 } },
      }),
    ],
  };
  return { pack, definitions: new Map([[hash, form]]), filesDir: NOWHERE };
}

const rule = (id: string, outcome: SafetyRule['outcome'], question: string, label: string) =>
  testRule({
    id,
    outcome,
    conditions: [{ question, operator: '=', answerBoolean: true }],
    label: { en: label },
  });

/** Writes packs as the compiler does, for a server of its own process. */
export async function writePacks(folder: string, packs: readonly CompiledPack[]): Promise<void> {
  for (const { pack, definitions, filesDir } of packs) {
    const files = join(folder, pack.slug, 'files');
    if (filesDir !== NOWHERE) await cp(filesDir, files, { recursive: true });
    const questionnaires = join(files, 'questionnaires');
    await mkdir(questionnaires, { recursive: true });
    await writeFile(join(folder, pack.slug, 'pack.json'), JSON.stringify(pack));
    await writeFile(join(folder, pack.slug, 'files', 'theme.css'), ':root{--ink:#123}');
    for (const [hash, definition] of definitions)
      await writeFile(join(questionnaires, `${hash}.json`), JSON.stringify(definition));
  }
}
