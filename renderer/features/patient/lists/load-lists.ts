/** The lists themselves: each a file of its own, in one chunk with what reads it, loaded when a name is asked for. */
import type { ListGroup } from '../../../../sync/domain/health/health-names.ts';
import { ICD10CM, RXNORM } from '../../../../sync/domain/health/make-resources.ts';
import { type MedicineEntry, readMedicineList } from '../../../../sync/domain/health/medicine-list.ts';
import type { Concept } from '../../../../sync/domain/health/resources.ts';
import type { Language } from '../../../../sync/domain/languages.ts';
import { createSearch, type Searchable, type SuggestionList } from './suggestions.ts';

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
};

const medicineFile = once(async () => readMedicineList((await import('./medicines.txt?raw')).default));
const allergenFile = once(async () => linesOf((await import('./allergens.txt?raw')).default));
const conditionFile = once(async () => linesOf((await import('./conditions.txt?raw')).default));

const linesOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

/** RxNorm writes ingredients small; on a list of one's own they begin as any entry does. */
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** A brand goes with what is in it, because that is what matters to who reads it; its code is the ingredient's where it has none of its own. */
function medicinesOf(entries: readonly MedicineEntry[]): readonly Searchable[] {
  const codes = new Map(entries.map(({ name, rxcui }) => [name, rxcui]));
  return entries.map(({ name, rxcui, ingredients }) => {
    const code = rxcui ?? (ingredients === undefined ? undefined : codes.get(ingredients));
    const concept: Concept = {
      text: ingredients === undefined ? capital(name) : `${name} (${ingredients})`,
      ...(code !== undefined && { coding: [{ system: RXNORM, code }] }),
    };
    return { suggestion: { concept }, names: [name, ...(ingredients === undefined ? [] : [ingredients])] };
  });
}

const COLUMNS: Readonly<Record<Language, number>> = { en: 0, es: 1, ar: 2 };

/** Of a file with a column for each language: a name is found by all of them, and kept in the patient's own. */
function namesOf(
  lines: readonly (readonly string[])[],
  language: Language,
  codeOf: (line: readonly string[]) => Concept['coding'],
): readonly Searchable[] {
  return lines.map((line) => {
    const names = line.slice(0, 3);
    const [text = ''] = [names[COLUMNS[language]] ?? names[0]];
    const coding = codeOf(line);
    return {
      suggestion: { concept: { text, ...(coding && { coding }) } },
      names: [text, ...names, ...line.slice(4)],
    };
  });
}

export const lists: Readonly<Record<ListGroup, (language: Language) => Promise<SuggestionList>>> = {
  async medicines() {
    const { entries, isDemo } = await medicineFile();
    return { search: createSearch(medicinesOf(entries)), isDemo };
  },
  /** What people are allergic to: any medicine, and some foods, materials and insects, which have no code. */
  async allergies(language) {
    const [{ entries, isDemo }, allergens] = await Promise.all([medicineFile(), allergenFile()]);
    const others = namesOf(allergens, language, () => undefined);
    return { search: createSearch([...others, ...medicinesOf(entries)]), isDemo };
  },
  async conditions(language) {
    const conditions = namesOf(await conditionFile(), language, ([, , , code = '']) =>
      code === '' ? undefined : [{ system: ICD10CM, code }],
    );
    return { search: createSearch(conditions), isDemo: false };
  },
};
