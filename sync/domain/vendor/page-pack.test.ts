import { describe, expect, it } from 'vitest';
import { testPack, testQuestionnaire } from '../testing/fixture-clinic.ts';
import { type PagePack, pagePackOf } from './page-pack.ts';

const offered = testQuestionnaire({ title: { en: 'Sleep', es: 'Sueño' } });
const { consents: _consents, manifest: _manifest, ...listed } = offered;
const pack = testPack({
  kiosk: { doneInstruction: { en: 'Take a seat' } },
  questionnaires: [{ ...offered, plausible: {}, why: { age: { en: 'Because' } } }],
});

describe('what a page holds of a pack', () => {
  it.each([
    ['es', { es: 'Cuidado entre árboles' }, { es: 'Sueño' }],
    ['ar', { ar: 'رعاية بين الأشجار' }, { en: 'Sleep' }],
    ['en', { en: 'Care among trees' }, { en: 'Sleep' }],
  ] as const)(
    'is in one language, in English where there is no translation: %s',
    (language, tagline, title) => {
      const shown: PagePack = pagePackOf(pack, language);
      expect(shown.tagline).toEqual(tagline);
      expect(shown.questionnaires).toEqual([{ ...listed, title }]);
      expect(shown).toMatchObject({ slug: 'meadow', name: 'Meadow', steps: [{ title: { en: 'Answer' } }] });
    },
  );

  it('names every language that a document is written in', () => {
    const written = ({ legal }: PagePack) => legal.map(({ texts, unreviewed }) => ({ texts, unreviewed }));
    expect(written(pagePackOf(pack, 'es'))).toEqual(written(pack));
  });

  it('says whether a photo ID is asked for, and nothing else of how it decides', () => {
    const forms = [{ questionnaire: 'sleep', history: ['medicines'] }];
    const asking = testPack({ care: { identity: true, forms } });
    expect(pagePackOf(asking, 'en').care).toEqual({ identity: true });
    const rule = { products: ['pill'], source: 'Policy', asOf: '2026-11-28' };
    expect(pagePackOf(testPack({ care: { identity: [rule], forms } }), 'en').care).toEqual({
      identity: [rule],
    });
    expect(pagePackOf(testPack({ care: { forms } }), 'en')).not.toHaveProperty('care');
  });

  it('has no rule, and no list of rules that would let everybody pass', () => {
    expect(pagePackOf(pack, 'en')).not.toHaveProperty('rules');
  });
});
