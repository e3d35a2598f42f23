import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { safetyRulesMetBy } from '../../sync/domain/safety/rules-on-response.ts';
import { evaluateSafetyRules, rulesOn } from '../../sync/domain/safety/safety-rules.ts';
import { scheduleOf } from '../../sync/domain/time/opening-hours.ts';
import { createExpressionEngine } from '../../sync/questionnaire/expressions/fhirpath-engine.ts';
import { compileQuestionnaire, createForm } from '../../sync/questionnaire/index.ts';
import type { AnswerValue, Form, NodeId } from '../../sync/questionnaire/model/contract.ts';
import { backwardNumbers } from '../messages/backward-numbers.ts';
import { type CheckedPack, type CheckReport, checkPack } from './check.ts';
import {
  coldSoreExamples,
  contraceptionExamples,
  coughAndColdExamples,
  erectionExamples,
  hairExamples,
  moodExamples,
  type RuleExample,
  sleepExamples,
  smokingExamples,
  type TypedAnswer,
  throatExamples,
  utiExamples,
  weightExamples,
} from './demo-rule-examples.ts';
import type { CheckedForm } from './parts/intake.ts';
import { copyDemoPacks, demoVendors, type TestPacks } from './testing.ts';

const vendors = ['willow', 'lantern', 'mainstreet', 'northgate', 'harbour'] as const;
/** Languages beside English; all that are there are unreviewed. */
const others = (vendor: string) => (vendor === 'harbour' ? [] : ['es', 'ar']);

let packs: TestPacks;
beforeAll(async () => {
  packs = await copyDemoPacks(vendors);
});
afterAll(() => packs.remove());

const loaded = new Map<string, Promise<CheckReport>>();

/** Read once: nothing here changes a pack. */
async function loadDemoPack(vendor: string): Promise<CheckedPack> {
  const reading = loaded.get(vendor) ?? checkPack(packs.dir(vendor));
  loaded.set(vendor, reading);
  const { pack, faults } = await reading;
  if (!pack)
    throw new Error(faults.map((fault) => `${fault.file} ${fault.path} ${fault.message}`).join('\n'));
  return pack;
}

const tools = { expressions: createExpressionEngine() };

function nodesOf(form: Form, ids: readonly NodeId[] = form.root): readonly NodeId[] {
  return ids.flatMap((id) => [id, ...nodesOf(form, form.read(id)?.children ?? [])]);
}

/** Answers as a patient does: by what is asked and shown. */
function give(form: Form, linkId: string, answer: TypedAnswer): void {
  const node = nodesOf(form)
    .map((id) => form.read(id))
    .find((candidate) => candidate?.linkId === linkId && candidate.enabled);
  if (!node) throw new Error(`${linkId} is not asked`);
  const option =
    typeof answer === 'string'
      ? node.options.find(({ value }) => value.type === 'Coding' && value.value.code === answer)
      : undefined;
  const value: AnswerValue | undefined =
    typeof answer === 'boolean'
      ? { type: 'boolean', value: answer }
      : typeof answer === 'number'
        ? { type: node.item.type === 'decimal' ? 'decimal' : 'integer', value: answer }
        : option?.value;
  if (!value) throw new Error(`${linkId} has no option ${answer}`);
  form.answer(node.id, [value]);
}

function answered({ form: definition }: CheckedForm, answers: RuleExample['meets']): Form {
  const compiled = compileQuestionnaire(definition);
  if (!compiled.ok) throw new Error('the form does not compile');
  const form = createForm(compiled.plan, tools);
  for (const [linkId, answer] of answers) give(form, linkId, answer);
  return form;
}

const suites = [
  ['willow', 'contraception-check', contraceptionExamples],
  ['willow', 'uti-check', utiExamples],
  ['lantern', 'mood-check-in', moodExamples],
  ['lantern', 'sleep-diary', sleepExamples],
  ['mainstreet', 'cold-sore-check', coldSoreExamples],
  ['mainstreet', 'stop-smoking', smokingExamples],
  ['mainstreet', 'cough-and-cold', coughAndColdExamples],
  ['northgate', 'erectile-dysfunction', erectionExamples],
  ['northgate', 'hair-loss', hairExamples],
  ['harbour', 'weight-assessment', weightExamples],
  ['harbour', 'sore-throat', throatExamples],
] as const;

