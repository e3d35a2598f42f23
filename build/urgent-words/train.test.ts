import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '../../sync/domain/languages.ts';
import { learnedText } from './learned-text.ts';
import { readLines, train } from './train.ts';

const WEIGHTS = join(import.meta.dirname, '../../sync/domain/urgent-words/learned/weights.ts');

test('the weights are those of the lines: "npm run urgent-words" writes them', {
  timeout: 120_000,
}, async () => {
  const written = learnedText(train(await readLines()));
  expect(written === (await readFile(WEIGHTS, 'utf8'))).toBe(true);
});

test('the lines are of both kinds in each language, and none is there twice', async () => {
  const lines = await readLines();
  for (const language of languages)
    for (const dangerous of [true, false])
      expect(
        lines.filter((line) => line.language === language && line.dangerous === dangerous).length,
      ).toBeGreaterThan(1_000);
  expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length);
});
