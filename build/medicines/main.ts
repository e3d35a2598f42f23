/**
 * `npm run medicines -- RELEASE.zip`: makes the list that patients search for their medicines, out of a release of RxNorm. "Current Prescribable Content" needs no
 * licence and is enough: https://www.nlm.nih.gov/research/umls/rxnorm/docs/prescribe.html. The next build takes it in.
 */
import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeMedicineList } from '../../sync/domain/health/medicine-list.ts';
import { readRelease } from './release.ts';

/** What a phone should have to store of it, gzipped. */
const BUDGET_KB = 400;
const LIST = resolve(import.meta.dirname, '../../renderer/features/patient/lists/medicines.txt');

async function main(): Promise<number> {
  const [zip, ...more] = process.argv.slice(2);
  if (zip === undefined || more.length > 0) {
    console.error('Usage:\n  npm run medicines -- RELEASE.zip');
    return 1;
  }
  try {
    const entries = await readRelease(zip);
    const source = `RxNorm, ${basename(zip, '.zip')}. Courtesy of the U.S. National Library of Medicine.`;
    const text = writeMedicineList({ source, isDemo: false, entries });
    writeFileSync(LIST, text);
    const size = Math.ceil(gzipSync(text).length / 1000);
    console.log(`${entries.length} names in ${LIST}, ${size} kB gzipped.`);
    if (size > BUDGET_KB)
      console.log(`That is more than ${BUDGET_KB} kB: the prescribable content is a smaller release.`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

process.exitCode = await main();
