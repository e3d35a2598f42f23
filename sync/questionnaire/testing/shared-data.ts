import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { largeForm } from './large-form.ts';

/** The tests' own forms, which are always there. */
const OWN = fileURLToPath(new URL('../../../tests/fixtures/forms', import.meta.url));
/** Real questionnaires that live beside the project, not in it; a clone elsewhere doesn't have them. */
const FOLDER = fileURLToPath(new URL('../../../../shared/data', import.meta.url));

export const SHARED_DATA_MISSING = 'needs the data folder ../shared/data beside the project';

export function hasSharedData(): boolean {
  return existsSync(FOLDER);
}

export function sharedJson(path: string): unknown {
  return JSON.parse(readFileSync(`${FOLDER}/${path}`, 'utf8'));
}

/** Paths of all JSON files under a folder of the shared data, relative to it; none where there is no data. */
export function sharedFiles(folder: string): readonly string[] {
  if (!hasSharedData()) return [];
  return readdirSync(`${FOLDER}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}/${name}`)
    .sort();
}

/** A form as a test names it, and its content. */
export type NamedForm = readonly [name: string, form: unknown];

/** The tests' own forms: these stand in the repository, and one of 808 items is made now. */
export function ownForms(): readonly NamedForm[] {
  const files = readdirSync(OWN).filter((name) => name.endsWith('.json'));
  return [
    ...files.sort().map((name): NamedForm => [name, JSON.parse(readFileSync(`${OWN}/${name}`, 'utf8'))]),
    ['a form of 808 items', largeForm()],
  ];
}

/** Those, and the published ones where they are there. */
export function formsAtHand(): readonly NamedForm[] {
  return [...ownForms(), ...sharedFiles('questionnaires').map((file): NamedForm => [file, sharedJson(file)])];
}
