/**
 * What the assistant's answers are worth: `npm run bench -- assistant [--failures]`. Scores of both halves of the set; failures are listed of the half for tuning
 * alone, because who has read those of the frozen half has used it up (`questions/README.md`).
 */
import { parseArgs } from 'node:util';
import { demoTexts } from './demo-texts.ts';
import { evaluate, failuresOf, HELD_OUT, readCases, score, TUNING } from './evaluate.ts';

const { values } = parseArgs({ options: { failures: { type: 'boolean', default: false } } });
const texts = await demoTexts();
for (const set of [TUNING, HELD_OUT]) {
  const outcomes = await evaluate(await readCases(set), texts);
  console.log(`\n${set}`);
  for (const { what, right, of, least } of score(set, outcomes).rows)
    console.log(
      `  ${what.padEnd(46)} ${String(right).padStart(3)} of ${of}  ${((100 * right) / of).toFixed(1).padStart(5)} %${least > 0 ? `  (at least ${100 * least} %)` : ''}`,
    );
  if (values.failures && set === TUNING) console.log(failuresOf(outcomes).join('\n'));
}
