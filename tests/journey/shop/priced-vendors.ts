/** The demo vendors, with another price of one product. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileVendors } from '../../../build/vendor/compile.ts';
import { projectRoot, temporaryFolder } from '../../support/paths.ts';

/** @returns where they were compiled to. */
export async function vendorsPricedAt(vendor: string, product: string, amount: number): Promise<string> {
  const vendorsDir = temporaryFolder('vendors');
  const outDir = temporaryFolder('packs');
  cpSync(join(projectRoot, 'vendors'), vendorsDir, { recursive: true });
  const path = join(vendorsDir, vendor, 'products', `${product}.json`);
  const sold: { plans: { amount: number }[] } = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...sold, plans: sold.plans.map((plan) => ({ ...plan, amount })) }));
  const { faults } = await compileVendors({ vendorsDir, outDir });
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  return outDir;
}
