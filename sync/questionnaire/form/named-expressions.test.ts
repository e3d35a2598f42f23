import { describe, expect, it } from 'vitest';
import { createExpressionEngine } from '../expressions/fhirpath-engine.ts';
import { compileQuestionnaire, createForm } from '../index.ts';
import { populateForm } from '../operations/populate.ts';
import { CORE, type ItemSource, questionnaire, SDC } from '../testing/forms.ts';
import { fhirpath } from '../testing/lint-cases.ts';

const expressions = createExpressionEngine();
const variable = (name: string, source: string) => fhirpath(`${CORE}variable`, source, name);
const launch = {
  url: `${SDC}launchContext`,
  extension: [{ url: 'name', valueCoding: { code: 'patient' } }],
};
const calculated = (linkId: string, source: string, name?: string): ItemSource => ({
  linkId,
  type: 'integer',
  extension: [fhirpath(`${SDC}calculatedExpression`, source, name)],
});

function planOf(items: readonly ItemSource[], extension: readonly object[] = []) {
  const compiled = compileQuestionnaire({ ...questionnaire(items), extension });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  return compiled.plan;
}

function answersOf(items: readonly ItemSource[], extension: readonly object[] = []) {
  const form = createForm(planOf(items, extension), {
    expressions,
    launchContext: { patient: { resourceType: 'Patient', id: '40' } },
  });
  const found: Record<string, unknown> = {};
  const note = (ids: readonly string[]) => {
    for (const id of ids) {
      const state = form.read(id);
      if (state?.kind === 'question') found[state.linkId] = state.answers[0]?.value;
      note(state?.children ?? []);
    }
  };
  note(form.root);
  return found;
}

const group = (item: readonly ItemSource[], extension: readonly object[]): ItemSource => ({
  linkId: 'g',
  type: 'group',
  item,
  extension,
});

describe('expressions that have a name', () => {
  it('can be read by it on the same item and below', () => {
    const shown = fhirpath(`${SDC}enableWhenExpression`, '1 = 1', 'shown');
    expect(answersOf([group([calculated('q', 'iif(%shown, 7, 8)')], [shown])])).toEqual({ q: 7 });
  });

  it('come after variables and the launch context, and are unknown elsewhere', () => {
    const named = (name: string) => fhirpath(`${SDC}enableWhenExpression`, 'true', name);
    expect(answersOf([group([calculated('q', '%a + 1')], [variable('a', '1'), named('a')])])).toEqual({
      q: 2,
    });
    expect(
      answersOf([group([calculated('q', '%patient.id.toInteger() + 1')], [named('patient')])], [launch]),
    ).toEqual({ q: 41 });
    expect(answersOf([group([], [named('a')]), calculated('q', '%a')])).toEqual({ q: undefined });
  });

  it('that read their own name mean one further out', () => {
    const outer = [variable('a', '5')];
    expect(answersOf([calculated('q', '%a + 1', 'a')], outer)).toEqual({ q: 6 });
    expect(answersOf([group([calculated('q', '%a')], [variable('a', '%a + 1')])], outer)).toEqual({ q: 6 });
    expect(answersOf([group([calculated('q', '%a + 1')], [variable('a', '%a + 1')])], outer)).toEqual({
      q: 7,
    });
  });

  it('mean the same where a form is filled in from the record', () => {
    const initial = (linkId: string, source: string, name?: string): ItemSource => ({
      linkId,
      type: 'integer',
      extension: [fhirpath(`${SDC}initialExpression`, source, name)],
    });
    const plan = planOf(
      [
        group(
          [initial('q', '%a'), initial('n', '%two'), initial('own', '%a + 1', 'a')],
          [variable('a', '%a + 1'), fhirpath(`${SDC}contextExpression`, '2', 'two')],
        ),
      ],
      [variable('a', '5')],
    );
    const { response } = populateForm(plan, { expressions });
    expect(response?.item?.[0]?.item).toMatchObject([
      { linkId: 'q', answer: [{ valueInteger: 6 }] },
      { linkId: 'n', answer: [{ valueInteger: 2 }] },
      { linkId: 'own', answer: [{ valueInteger: 7 }] },
    ]);
  });
});

describe('questionnaire-usageMode', () => {
  it.each([
    ['display', true],
    ['display-non-empty', true],
    ['capture', false],
    ['capture-display', false],
    ['capture-display-non-empty', false],
  ])('%s: hidden while the form is filled in is %s', (code, hidden) => {
    const extension = [{ url: `${CORE}questionnaire-usageMode`, valueCode: code }];
    const form = createForm(planOf([{ linkId: 'q', type: 'string', extension }]), {});
    expect(form.read(form.root[0] ?? '')?.hidden).toBe(hidden);
  });
});
