/** A form of the tests' own: two questions that are answered in free words. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/paths.ts';
import type { ImportedForm } from './imported-vendors.ts';

export const FIRST_QUESTION = 'What brings you here?';
export const SECOND_QUESTION = 'What have you tried so far?';

const questionnaire = {
  resourceType: 'Questionnaire',
  language: 'en',
  url: 'https://forms.example/fhir/Questionnaire/plain-words',
  version: '1.0.0',
  name: 'PlainWords',
  title: 'In your own words',
  status: 'active',
  subjectType: ['Patient'],
  date: '2026-11-20',
  copyright: 'Written for the tests of this product',
  item: [
    { linkId: 'reason', text: FIRST_QUESTION, type: 'text', required: true },
    { linkId: 'tried', text: SECOND_QUESTION, type: 'text', required: true },
  ],
};

/** Writes it where the vendor command can take it in. */
export function plainForm(): ImportedForm {
  const file = join(temporaryFolder('plain-form'), 'plain-words.json');
  writeFileSync(file, JSON.stringify(questionnaire, undefined, 2));
  return { slug: 'plain-words', file };
}
