/** A form of the tests' own: two questions that are answered in free words. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/paths.ts';
import type { ImportedForm } from './imported-vendors.ts';

export const FIRST_QUESTION = 'What brings you here?';
export const SECOND_QUESTION = 'What have you tried so far?';

const SLUG = 'plain-words';
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

export const PHOTO_QUESTION = 'Is there something to see? Add a photo.';
const photoItem = {
  linkId: 'photo',
  text: PHOTO_QUESTION,
  type: 'attachment',
  required: true,
  repeats: true,
  extension: [
    { url: 'http://hl7.org/fhir/StructureDefinition/mimeType', valueCode: 'image/jpeg' },
    { url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-maxOccurs', valueInteger: 2 },
  ],
};

/** Writes it where the vendor command can take it in; with a question for a photo behind the first, if that is wanted. */
export function plainForm({ photo = false } = {}): ImportedForm {
  const file = join(temporaryFolder('plain-form'), `${SLUG}.json`);
  const [first, ...rest] = questionnaire.item;
  const item = photo ? [first, photoItem, ...rest] : questionnaire.item;
  writeFileSync(file, JSON.stringify({ ...questionnaire, item }, undefined, 2));
  return { slug: SLUG, file };
}
