import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRelease } from './release.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carefront-medicines-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A line of RXNCONSO.RRF, made up. */
const concept = (
  rxcui: string,
  kind: string,
  name: string,
  part: { source?: string; suppressed?: string } = {},
) =>
  `${rxcui}|ENG||||||${rxcui}0||${rxcui}||${part.source ?? 'RXNORM'}|${kind}|${rxcui}|${name}||${part.suppressed ?? 'N'}|4096|`;
/** A line of RXNREL.RRF, made up. */
const relation = (one: string, what: string, other: string, source = 'RXNORM') =>
  `${one}||CUI|RN|${other}||CUI|${what}|1||${source}||||||`;

const CONCEPTS = [
  concept('1', 'IN', 'aspirol'),
  concept('2', 'PIN', 'aspirol sodium'),
  concept('3', 'MIN', 'aspirol / codol'),
  concept('4', 'BN', 'Nopain'),
  concept('5', 'IN', 'codol'),
  concept('6', 'BN', 'Nopain Plus'),
  concept('7', 'SCD', 'aspirol 500 MG Oral Tablet'),
  concept('8', 'IN', 'proprietary name', { source: 'MMSL' }),
  concept('9', 'IN', 'withdrawol', { suppressed: 'O' }),
  concept('10', 'BN', 'Codol'),
];
const RELATIONS = [
  relation('1', 'tradename_of', '4'),
  relation('6', 'has_tradename', '1'),
  relation('5', 'tradename_of', '6'),
  relation('2', 'tradename_of', '4'),
  relation('1', 'has_form', '2'),
  relation('5', 'tradename_of', '4', 'MMSL'),
];

function release(files: Readonly<Record<string, readonly string[]>>): string {
  const path = join(folder, `${Object.keys(files).length}.zip`);
  const entries = Object.entries(files).map(([name, lines]) => [name, strToU8(`${lines.join('\r\n')}\r\n`)]);
  writeFileSync(path, zipSync(Object.fromEntries(entries)));
  return path;
}

test('a release gives RxNorm’s own ingredients and brands, and what is in a brand', async () => {
  const zip = release({
    'rrf/RXNREL.RRF': RELATIONS,
    'rrf/RXNCONSO.RRF': CONCEPTS,
    'rrf/RXNSAT.RRF': ['4|||||||||||'],
  });
  expect(await readRelease(zip)).toEqual([
    { name: 'aspirol', rxcui: '1' },
    { name: 'aspirol sodium', rxcui: '2' },
    { name: 'aspirol / codol', rxcui: '3' },
    { name: 'Nopain', rxcui: '4', ingredients: 'aspirol' },
    { name: 'codol', rxcui: '5' },
    { name: 'Nopain Plus', rxcui: '6', ingredients: 'aspirol / codol' },
  ]);
});

test('what is no release is refused by name, and no list is made of it', async () => {
  await expect(readRelease(release({ 'rrf/RXNCONSO.RRF': CONCEPTS }))).rejects.toThrow(/no RXNREL.RRF/);
});
