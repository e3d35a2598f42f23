/** Which treatments the demo vendors' forms allow, from typed answers to what a screen offers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluateSafetyRules, rulesOn } from '../../sync/domain/safety/safety-rules.ts';
import { promotionHash } from '../../sync/domain/shop/promotion.ts';
import { treatmentsFor } from '../../sync/domain/treatments/treatments.ts';
import { createExpressionEngine } from '../../sync/questionnaire/expressions/fhirpath-engine.ts';
import { compileQuestionnaire, createForm } from '../../sync/questionnaire/index.ts';
import type { AnswerValue, Form, NodeId } from '../../sync/questionnaire/model/contract.ts';
import { checkPack } from './check.ts';
import { demoVendors } from './testing.ts';

const nodesOf = (form: Form, ids: readonly NodeId[] = form.root): readonly NodeId[] =>
  ids.flatMap((id) => [id, ...nodesOf(form, form.read(id)?.children ?? [])]);

async function offeredAfter(
  vendor: string,
  slug: string,
  answers: Readonly<Record<string, string | boolean | number>>,
) {
  const { pack } = await checkPack(join(demoVendors, vendor));
  const checked = pack?.forms.find(({ offered }) => offered.slug === slug);
  const treatments = pack?.shop?.treatments.find(({ questionnaire }) => questionnaire === slug);
  if (!pack || !checked || !treatments) throw new Error(`${vendor} leads nowhere from ${slug}`);
  const compiled = compileQuestionnaire(checked.form);
  if (!compiled.ok) throw new Error('the form does not compile');
  const form = createForm(compiled.plan, { expressions: createExpressionEngine() });
  for (const [linkId, answer] of Object.entries(answers)) {
    const node = nodesOf(form)
      .map((id) => form.read(id))
      .find((one) => one?.linkId === linkId);
    const coded = node?.options.find(({ value }) => value.type === 'Coding' && value.value.code === answer);
    const value: AnswerValue | undefined =
      typeof answer === 'boolean'
        ? { type: 'boolean', value: answer }
        : typeof answer === 'number'
          ? { type: 'integer', value: answer }
          : coded?.value;
    if (!node || !value) throw new Error(`${linkId} can’t be ${answer}`);
    form.answer(node.id, [value]);
  }
  const { source } = pack;
  const answer = treatmentsFor({
    ...{ vendor: source, questionnaire: checked.offered, products: pack.products, treatments },
    rules: rulesOn(pack.rules, checked.canonical),
    hits: evaluateSafetyRules(pack.rules, form),
    today: '2026-11-26',
  });
  return answer.stops.length > 0
    ? answer.stops.map(({ id }) => `STOP ${id}`)
    : answer.treatments.map(({ product, verdict }) => `${product.slug} ${verdict.status}`);
}

describe('what the demo vendors offer after a form', () => {
  test.each([
    ['willow', 'contraception-check', {}, ['combined-pill eligible', 'progestin-pill eligible']],
    [
      'willow',
      'contraception-check',
      { wanted: 'unsure', migraine: true, 'migraine.aura': 'yes' },
      ['combined-pill notEligible', 'progestin-pill eligible'],
    ],
    [
      'willow',
      'contraception-check',
      { wanted: 'combined', migraine: true, 'migraine.aura': 'yes' },
      ['STOP migraine-aura-combined'],
    ],
    [
      'willow',
      'contraception-check',
      { wanted: 'unsure', 'breast-cancer': 'now' },
      ['combined-pill notEligible', 'progestin-pill notEligible'],
    ],
    [
      'willow',
      'contraception-check',
      { wanted: 'unsure', 'pressure.known': true, systolic: 145, diastolic: 85 },
      ['combined-pill review', 'progestin-pill eligible'],
    ],
    ['willow', 'uti-check', { conditions: 'kidney' }, ['nitrofurantoin notEligible']],
    ['northgate', 'erectile-dysfunction', { nitrates: true }, ['STOP ed-nitrates']],
    [
      'northgate',
      'erectile-dysfunction',
      { 'alpha-blocker': true },
      ['sildenafil review', 'tadalafil-daily review'],
    ],
    [
      'northgate',
      'hair-loss',
      { wanted: 'unsure', handling: true },
      ['finasteride notEligible', 'minoxidil eligible'],
    ],
    ['northgate', 'hair-loss', { scalp: 'inflamed' }, ['finasteride eligible', 'minoxidil notEligible']],
    ['mainstreet', 'stop-smoking', { what: 'cigarettes', 'per-day': 6 }, ['nicotine-patch notEligible']],
    ['mainstreet', 'cold-sore-check', { stage: 'crust' }, ['valacyclovir review', 'docosanol eligible']],
    ['harbour', 'sore-throat', { pregnant: 'yes' }, ['paracetamol review', 'benzydamine-spray notEligible']],
    ['harbour', 'weight-assessment', {}, []],
    ['lantern', 'mood-check-in', { thoughts: 'passing' }, ['STOP mood-thoughts-of-harm']],
    ['lantern', 'sleep-diary', {}, []],
  ] as const)('%s, %s, %j', async (vendor, slug, answers, offered) => {
    expect(await offeredAfter(vendor, slug, answers)).toEqual(offered);
  });
});

test('every promotion of the demo vendors has its code in their README, and the README no other', async () => {
  const readme = await readFile(join(demoVendors, 'README.md'), 'utf8');
  const codes = [...readme.matchAll(/`([A-Z]+\d+)`/g)].map(([, code = '']) => code);
  const told = await Promise.all(codes.map(promotionHash));
  const vendors = ['willow', 'lantern', 'mainstreet', 'northgate', 'harbour'];
  const packs = await Promise.all(vendors.map((vendor) => checkPack(join(demoVendors, vendor))));
  const sold = packs.flatMap(({ pack }) => pack?.shop?.promotions.map(({ code }) => code) ?? []);
  expect(told.toSorted()).toEqual(sold.toSorted());
});
