/** `npm run urgent-words`: learns the weights from the lines in this folder, and writes them beside what reads them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { learnedText } from './learned-text.ts';
import { readLines, train } from './train.ts';

const root = join(import.meta.dirname, '..', '..');
const lines = await readLines();
await writeFile(join(root, 'sync/domain/urgent-words/learned/weights.ts'), learnedText(train(lines)));
console.log(`Learned from ${lines.length} lines.`);
