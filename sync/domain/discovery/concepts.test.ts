import { describe, expect, test } from 'vitest';
import { wordsOf } from '../words/fold-text.ts';
import { concepts, conditionsOf, excludedBy, phrasesOf, substanceOf } from './concepts.ts';

const demoForms = import.meta.glob<{
  slug: string;
  questionnaires: { slug: string; title: { en: string } }[];
}>('../../../vendors/*/vendor.json', { eager: true, import: 'default' });
const demoProducts = import.meta.glob<{ slug: string; ingredients: string[] }>(
  '../../../vendors/*/products/*.json',
  { eager: true, import: 'default' },
);

test('each form of the demo vendors is about one condition', () => {
  const found = Object.values(demoForms).flatMap(({ questionnaires }) =>
    questionnaires.map(({ slug, title }) => [slug, conditionsOf(title).join(' ')]),
  );
  expect(Object.fromEntries(found)).toEqual({
    'weight-assessment': 'weight',
    'sore-throat': 'sore-throat',
    'mood-check-in': 'low-mood',
    'sleep-diary': 'sleep',
    'cold-sore-check': 'cold-sore',
    'stop-smoking': 'smoking',
    'cough-and-cold': 'cough-and-cold',
    'erectile-dysfunction': 'erectile-dysfunction',
    'hair-loss': 'hair-loss',
    'contraception-check': 'contraception',
    'uti-check': 'urinary-infection',
  });
});

test('each product of the demo vendors is a substance', () => {
  const found = Object.values(demoProducts).map((product) => [product.slug, substanceOf(product)]);
  expect(found.filter(([, substance]) => substance === undefined)).toEqual([]);
});

test('a product with more in it is no product of that substance', () => {
  expect(substanceOf({ ingredients: ['paracetamol'] })).toBe('paracetamol');
  expect(substanceOf({ ingredients: ['paracetamol', 'codeine'] })).toBeUndefined();
  expect(substanceOf({ ingredients: ['levonorgestrel'] })).toBeUndefined();
});

test('a phrase means one concept in every language, or people would be led astray', () => {
  const owners = new Map<string, Set<string>>();
  for (const concept of concepts)
    for (const phrase of phrasesOf(concept)) {
      const key = wordsOf(phrase).join(' ');
      owners.set(key, (owners.get(key) ?? new Set()).add(concept.id));
    }
  expect([...owners].filter(([, ids]) => ids.size > 1).map(([phrase]) => phrase)).toEqual([]);
});

test('no concept is called what it must not be taken for', () => {
  const crossed = concepts.filter((concept) =>
    phrasesOf(concept).some((phrase) => excludedBy(phrase).has(concept.id)),
  );
  expect(crossed.map(({ id }) => id)).toEqual([]);
});

describe('a synonym never crosses a safety line', () => {
  test.each([
    ['morning-after pill', 'contraception'],
    ['píldora del día después', 'contraception'],
    ['حبوب منع الحمل الطارئة', 'contraception'],
    ['kidney infection', 'urinary-infection'],
    ['infección de orina con sangre', 'urinary-infection'],
    ['genital herpes', 'cold-sore'],
    ['shingles', 'valacyclovir'],
    ['unexplained weight loss', 'weight'],
    ['pérdida de peso sin causa', 'weight'],
    ['coughing up blood', 'cough-and-cold'],
    ['cough and chest pain', 'cough-and-cold'],
    ['sleep apnea', 'sleep'],
    ['erection for four hours', 'erectile-dysfunction'],
    ['sore throat, can’t breathe', 'sore-throat'],
    ['depression and suicide', 'low-mood'],
    ['الاكتئاب والانتحار', 'low-mood'],
    ['paracetamol overdose', 'paracetamol'],
    ['Viagra with poppers', 'sildenafil'],
  ])('%s is not %s', (asked, concept) => {
    expect(excludedBy(asked)).toContain(concept);
  });
});
