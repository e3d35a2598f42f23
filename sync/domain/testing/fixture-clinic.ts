/**
 * The one clinic of all tests: Meadow, which offers a form about sleep. Each builder takes only what its test is about. What
 * Meadow's patient sends is in `sync/protocol/testing/fixture-intake.ts`; the form itself, in `sync/server/testing/fixture-pack.ts`.
 */
import type { PublishedQuestionnaire } from '../intake/offered-questionnaire.ts';
import type { PublishedLegalDocument } from '../legal/legal-document.ts';
import type { SafetyRule } from '../safety/safety-rule.ts';
import type { PublishedPack } from '../vendor/published-pack.ts';

export const CLINIC = 'meadow';
export const CLINIC_NAME = 'Meadow';
export const CANONICAL = 'https://forms.example/sleep';
export const FORM_HASH = 'f'.repeat(64);

const DRAWING = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E';

export function testQuestionnaire(part: Partial<PublishedQuestionnaire> = {}): PublishedQuestionnaire {
  return {
    slug: 'sleep',
    title: { en: 'Sleep diary', es: 'Diario del sueño', ar: 'مذكرات النوم' },
    purpose: { en: 'One night on one page.' },
    durationMinutes: 3,
    price: { amount: 2500, currency: 'USD' },
    clinician: 0,
    reviewHours: 24,
    minAge: 18,
    maxAnswerAgeDays: 7,
    consents: [],
    status: 'open',
    manifest: {
      licence: 'own',
      attribution: 'own',
      allowedUse: 'any',
      source: 'own',
      version: '1',
      reviewedOn: '2026-11-01',
    },
    formLanguages: ['en'],
    unreviewed: [],
    canonical: CANONICAL,
    version: '1.0',
    formHash: FORM_HASH,
    url: '/connect/meadow/files/questionnaires/sleep.json',
    questions: 6,
    ...part,
  };
}

/** @param part an URGENT rule opens the emergency panel unless it says another. */
export function testRule(part: Pick<SafetyRule, 'id' | 'outcome' | 'conditions'> & Partial<SafetyRule>) {
  const text = { en: part.id };
  return {
    version: '1',
    questionnaire: CANONICAL,
    behavior: 'any',
    ...(part.outcome === 'URGENT' ? { panel: 'emergency' } : {}),
    headline: text,
    advice: { en: 'Please call.' },
    label: text,
    source: 'test',
    ...part,
  } satisfies SafetyRule;
}

export function testDocument(part: Partial<PublishedLegalDocument> = {}): PublishedLegalDocument {
  return {
    slug: 'privacy',
    kind: 'privacy',
    title: { en: 'Privacy', es: 'Privacidad', ar: 'الخصوصية' },
    version: '2.0',
    effectiveFrom: '2026-11-01',
    changes: { en: 'We say how long we keep answers.' },
    unreviewed: ['es'],
    texts: {
      en: { url: '/connect/meadow/files/legal/privacy.en.json', sha256: 'e'.repeat(64) },
      es: { url: '/connect/meadow/files/legal/privacy.es.json', sha256: 'd'.repeat(64) },
    },
    ...part,
  };
}

export function testPack(part: Partial<PublishedPack> = {}): PublishedPack {
  return {
    slug: CLINIC,
    name: CLINIC_NAME,
    legalName: 'Meadow Ltd (invented)',
    demo: true,
    tagline: { en: 'Care among trees', es: 'Cuidado entre árboles', ar: 'رعاية بين الأشجار' },
    description: { en: 'A clinic for tests.' },
    region: 'US',
    currency: 'USD',
    locales: ['en', 'es', 'ar'],
    timezone: 'America/Los_Angeles',
    status: 'open',
    brand: {
      colors: { primary: '#22577a', secondary: '#38a3a5', background: '#ffffff' },
      scheme: 'light',
      typeface: 'instrument',
      shape: 'soft',
      motion: 'brisk',
      mark: { viewBox: '0 0 24 24', paths: ['M4 4h16v16H4z'] },
      art: { home: DRAWING, success: DRAWING },
    },
    contact: {
      phone: '+12025550143',
      email: 'hello@meadow.example',
      hours: { en: 'Monday to Friday' },
      address: '1 Sample Street',
    },
    registrations: [{ label: { en: 'Registration (invented)' }, value: 'DEMO-1' }],
    clinicians: [
      {
        name: 'Dr. Mina Rao',
        credentials: 'MD',
        role: { en: 'Director' },
        about: { en: 'Reads everything.' },
      },
    ],
    steps: [{ title: { en: 'Answer' }, text: { en: 'In your own time.' } }],
    faq: [{ question: { en: 'Is it quick?' }, answer: { en: 'Yes.' } }],
    serviceAreas: [
      { place: 'US-CA', modality: 'async' },
      { place: 'US-NY', modality: 'live' },
    ],
    settings: { draftDays: 30, idleMinutes: 2, copyDays: 30, proxyAllowed: true },
    packHash: 'a1b2c3d4e5f60718',
    themeUrl: '/connect/meadow/files/theme.css',
    themeColor: { light: '#ffffff', dark: '#000000' },
    letterColors: {
      light: {
        ...{ paper: '#ffffff', sheet: '#ffffff', ink: '#14212b', softInk: '#4a5a66', heading: '#22577a' },
        ...{ accent: '#22577a', onAccent: '#ffffff', second: '#1f7f81', tint: '#eef3f6', rule: '#d7dde1' },
      },
      dark: {
        ...{ paper: '#0e161c', sheet: '#16212a', ink: '#f0f3f5', softInk: '#b5c0c8', heading: '#cfe0ec' },
        ...{ accent: '#7fb3d6', onAccent: '#0b1216', second: '#6fc6c8', tint: '#1b2a35', rule: '#33424d' },
      },
    },
    icons: [],
    appleTouchIcon: '/connect/meadow/files/icon.png',
    questionnaires: [testQuestionnaire()],
    rules: [],
    legal: [testDocument()],
    receiptKeys: {},
    keyManifest: {
      v: 1,
      vendor: CLINIC,
      issuedAt: '2026-11-01T00:00:00Z',
      keys: [],
      rootKey: 'cm9vdA',
      endorsements: [],
      signature: 'c2ln',
    },
    files: [],
    ...part,
  };
}

/** As lists of clinics show it. */
export function testListing(slug: string = CLINIC, name = CLINIC_NAME) {
  const { tagline, brand, themeColor } = testPack();
  return { slug, name, tagline, mark: brand.mark, themeColor, homeUrl: `/connect/${slug}/` };
}
