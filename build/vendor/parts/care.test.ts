import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkPack } from '../check.ts';
import { publishPack } from '../publish.ts';

/** Main Street's pack with rules for a photo ID of the test's own. */
async function packWith(identity: unknown) {
  const folder = await mkdtemp(join(tmpdir(), 'carefront-care-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pack = join(folder, 'mainstreet');
  await cp(join(import.meta.dirname, '../../../vendors/mainstreet'), pack, { recursive: true });
  const path = join(pack, 'vendor.json');
  const raw = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...raw, care: { ...raw.care, identity } }));
  return checkPack(pack);
}
const faultsOf = async (identity: unknown) =>
  (await packWith(identity)).faults
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path }) => `${code} ${path}`);

const SOURCE = { source: 'Policy', asOf: '2026-11-28' };
const rule = { products: ['valacyclovir'], places: ['US-OH'], ...SOURCE };

describe('rules for a photo ID', () => {
  it('are published as they are written', async () => {
    const report = await packWith([rule]);
    if (!report.pack) throw new Error('The pack has errors.');
    expect((await publishPack(report.pack)).pack.care?.identity).toEqual([rule]);
  });

  it.each([true, false])('may be a plain %s', async (identity) => {
    expect(await faultsOf(identity)).toEqual([]);
  });

  it.each<readonly [string, unknown, string]>([
    [
      'an unknown product',
      [{ ...rule, products: ['nothing'] }],
      'identity-product $.care.identity[0].products[0]',
    ],
    [
      'one that nobody prescribes',
      [rule, { ...rule, products: ['valacyclovir', 'ibuprofen'] }],
      'identity-product $.care.identity[1].products[1]',
    ],
    ['an unknown place', [{ ...rule, places: ['US-ZZ'] }], 'unknown-place $.care.identity[0].places[0]'],
    [
      'a place where nobody is cared for',
      [{ ...rule, places: ['US-OH', 'US-CA'] }],
      'place-not-served $.care.identity[0].places[1]',
    ],
  ])('refuse %s', async (_, identity, fault) => {
    expect(await faultsOf(identity)).toEqual([fault]);
  });

  it.each<readonly [string, unknown]>([
    ['a source', [{ products: ['valacyclovir'] }]],
    ['a rule', []],
    ['a known field', [{ ...rule, product: 'valacyclovir' }]],
  ])('need %s', async (_, identity) => {
    expect(await faultsOf(identity)).not.toEqual([]);
  });
});