describe.each(suites)('%s, %s', (vendor, slug, examples) => {
  const open = async () => {
    const pack = await loadDemoPack(vendor);
    const form = pack.forms.find((candidate) => candidate.offered.slug === slug);
    if (!form) throw new Error(`no form ${slug}`);
    return { pack, form };
  };

  test('every rule of the form has an example', async () => {
    const { pack, form } = await open();
    const ids = pack.rules.filter((rule) => rule.questionnaire === form.canonical).map((rule) => rule.id);
    expect(examples.map((example) => example.rule).toSorted()).toEqual(ids.toSorted());
  });

  test.each(examples)('$rule - met, and not met', async ({ rule, meets, misses }) => {
    const { pack, form } = await open();
    const met = answered(form, meets);
    const hit = evaluateSafetyRules(pack.rules, met).find((candidate) => candidate.rule === rule);
    expect(hit).toBeDefined();
    expect(hit?.evidence.every((linkId) => form.index.has(linkId))).toBe(true);
    expect(hit?.evidence.length).toBeGreaterThan(0);
    const ofForm = rulesOn(pack.rules, form.canonical);
    const received = safetyRulesMetBy(ofForm, met.plan, met.response({ status: 'completed' }), tools);
    expect(received.map((candidate) => candidate.rule.id)).toEqual(
      evaluateSafetyRules(pack.rules, met).map((candidate) => candidate.rule),
    );
    expect(
      evaluateSafetyRules(pack.rules, answered(form, misses)).map((candidate) => candidate.rule),
    ).not.toContain(rule);
  });

  test('an empty form meets no rule', async () => {
    const { pack, form } = await open();
    expect(evaluateSafetyRules(pack.rules, answered(form, []))).toEqual([]);
  });

  test('the form has between 12 and 45 questions, and says that its translations are unreviewed', async () => {
    const { form } = await open();
    const questions = [...form.index.values()].filter(({ type }) => type !== 'group' && type !== 'display');
    expect(questions.length).toBeGreaterThanOrEqual(12);
    expect(questions.length).toBeLessThanOrEqual(45);
    expect(form.offered.unreviewed).toEqual(others(vendor));
  });
});

describe('current breast cancer and each method on its own', () => {
  test.each([
    ['combined', 'STOP'],
    ['progestogen-pill', 'STOP'],
    ['injection-implant', 'STOP'],
    ['hormonal-iud', 'STOP'],
    ['copper-iud', 'REVIEW'],
    ['unsure', 'REVIEW'],
  ])('%s - %s', async (method, outcome) => {
    const pack = await loadDemoPack('willow');
    const form = pack.forms.find((candidate) => candidate.offered.slug === 'contraception-check');
    if (!form) throw new Error('no form');
    const hits = evaluateSafetyRules(
      pack.rules,
      answered(form, [
        ['wanted', method],
        ['breast-cancer', 'now'],
      ]),
    );
    expect(hits.map((hit) => hit.outcome)).toEqual([outcome]);
  });
});

test('Harbour’s weight is checked independently before anything is prescribed (case 60)', async () => {
  const pack = await loadDemoPack('harbour');
  const form = pack.source.care?.forms.find(({ questionnaire }) => questionnaire === 'weight-assessment');
  expect(form?.verification).toBe('independent');
});

describe('body mass index, limit by limit', () => {
  test.each([
    [77.9, 'none', ['weight-bmi-low']],
    [78.1, 'none', ['weight-bmi-27']],
    [86.4, 'none', ['weight-bmi-27']],
    [86.4, 'apnoea', []],
    [86.8, 'none', []],
  ] as const)('%d kg at 170 cm, and %s', async (weight, related, rules) => {
    const pack = await loadDemoPack('harbour');
    const form = pack.forms.find((candidate) => candidate.offered.slug === 'weight-assessment');
    if (!form) throw new Error('no form');
    const hits = evaluateSafetyRules(
      pack.rules,
      answered(form, [
        ['height', 170],
        ['weight', weight],
        ['related', related],
      ]),
    );
    expect(hits.map((hit) => hit.rule)).toEqual(rules);
  });
});

describe('blood pressure, limit by limit', () => {
  test.each([
    [139, 89, []],
    [140, 89, ['systolic-140']],
    [139, 90, ['diastolic-90']],
    [160, 89, ['systolic-160-combined']],
    [139, 100, ['diastolic-100-combined']],
    [180, 89, ['systolic-180']],
    [139, 120, ['diastolic-120']],
  ] as const)('%i over %i', async (systolic, diastolic, rules) => {
    const pack = await loadDemoPack('willow');
    const form = pack.forms.find((candidate) => candidate.offered.slug === 'contraception-check');
    if (!form) throw new Error('no form');
    const hits = evaluateSafetyRules(
      pack.rules,
      answered(form, [
        ['wanted', 'combined'],
        ['pressure.known', true],
        ['systolic', systolic],
        ['diastolic', diastolic],
      ]),
    );
    expect(hits.map((hit) => hit.rule)).toEqual(rules);
  });
});

test.each(vendors)(
  '%s, as it stands in the repository - in order, with the mark that its designer drew',
  async (vendor) => {
    const { faults, pack } = await checkPack(join(demoVendors, vendor));
    expect(faults.filter((fault) => fault.severity !== 'information')).toEqual([]);
    expect(pack?.source.brand.mark).toEqual(
      JSON.parse(await readFile(join(demoVendors, vendor, 'images', 'mark.json'), 'utf8')),
    );
  },
);

