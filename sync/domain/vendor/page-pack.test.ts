import { describe, expect, it } from 'vitest';
import { type PagePack, pagePackOf } from './page-pack.ts';
import type { PublishedPack } from './published-pack.ts';

const pack = {
  slug: 'willow',
  name: 'Willow',
  tagline: { en: 'Care', es: 'Cuidado', ar: 'رعاية' },
  steps: [{ title: { en: 'Answer' } }],
  rules: [{ id: 'chest-pain' }],
  files: ['/connect/willow/files/a.svg'],
  kiosk: { headline: { en: 'Hello' } },
  legal: [{ slug: 'terms', texts: { en: { url: '/terms' }, es: { url: '/terminos' } }, unreviewed: ['es'] }],
  questionnaires: [
    {
      slug: 'sleep',
      title: { en: 'Sleep', es: 'Sueño' },
      consents: [{ statement: { en: 'I agree' } }],
      why: { age: { en: 'Because' } },
      plausible: {},
      manifest: {},
    },
  ],
} as unknown as PublishedPack;

describe('what a page holds of a pack', () => {
  it.each([
    ['es', { es: 'Cuidado' }, { es: 'Sueño' }],
    ['ar', { ar: 'رعاية' }, { en: 'Sleep' }],
    ['en', { en: 'Care' }, { en: 'Sleep' }],
  ] as const)(
    'is in one language, in English where there is no translation: %s',
    (language, tagline, title) => {
      const shown: PagePack = pagePackOf(pack, language);
      expect(shown.tagline).toEqual(tagline);
      expect(shown.questionnaires).toEqual([{ slug: 'sleep', title }]);
      expect(shown).toMatchObject({ slug: 'willow', name: 'Willow', steps: [{ title: { en: 'Answer' } }] });
    },
  );

  it('names every language that a document is written in', () => {
    expect(pagePackOf(pack, 'es').legal).toEqual(pack.legal);
  });

  it('has no rule, and no list of rules that would let everybody pass', () => {
    expect(pagePackOf(pack, 'en')).not.toHaveProperty('rules');
  });
});
