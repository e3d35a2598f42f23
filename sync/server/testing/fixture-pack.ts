/** A small clinic in its own words, as `build/vendor` would publish it. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Questionnaire } from 'fhir/r4.js';
import type { CompiledVendorPack, PublishedPack } from '../../domain/vendor/published-pack.ts';
import { formHash } from '../../questionnaire/index.ts';
import type { CompiledPack } from '../packs/read-packs.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const text = (en: string) => ({ en });
const ordinal = (score: number) => [
  { url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: score },
];

export const CANONICAL = 'https://forms.example/sleep';

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
  title: 'Sleep check',
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

export const consentText = { slug: 'telehealth', version: '2.0', sha256: sha256('telehealth 2.0') };

const ROOM = { alerts: 1_000_000, cases: 1_000_000, bytes: 1_000_000_000_000 };

export async function fixturePack(
  slug = 'meadow',
  name = 'Meadow Sleep Clinic',
  {
    form = sleepForm,
    ...settings
  }: Partial<CompiledVendorPack['settings']> & { readonly form?: Questionnaire } = {},
): Promise<CompiledPack> {
  const hash = await formHash(form);
  const files = `/connect/${slug}/files`;
  const pack: CompiledVendorPack = {
    slug,
    name,
    legalName: `${name} Ltd`,
    demo: true,
    tagline: text('Sleep again.'),
    description: text('A clinic for sleep.'),
    region: 'US',
    currency: 'USD',
    locales: ['en'],
    timezone: 'America/Los_Angeles',
    status: 'open',
    brand: {
      colors: { primary: '#224466', secondary: '#886644', background: '#ffffff' },
      scheme: 'light',
      typeface: 'nunito',
      shape: 'soft',
      motion: 'calm',
      mark: { viewBox: '0 0 24 24', paths: ['M4 4h16v16H4z'] },
      art: { home: `${files}/art/home.svg`, success: `${files}/art/success.svg` },
    },
    contact: {
      phone: '+14155550100',
      email: 'hello@meadow.example',
      hours: text('Every day'),
      address: '1 Meadow Way',
    },
    registrations: [],
    clinicians: [
      { name: 'Dr Ada Finch', credentials: 'MD', role: text('Physician'), about: text('Sleep medicine.') },
    ],
    steps: [],
    faq: [],
    serviceAreas: [
      { place: 'US-CA', modality: 'async' },
      { place: 'US-NY', modality: 'live' },
    ],
    settings: {
      ...{ draftDays: 30, idleMinutes: 2, copyDays: 30, proxyAllowed: true },
      // One device stands for many here.
      inboxQuotas: { device: ROOM, network: ROOM, vendor: ROOM },
      ...settings,
    },
    packHash: sha256(`${slug} ${hash}`),
    themeUrl: `${files}/theme.css`,
    themeColor: { light: '#ffffff', dark: '#101820' },
    icons: [{ src: `${files}/icons/any.png`, sizes: '192x192', type: 'image/png', purpose: 'any' }],
    appleTouchIcon: `${files}/icons/apple.png`,
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
      {
        slug: 'sleep',
        title: text('Sleep check'),
        purpose: text('Finds out how you sleep.'),
        durationMinutes: 3,
        price: { amount: 0, currency: 'USD' },
        clinician: 0,
        reviewHours: 24,
        minAge: 18,
        maxAge: 90,
        maxAnswerAgeDays: 14,
        consents: [
          { document: consentText.slug, statement: text('I agree to remote care.'), required: true },
        ],
        status: 'open',
        manifest: {
          licence: 'own',
          attribution: 'own',
          allowedUse: 'any',
          source: 'own',
          version: '1',
          reviewedOn: '2026-01-01',
        },
        formLanguages: ['en'],
        unreviewed: [],
        canonical: CANONICAL,
        version: '1.0',
        formHash: hash,
        url: `${files}/questionnaires/${hash}.json`,
        questions: 7,
      },
    ],
    rules: [
      rule('chest-pain-now', 'URGENT', 'chest-pain', 'Chest pain now'),
      rule('drives', 'REVIEW', 'driver', 'Drives for a living'),
      rule('pregnancy', 'STOP', 'pregnant', 'Pregnant'),
    ],
    legal: [
      {
        slug: consentText.slug,
        kind: 'telehealth-consent',
        title: text('Consent to remote care'),
        version: consentText.version,
        effectiveFrom: '2026-01-01',
        unreviewed: [],
        texts: { en: { url: `${files}/legal/telehealth.en.json`, sha256: consentText.sha256 } },
      },
    ],
    files: [],
  };
  return { pack, definitions: new Map([[hash, form]]), filesDir: '/nowhere' };
}

function rule(
  id: string,
  outcome: 'URGENT' | 'REVIEW' | 'STOP',
  question: string,
  label: string,
): PublishedPack['rules'][number] {
  return {
    id,
    version: '1',
    questionnaire: CANONICAL,
    conditions: [{ question, operator: '=', answerBoolean: true }],
    behavior: 'any',
    outcome,
    ...(outcome === 'URGENT' ? { panel: 'emergency' as const } : {}),
    headline: text(label),
    advice: text('Please call.'),
    label: text(label),
    source: 'test',
  };
}

/** Writes packs as the compiler does, for a server of its own process. */
export async function writePacks(folder: string, packs: readonly CompiledPack[]): Promise<void> {
  for (const { pack, definitions } of packs) {
    const questionnaires = join(folder, pack.slug, 'files', 'questionnaires');
    await mkdir(questionnaires, { recursive: true });
    await writeFile(join(folder, pack.slug, 'pack.json'), JSON.stringify(pack));
    await writeFile(join(folder, pack.slug, 'files', 'theme.css'), ':root{--ink:#123}');
    for (const [hash, definition] of definitions)
      await writeFile(join(questionnaires, `${hash}.json`), JSON.stringify(definition));
  }
}
