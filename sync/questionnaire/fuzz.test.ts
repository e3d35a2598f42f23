import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { compileQuestionnaire } from './compile.ts';
import { lintQuestionnaire } from './lint-questionnaire.ts';
import { createForm, editForm, restoreForm } from './open-form.ts';
import { compilePattern } from './patterns.ts';
import { formSections, formSteps } from './steps.ts';
import { arbitraryItems } from './testing/arbitraries.ts';
import { allNodes, questionnaire } from './testing/forms.ts';
import { hasSharedData, sharedFiles, sharedJson } from './testing/shared-data.ts';
import { validateResponse } from './validate-response.ts';

const options = { compilePattern, language: 'es' };

/** Everything that a device and a server would do with a form; what came of it. */
function use(source: unknown, response?: unknown): 'opened' | 'refused with reasons' | 'refused without' {
  lintQuestionnaire(source, 'publish', { compilePattern });
  const compiled = compileQuestionnaire(source);
  if (!compiled.ok) return compiled.faults.length > 0 ? 'refused with reasons' : 'refused without';
  const form = createForm(compiled.plan, options);
  for (const state of allNodes(form).slice(0, 20)) {
    const [option] = state.options;
    if (state.kind === 'question') {
      form.answer(state.id, [option?.value ?? { type: 'string', value: 'x' }]);
    }
  }
  formSections(form);
  formSteps(form);
  form.score();
  form.validate('final');
  restoreForm(compiled.plan, form.snapshot(), options);
  editForm(compiled.plan, form.response(), options);
  validateResponse(compiled.plan, response ?? form.response(), 'final', options);
  return 'opened';
}

const JUDGED = ['opened', 'refused with reasons'];

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

/** A copy with what stands at one path replaced; undefined takes it away. */
function mutated(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.flatMap((element: unknown, index) =>
      index === key
        ? replacement === undefined && rest.length === 0
          ? []
          : [mutated(element, rest, replacement)]
        : [element],
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === key
        ? replacement === undefined && rest.length === 0
          ? []
          : [[name, mutated(inner, rest, replacement)]]
        : [[name, inner]],
    ),
  );
}

const junk = fc.oneof(
  fc.constantFrom<unknown[]>(
    undefined,
    null,
    '',
    0,
    -1,
    1e300,
    true,
    [],
    {},
    [null],
    [[]],
    'group',
    'q1',
    { toString: 1 },
    { item: [] },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

function mutations(value: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(value);
  const mutation = fc.tuple(fc.nat(paths.length - 1), junk);
  return fc
    .array(mutation, { minLength: 1, maxLength: 3 })
    .map((list) =>
      list.reduce<unknown>(
        (current, [index, replacement]) => mutated(current, paths[index] ?? [], replacement),
        value,
      ),
    );
}

/** `npm run test:full` mutates more. */
const SCALE = process.env.FULL ? 5 : 1;
// Thousands of forms, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 600_000 });

describe('no input crashes the engine', () => {
  it('any JSON as a Questionnaire', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (json) => {
        expect(JUDGED).toContain(use(json));
      }),
      { numRuns: 300 * SCALE },
    );
  });

  it('any JSON as items of a Questionnaire, or as a response', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), arbitraryItems, (json, items) => {
        expect(JUDGED).toContain(use({ resourceType: 'Questionnaire', status: 'active', item: json }));
        expect(
          use(questionnaire(items), {
            resourceType: 'QuestionnaireResponse',
            status: 'completed',
            item: json,
          }),
        ).toBe('opened');
      }),
      { numRuns: 300 * SCALE },
    );
  });

  it('1000 mutations of random forms', () => {
    const broken = arbitraryItems.chain((items) => mutations(questionnaire(items)));
    fc.assert(
      fc.property(broken, (source) => {
        expect(JUDGED).toContain(use(source));
      }),
      { numRuns: 1000 * SCALE },
    );
  });

  it('1000 mutations of random responses', () => {
    const broken = arbitraryItems.chain((items) => {
      const compiled = compileQuestionnaire(questionnaire(items));
      if (!compiled.ok) return fc.constant([items, undefined] as const);
      const form = createForm(compiled.plan, options);
      return mutations(form.response({ status: 'completed' })).map((response) => [items, response] as const);
    });
    fc.assert(
      fc.property(broken, ([items, response]) => {
        expect(use(questionnaire(items), response ?? null)).toBe('opened');
      }),
      { numRuns: 1000 * SCALE },
    );
  });

  it('nesting without end', () => {
    let item: object = { linkId: 'q', type: 'string' };
    for (let level = 0; level < 20_000; level += 1)
      item = { linkId: `g${level}`, type: 'group', item: [item] };
    const compiled = compileQuestionnaire({ resourceType: 'Questionnaire', status: 'active', item: [item] });
    expect(compiled).toMatchObject({ ok: false, faults: [{ code: 'too-deep' }] });
  });

  it.skipIf(!hasSharedData())('2000 mutations of real forms (needs the test data)', () => {
    const small = sharedFiles('questionnaires')
      .map(sharedJson)
      .filter((source) => JSON.stringify(source).length < 20_000);
    expect(small.length).toBeGreaterThan(20);
    fc.assert(
      fc.property(fc.constantFrom(...small).chain(mutations), (source) => {
        expect(JUDGED).toContain(use(source));
      }),
      { numRuns: 2000 * SCALE },
    );
  });
});
