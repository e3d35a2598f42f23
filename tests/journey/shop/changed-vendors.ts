/** The demo vendors, with something of one of them changed. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileVendors } from '../../../build/vendor/compile.ts';
import { projectRoot, temporaryFolder } from '../../support/paths.ts';

/** @param change of the file, below the vendor's folder. @returns where they were compiled to. */
async function vendorsWith<Json>(
  vendor: string,
  file: string,
  change: (json: Json) => Json,
): Promise<string> {
  const vendorsDir = temporaryFolder('vendors');
  const outDir = temporaryFolder('packs');
  cpSync(join(projectRoot, 'vendors'), vendorsDir, { recursive: true });
  const path = join(vendorsDir, vendor, file);
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))));
  const { faults } = await compileVendors({ vendorsDir, outDir });
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  return outDir;
}

export const vendorsPricedAt = (vendor: string, product: string, amount: number): Promise<string> =>
  vendorsWith<{ plans: { amount: number }[] }>(vendor, `products/${product}.json`, (sold) => ({
    ...sold,
    plans: sold.plans.map((plan) => ({ ...plan, amount })),
  }));

export const vendorsWithTerms = (vendor: string, version: string): Promise<string> =>
  vendorsWith<{ legal: { kind: string; version: string }[] }>(vendor, 'vendor.json', (pack) => ({
    ...pack,
    legal: pack.legal.map((one) => (one.kind === 'terms' ? { ...one, version } : one)),
  }));
