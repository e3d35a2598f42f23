import fc from 'fast-check';
import type { QuestionnaireResponse } from 'fhir/r4.js';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { compileQuestionnaire } from './compile.ts';
import { editForm } from './edit-form.ts';
import { createExpressionEngine } from './expressions/fhirpath-engine.ts';
import { compileReplacement } from './expressions/replacement.ts';
import { createForm, restoreForm } from './form/open-form.ts';
import { SnapshotMismatchError } from './form/snapshot.ts';
import { formSections, formSteps } from './form/steps.ts';
import { LINT_RULES } from './lint/lint-codes.ts';
import { lintQuestionnaire } from './lint-questionnaire.ts';
import type { AnswerValue, ExpressionEngine, FormOptions, FormSnapshot, Plan } from './model/contract.ts';
import { isObject } from './model/fhir-json.ts';
import { compilePattern } from './patterns.ts';
import { compiledPlan } from './plan/plan.ts';
import { arbitraryForm, arbitraryItems } from './testing/arbitraries.ts';
import { allNodes, planOf, questionnaire } from './testing/forms.ts';
import { ADDRESSES, mutations } from './testing/mutations.ts';
import { formsAtHand, hasSharedData } from './testing/shared-data.ts';
import { validateResponse } from './validate-response.ts';
import { units } from './values/units.ts';

/** `npm run test:full` mutates fifty times as many: 100,000. */
const SCALE = process.env.FULL ? 6 : 0.2;
// Thousands of forms, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 3_600_000 });

/** Evaluations that one use of a form may cost for each of its items: opening it six ways, and twenty answers. */
const MAX_EVALUATIONS = 400;

const fhirpath = createExpressionEngine({ compilePattern, compileReplacement });
let evaluations = 0;
const expressions: ExpressionEngine = {
  compile(source) {
    const compiled = fhirpath.compile(source);
    if ('unusable' in compiled) return compiled;
    return {
      ...compiled,
      evaluate(focus) {
        evaluations += 1;
        return compiled.evaluate(focus);
      },
    };
  },
};
const options: FormOptions = {
  compilePattern,
  expressions,
  units,
  language: 'es',
  now: '2026-01-01T10:00:00Z',
  launchContext: { patient: { resourceType: 'Patient', id: 'p', birthDate: '1980' } },
  query: () => ({ resourceType: 'Bundle', entry: [] }),
};

const answers: readonly AnswerValue[] = [
  { type: 'string', value: 'x' },
  { type: 'integer', value: 2 ** 40 },
  { type: 'date', value: '2022-13' },
  { type: 'Quantity', value: { value: 1, code: 'kg', system: 'http://unitsofmeasure.org' } },
];

/** As much as a type promises of what was read from a disk or the network. */
function isResponse(value: unknown): value is QuestionnaireResponse {
  return isObject(value);
}

function isSnapshot(value: unknown): value is FormSnapshot {
  return isObject(value);
}

/** What a server would do with a response, and a device that opens it again. */
function receive(plan: Plan, response: unknown): string {
  const before = evaluations;
  validateResponse(plan, response, 'draft', options);
  validateResponse(plan, response, 'final', options);
  const size = JSON.stringify(response ?? null).length;
  if (isResponse(response)) editForm(plan, response, options);
  const allowed = MAX_EVALUATIONS * (compiledPlan(plan).items.length + size);
  return evaluations - before > allowed ? `over ${allowed} evaluations` : 'opened';
}

/** Everything that a device and a server would do with a form; what came of it. */
function use(source: unknown): string {
  const faults = lintQuestionnaire(source, 'publish', {
    compilePattern,
    expressions,
    units,
    languages: ['es'],
  });
  const unlisted = faults.find(({ code }) => !(code in LINT_RULES));
  if (unlisted !== undefined) return `a code of lint that is not listed: ${unlisted.code}`;
  const compiled = compileQuestionnaire(source);
  if (!compiled.ok) return compiled.faults.length > 0 ? 'refused with reasons' : 'refused without';
  const before = evaluations;
  const form = createForm(compiled.plan, options);
  const nodes = allNodes(form);
  for (const [index, state] of nodes.slice(0, 20).entries()) {
    const [option] = state.options;
    // An answer before may have taken it away, with what stood under the old one.
    if (form.read(state.id) === undefined) continue;
    const other = answers[index % answers.length];
    if (state.kind === 'question')
      form.answer(
        state.id,
        [option?.value, other].flatMap((value) => value ?? []),
      );
    else if (state.kind === 'group' && state.repeats) form.addInstance(state.id);
  }
  formSections(form);
  formSteps(form);
  form.score();
  form.validate('draft');
  form.validate('final');
  form.setLanguage('ar');
  const [first] = nodes;
  if (first !== undefined) form.recalculate(first.id);
  restoreForm(compiled.plan, JSON.parse(JSON.stringify(form.snapshot())), options);
  const own = form.response({ status: 'completed' });
  editForm(compiled.plan, own, options);
  validateResponse(compiled.plan, own, 'final', options);
  const spent = evaluations - before;
  const allowed = MAX_EVALUATIONS * (allNodes(form).length + 1);
  return spent > allowed ? `${spent} evaluations, over ${allowed}` : 'opened';
}

