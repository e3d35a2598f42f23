import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildPassages } from '../../../sync/domain/assistant/build-passages.ts';
import { createRetrieval } from '../../../sync/domain/assistant/retrieve.ts';
import { languages } from '../../../sync/domain/languages.ts';
import { projectRoot } from '../../support/paths.ts';
import { demoTexts } from './demo-texts.ts';

it.each(languages)('what the page offers to ask is answered: %s', async (language) => {
  const file = `${projectRoot}/renderer/features/assistant/messages/${language}.json`;
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const examples = Object.entries(texts).filter(([key]) => key.startsWith('examples.'));
  expect(examples.length).toBeGreaterThan(0);
  const retrieval = createRetrieval((await demoTexts()).map((one) => buildPassages(one)));
  const answered = examples.map(([, text]) => [text, retrieval.find({ text, language })[0]?.passage.title]);
  expect(answered.filter(([, title]) => title === undefined)).toEqual([]);
});
