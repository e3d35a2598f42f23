/** What an import must know of the vendor that receives a form. A pack with other faults may still receive one. */
import { join } from 'node:path';
import { z } from 'zod/mini';
import { type SafetyRule, safetyRuleSchema } from '../../sync/domain/safety/safety-rule.ts';
import { type VendorSource, vendorSchema } from '../../sync/domain/vendor/vendor-pack.ts';
import { canonicalOf } from './parts/intake.ts';
import { createFaults, hasErrors, type PackFault } from './read/faults.ts';
import { loadPackFolder } from './read/load.ts';
import { readJson } from './read/read-json.ts';
import { parseWith } from './read/schema-faults.ts';

export type VendorForImport =
  | {
      readonly ok: true;
      readonly dir: string;
      readonly source: VendorSource;
      /** vendor.json as it is written. */
      readonly text: string;
      readonly rules: readonly SafetyRule[];
      /** Slug of each form that is already offered, by canonical. */
      readonly canonicals: ReadonlyMap<string, string>;
      readonly faults: readonly PackFault[];
    }
  | { readonly ok: false; readonly faults: readonly PackFault[] };

export async function readVendorForImport(vendorsDir: string, slug: string): Promise<VendorForImport> {
  const list: PackFault[] = [];
  const faults = createFaults(`${slug}/vendor.json`, list);
  const loaded = /^[a-z0-9-]+$/.test(slug) ? await loadPackFolder(join(vendorsDir, slug)) : undefined;
  if (!loaded?.ok) {
    faults.error(
      'vendor-missing',
      '$',
      `there is no vendor ${JSON.stringify(slug)} in ${vendorsDir}`,
      'Name the folder of a vendor: --vendor willow.',
    );
    return { ok: false, faults: list };
  }
  const { folder } = loaded;
  const json = await readJson(folder, 'vendor.json', faults);
  const source = json.ok ? parseWith(vendorSchema, json.value, [], faults) : undefined;
  if (!json.ok || !source) return { ok: false, faults: list };
  const quiet = createFaults('', []);
  const rules: SafetyRule[] = [];
  for (const path of source.rules) {
    const file = await readJson(folder, path, quiet);
    rules.push(
      ...((file.ok ? parseWith(z.array(safetyRuleSchema), file.value, [], undefined) : undefined) ?? []),
    );
  }
  const canonicals = new Map<string, string>();
  for (const offered of source.questionnaires) {
    const form = await readJson(folder, offered.file, quiet);
    if (form.ok) canonicals.set(canonicalOf(form.value, slug, offered.slug), offered.slug);
  }
  return hasErrors(list)
    ? { ok: false, faults: list }
    : { ok: true, dir: folder.dir, source, text: json.text, rules, canonicals, faults: list };
}
