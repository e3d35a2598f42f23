import { describe, expect, it, test } from 'vitest';
import { fits } from '../../../../sync/domain/health/health-record.ts';
import { ICD10CM, RXNORM } from '../../../../sync/domain/health/resources.ts';
import { itemOf, newItem } from '../profile/changes.ts';
import { lists } from './load-lists.ts';
import { createSearch, MAX_SUGGESTIONS, plain } from './suggestions.ts';

const search = createSearch(
  ['metformin', 'penicillin G', 'Penicillin V', 'Ácido fólico', 'الحليب'].map((text) => ({
    ...{ suggestion: { concept: { text } }, names: [text] },
  })),
);
const found = (typed: string) => search(typed).map(({ concept }) => concept.text);

describe('a name', () => {
  it.each([
    ['met', ['metformin']],
    ['PENI', ['penicillin G', 'Penicillin V']],
    ['v pen', ['Penicillin V']],
    ['acido fo', ['Ácido fólico']],
    ['الحَليب', ['الحليب']],
    ['formin', []],
    [' ', []],
  ])('is found by what its words begin with: “%s”', (typed, names) => {
    expect(found(typed)).toEqual(names);
  });
});

test('a list offers few, the one that begins so first', async () => {
  const { search: inConditions } = await lists.conditions('en');
  const names = inConditions('d').map(({ concept }) => concept.text);
  expect(names).toHaveLength(MAX_SUGGESTIONS);
  expect(inConditions('high bl')[0]?.concept).toEqual({
    ...{ text: 'High blood pressure', coding: [{ system: ICD10CM, code: 'I10' }] },
  });
});

test('a brand is kept with what is in it, under the code of that', async () => {
  const { search: inMedicines, isDemo } = await lists.medicines('es');
  expect(inMedicines('lipit')).toEqual([
    {
      concept: { text: 'Lipitor (atorvastatin)', coding: [{ system: RXNORM, code: '83367' }] },
    },
  ]);
  expect(isDemo).toBe(true);
});

test('a condition is found by any of its languages, and kept in the patient’s own', async () => {
  const { search: inConditions } = await lists.conditions('es');
  expect(inConditions('hypertension')[0]?.concept.text).toBe('Presión arterial alta');
  expect(inConditions('hiv').map(({ concept }) => concept)).toContainEqual({ text: 'VIH' });
});

test('a food has no code: no vocabulary that we may ship has one', async () => {
  const { search: inAllergies } = await lists.allergies('en');
  expect(inAllergies('peanut')[0]?.concept).toEqual({ text: 'Peanuts' });
  expect(inAllergies('penicillin g')[0]?.concept.coding).toEqual([{ system: RXNORM, code: '7980' }]);
});

test.each(['medicines', 'allergies', 'conditions'] as const)(
  'all that the list of %s offers may be said in a record, once',
  async (group) => {
    const { search: inList } = await lists[group]('ar');
    const letters = 'abcdefghijklmnopqrstuvwxyzابتثجحخدذرزسشصضطظعغفقكلمنهوي';
    const concepts = letters.split('').flatMap((letter) => inList(letter).map(({ concept }) => concept));
    expect(concepts.length).toBeGreaterThan(60);
    expect(concepts.filter((concept) => !fits(newItem(group), itemOf(group, concept, '')))).toEqual([]);
    const names = [...new Map(concepts.map((one) => [one, plain(one.text)])).values()];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  },
);
