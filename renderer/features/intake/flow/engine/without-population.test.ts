import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { coreSetsFor, openQuestionnaire } from '../../../../../sync/questionnaire/index.ts';
import { isPopulated, withoutPopulation } from './without-population.ts';

const vendors = new URL('../../../../../vendors/', import.meta.url).pathname;
const forms = globSync('*/questionnaires/*.json', { cwd: vendors })
  .map((path) => [path, JSON.parse(readFileSync(vendors + path, 'utf8'))] as const)
  .filter(([, form]) => form.resourceType === 'Questionnaire' && isPopulated(form));

it('most demo forms can be filled in from a health profile', () => {
  expect(forms.length).toBeGreaterThan(6);
});

it.each(forms)('%s needs no more to be opened than it did, and has every question', async (_, form) => {
  const bare = withoutPopulation(form);
  const opened = openQuestionnaire(bare, await coreSetsFor(bare));
  const whole = openQuestionnaire(form, await coreSetsFor(form));
  if (!opened.ok || !whole.ok) throw new Error('It has faults');
  expect(JSON.stringify(bare)).not.toMatch(/initialExpression|x-fhir-query/);
  const linkIds = (text: string) => text.match(/"linkId":"[^"]+"/g);
  expect(linkIds(JSON.stringify(bare))).toEqual(linkIds(JSON.stringify(form)));
  // Without a rule that computes something, no patient's page loads the engine for expressions.
  const computes = /calculatedExpression|enableWhenExpression|constraint/.test(JSON.stringify(form));
  expect(opened.plan.needs.expressions).toBe(computes);
});

it('a form that fills in nothing is left as it is', () => {
  const form = { resourceType: 'Questionnaire', item: [] };
  expect(withoutPopulation(form)).toBe(form);
});