function restore(plan: Plan, saved: unknown): string {
  try {
    if (isSnapshot(saved)) restoreForm(plan, saved, options).validate('final');
    return 'opened';
  } catch (error) {
    if (error instanceof SnapshotMismatchError) return 'refused with reasons';
    throw error;
  }
}

const JUDGED = ['opened', 'refused with reasons'];
const random = fc.oneof(
  arbitraryItems.map((items) => questionnaire(items)),
  arbitraryForm,
);

let inputs = 0;
let time = 0;
function judge(run: () => string): void {
  const start = performance.now();
  const outcome = run();
  time += performance.now() - start;
  inputs += 1;
  expect(JUDGED).toContain(outcome);
}

afterAll(() => {
  console.info(`fuzz: ${inputs} inputs, ${(inputs / (time / 1000)).toFixed(0)} a second`);
});

/** Small enough that thousands of copies cost seconds. */
function realForms(): readonly unknown[] {
  return formsAtHand()
    .map(([, form]) => form)
    .filter((source) => JSON.stringify(source).length < 20_000);
}

describe('no input crashes the engine', () => {
  it('any JSON as a Questionnaire', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (json) => judge(() => use(json))),
      { numRuns: 250 * SCALE },
    );
  });

  it('any JSON as items of a Questionnaire, or as a response', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), random, (json, source) => {
        judge(() => use({ resourceType: 'Questionnaire', status: 'active', item: json }));
        const response = { resourceType: 'QuestionnaireResponse', status: 'completed', item: json };
        judge(() => receive(planOf(source), response));
      }),
      { numRuns: 125 * SCALE },
    );
  });

  it('mutations of random forms', () => {
    fc.assert(
      fc.property(random.chain(mutations), (source) => judge(() => use(source))),
      { numRuns: 1250 * SCALE },
    );
  });

  it('mutations of random responses', () => {
    const broken = random.chain((source) => {
      const plan = planOf(source);
      const response = createForm(plan, options).response({ status: 'completed' });
      return mutations(response).map((received) => [plan, received] as const);
    });
    fc.assert(
      fc.property(broken, ([plan, received]) => judge(() => receive(plan, received))),
      { numRuns: 1250 * SCALE },
    );
  });

  it('mutations of snapshots, which are read back or refused', () => {
    const broken = random.chain((source) => {
      const plan = planOf(source);
      return mutations(createForm(plan, options).snapshot()).map((saved) => [plan, saved] as const);
    });
    fc.assert(
      fc.property(broken, ([plan, saved]) => judge(() => restore(plan, saved))),
      { numRuns: 250 * SCALE },
    );
  });

  it.each([
    ['an expression that can not become a string', { valueExpression: { expression: { toString: 1 } } }],
    ['an expression that is a list', { valueExpression: { expression: [], language: {} } }],
    [
      'an expression by the name of a prototype',
      { valueExpression: { name: '__proto__', expression: '%constructor' } },
    ],
    ['an extension without a value', {}],
    [
      'values of the wrong types',
      { valueCoding: [1], valueReference: { reference: {} }, valueString: 5, valueId: {} },
    ],
    [
      'a part that is no object',
      { extension: [null, 1, { url: 5 }, { url: 'name', valueCoding: { code: {} } }] },
    ],
  ])('%s, in every extension that has one', (_name, value) => {
    const extension = ADDRESSES.flatMap((url) => [
      { url, ...value },
      { url, extension: [{ url: 'expression', ...value }, { url: 'name', ...value }, { url: 'option' }] },
    ]);
    const item = [{ linkId: 'q', type: 'choice', extension, _text: { extension } }];
    expect(JUDGED).toContain(use({ resourceType: 'Questionnaire', status: 'active', extension, item }));
  });

  it('an extension whose url is no text, on items whose conditions and requirements lint looks into', () => {
    const extension = [{ url: { toString: 1 } }, { url: null }];
    const option = [{ valueCoding: { code: 'a' } }];
    const enableWhen = [{ question: 'q', operator: '=', answerCoding: { code: 'z' } }];
    const item = [
      { linkId: 'q', type: 'choice', answerOption: option, extension },
      { linkId: 'r', type: 'string', required: true, readOnly: true, extension },
      { linkId: 's', type: 'string', enableWhen, extension },
    ];
    expect(JUDGED).toContain(use({ resourceType: 'Questionnaire', status: 'active', extension, item }));
  });

  it('nesting without end', () => {
    let item: object = { linkId: 'q', type: 'string' };
    for (let level = 0; level < 20_000; level += 1)
      item = { linkId: `g${level}`, type: 'group', item: [item] };
    const compiled = compileQuestionnaire({ resourceType: 'Questionnaire', status: 'active', item: [item] });
    expect(compiled).toMatchObject({ ok: false, faults: [{ code: 'too-deep' }] });
  });

  it('mutations of whole forms', () => {
    const forms = realForms();
    expect(forms.length).toBeGreaterThan(3);
    fc.assert(
      fc.property(fc.constantFrom(...forms).chain(mutations), (source) => judge(() => use(source))),
      { numRuns: (hasSharedData() ? 1750 : 400) * SCALE },
    );
  });
});