test.each(vendors)('%s - no number in its Arabic texts is shown backwards', async (vendor) => {
  const folder = join(demoVendors, vendor);
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.json'));
  const backwards: string[] = [];
  for (const file of files)
    JSON.parse(await readFile(join(folder, file), 'utf8'), (_, value: unknown) => {
      if (typeof value === 'string') backwards.push(...backwardNumbers(value));
      return value;
    });
  expect(backwards).toEqual([]);
});

test('no two vendors share typeface, shape or a color', async () => {
  const brands = await Promise.all(vendors.map(async (vendor) => (await loadDemoPack(vendor)).source.brand));
  for (const values of [
    brands.map(({ typeface }) => typeface),
    brands.map(({ shape }) => shape),
    brands.flatMap(({ colors }) => Object.values(colors)),
  ])
    expect(new Set(values).size).toBe(values.length);
});

test('no two vendors compose a page after the home alike', async () => {
  const layouts = await Promise.all(
    vendors.map(async (vendor) => (await loadDemoPack(vendor)).source.brand.layout),
  );
  for (const page of ['landing', 'progress', 'choice', 'receipt'] as const)
    expect(new Set(layouts.map((layout) => layout?.[page] ?? 'plain')).size, page).toBe(vendors.length);
});

test.each(vendors)(
  '%s - every clinician has a portrait of their own, small enough for a phone',
  async (vendor) => {
    const { pack } = await checkPack(join(demoVendors, vendor));
    const { clinicians } = pack?.source ?? { clinicians: [] };
    const portraits = clinicians.map(({ portrait }) => pack?.images.get(portrait ?? '') ?? '');
    expect(portraits).not.toEqual([]);
    expect(new Set(portraits).size).toBe(clinicians.length);
    for (const drawing of portraits) {
      expect(drawing).toContain('<svg');
      expect(drawing.length).toBeLessThan(4000);
    }
  },
);

test.each(vendors)('%s is at home on a kiosk - art for it, and where to go afterwards', async (vendor) => {
  const { source, images } = await loadDemoPack(vendor);
  expect(images.has(source.brand.art.kiosk ?? '')).toBe(true);
  expect(Object.keys(source.kiosk?.doneInstruction ?? {})).toEqual(['en', ...others(vendor)]);
});

test.each([
  ['willow', '2026-11-23T12:59:00Z', '2026-11-23T13:00:00Z', '2026-11-21T15:00:00Z'],
  ['lantern', '2026-11-22T14:59:00Z', '2026-11-22T15:00:00Z', '2026-11-22T05:00:00Z'],
  ['harbour', '2026-11-23T07:59:00Z', '2026-11-23T08:00:00Z', '2026-11-22T12:00:00Z'],
  ['northgate', '2026-11-21T14:59:00Z', '2026-11-21T15:00:00Z', '2026-11-22T18:00:00Z'],
  ['mainstreet', '2026-11-21T12:59:00Z', '2026-11-21T13:00:00Z', '2026-11-22T15:00:00Z'],
] as const)(
  '%s - has hours that a kiosk can keep, by its own clock',
  async (vendor, before, opening, closed) => {
    const { contact, timezone } = (await loadDemoPack(vendor)).source;
    const schedule = scheduleOf({ timeZone: timezone, periods: contact.hoursOfOperation ?? [] });
    const isOpen = (instant: string) => schedule?.(Date.parse(instant)).open;
    expect([isOpen(before), isOpen(opening), isOpen(closed)]).toEqual([false, true, false]);
    expect(schedule?.(Date.parse(before)).until).toBe(Date.parse(opening));
  },
);

test.each(vendors)('%s - no drawing holds words, which would stand there in one language', async (vendor) => {
  const { pack } = await checkPack(join(demoVendors, vendor));
  expect(pack?.images.size).toBeGreaterThanOrEqual(4);
  for (const drawing of pack?.images.values() ?? [])
    expect(drawing).not.toMatch(/<(text|tspan|title|desc)\b/);
});

const PRESCRIBING = ['northgate', 'willow', 'mainstreet'];

test.each(vendors)(
  '%s - every legal document is there in each of its languages, Spanish and Arabic marked as unreviewed',
  async (vendor) => {
    const { legal } = await loadDemoPack(vendor);
    expect(legal.map(({ document }) => document.slug)).toEqual([
      'terms',
      // Where a card waits for a clinician.
      ...(PRESCRIBING.includes(vendor) ? ['charge-on-approval', 'saved-card'] : []),
      'privacy',
      'telehealth-consent',
      'notice-of-privacy-practices',
      'accessibility',
      'complaints',
      'cookies',
      'licences',
    ]);
    for (const { document, texts } of legal) {
      expect(document.unreviewed).toEqual(others(vendor));
      expect(Object.keys(texts)).toEqual(['en', ...others(vendor)]);
      const shapes = Object.values(texts).map(({ text }) => text.blocks.map((block) => block.type));
      for (const shape of shapes) expect(shape).toEqual(shapes[0]);
    }
  },
);
