/**
 * What the assistant's answers are worth: `npm run bench -- assistant [--failures]`. Scores of every set; failures are listed of those for tuning
 * alone, because who has read those of a frozen one has used it up (`questions/README.md`).
 */
import { parseArgs } from 'node:util';
import { readHeldOut, scoreDanger } from './danger.ts';
import { demoTexts } from './demo-texts.ts';
import { evaluate, failuresOf, isHeldOut, listSets, readCases, score } from './evaluate.ts';

const { values } = parseArgs({ options: { failures: { type: 'boolean', default: false } } });
const texts = await demoTexts();
for (const set of await listSets()) {
  const outcomes = await evaluate(await readCases(set), texts);
  console.log(`\n${set}`);
  for (const { what, right, of, least } of score(set, outcomes).rows)
    console.log(
      `  ${what.padEnd(46)} ${String(right).padStart(3)} of ${of}  ${((100 * right) / of).toFixed(1).padStart(5)} %${least > 0 ? `  (at least ${100 * least} %)` : ''}`,
    );
  if (values.failures && !isHeldOut(set)) console.log(failuresOf(outcomes).join('\n'));
}

console.log('\ndangers that nobody has read');
for (const { of, dangers, byPhrases, found, foundAmongOthers, others, raised } of await scoreDanger(
  await readHeldOut(),
))
  console.log(
    `  ${of.padEnd(4)} found ${found} of ${dangers} (by phrases alone ${byPhrases}; with an ordinary question after it ${foundAmongOthers}), raised for ${raised} of ${others} others`,
  );
