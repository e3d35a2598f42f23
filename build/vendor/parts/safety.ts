/** Safety rules: the files that vendor.json names, each rule against the form that it reads. */
import { type SafetyRule, safetyPart, safetyRuleSchema } from '../../../sync/domain/safety/safety-rule.ts';
import { checkTexts } from '../read/check-texts.ts';
import { type Faults, jsonPath } from '../read/faults.ts';
import type { PackReading } from '../read/part.ts';
import { readJson } from '../read/read-json.ts';
import { parseWith } from '../read/schema-faults.ts';
import { productSlugsOf } from './catalog.ts';
import { checkRule } from './check-rules.ts';
import { type CheckedForm, formsOf } from './intake.ts';

function checkProducts(
  { products: named = [], outcome }: SafetyRule,
  products: readonly string[],
  path: readonly PropertyKey[],
  faults: Faults,
): void {
  if (named.length > 0 && outcome !== 'STOP' && outcome !== 'REVIEW')
    faults.error(
      'rule-products',
      jsonPath([...path, 'products']),
      'only STOP and REVIEW can be about single products',
      'Remove products, or change the outcome.',
    );
  for (const [at, product] of named.entries())
    if (!products.includes(product))
      faults.error(
        'rule-products',
        jsonPath([...path, 'products', at]),
        `there is no product ${product}`,
        'Name the slug of a product of this pack.',
      );
}

async function checkFiles(
  { folder, named, faultsOf, locales }: PackReading,
  paths: readonly string[],
  forms: readonly CheckedForm[],
  products: readonly string[],
): Promise<readonly SafetyRule[]> {
  const byCanonical = new Map(forms.map((form) => [form.canonical, form.index]));
  const rules: SafetyRule[] = [];
  for (const path of paths) {
    named.add(path);
    const faults = faultsOf(path);
    const json = await readJson(folder, path, faults);
    if (!json.ok) continue;
    if (!Array.isArray(json.value)) {
      faults.error('rules-list', '$', 'this is not a list of rules', 'Write an array, as [{ "id": … }].');
      continue;
    }
    checkTexts(json.value, locales, [], faults);
    const waiting = new Map<string, readonly number[]>();
    for (const [at, raw] of json.value.entries()) {
      const rule = parseWith(safetyRuleSchema, raw, [at], faults);
      if (!rule) continue;
      if (rules.some((other) => other.id === rule.id))
        faults.error(
          'rule-twice',
          jsonPath([at, 'id']),
          `${rule.id} is already the id of another rule`,
          'Give each rule of the pack its own.',
        );
      checkRule(rule, byCanonical, [at], faults);
      checkProducts(rule, products, [at], faults);
      rules.push(rule);
      const canonical = rule.questionnaire.split('|')[0] ?? '';
      if (!byCanonical.has(canonical)) waiting.set(canonical, [...(waiting.get(canonical) ?? []), at]);
    }
    for (const [canonical, [first = 0, ...more]] of waiting) {
      const who = more.length === 0 ? 'the rule waits' : `${more.length + 1} rules wait`;
      faults.information(
        'rule-waits',
        jsonPath([first, 'questionnaire']),
        `${who} for ${canonical}, which this pack does not hold`,
        'Import the form, or correct the canonical.',
      );
    }
  }
  return rules;
}

export const safetyBuild = {
  async check(reading: PackReading) {
    const paths = parseWith(safetyPart.fields.rules, reading.raw.rules, [], undefined) ?? [];
    const products = await productSlugsOf(reading);
    return { rules: await checkFiles(reading, paths, await formsOf(reading), products) };
  },
  publish: async ({ rules }: { readonly rules: readonly SafetyRule[] }) => ({ rules }),
};
