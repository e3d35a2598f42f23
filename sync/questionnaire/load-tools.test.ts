import { describe, expect, it } from 'vitest';
import { compileQuestionnaire } from './compile.ts';
import { loadTools } from './load-tools.ts';
import type { Plan } from './model/contract.ts';

const CALCULATED = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression';

function planOf(item: object, supporting: readonly unknown[] = []): Plan {
  const compiled = compileQuestionnaire(
    {
      resourceType: 'Questionnaire',
      status: 'active',
      item: [{ linkId: 'a', text: 'A', type: 'string', ...item }],
    },
    ...(supporting.length > 0 ? [supporting] : []),
  );
  if (!compiled.ok) throw new Error('the form was refused');
  return compiled.plan;
}

function calculating(expression: string): object {
  return { extension: [{ url: CALCULATED, valueExpression: { language: 'text/fhirpath', expression } }] };
}

describe('a form is given what it needs', () => {
  it('nothing, where it needs nothing', async () => {
    expect(await loadTools(planOf({}))).toEqual({});
  });

  it('patterns', async () => {
    const tools = await loadTools(
      planOf({
        extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/regex', valueString: '[0-9]+' }],
      }),
    );
    expect(Object.keys(tools)).toEqual(['compilePattern']);
  });

  it('units', async () => {
    const plan = planOf({});
    const { units } = await loadTools({ ...plan, needs: { ...plan.needs, units: true } });
    expect(units?.convert(1, 'kg', 'g')).toBe(1000);
  });

  it('expressions, with regular expressions only where they are called', async () => {
    const plain = await loadTools(planOf(calculating('1 + 1')));
    expect(plain.expressions?.compile("'a'.matches('a')")).toHaveProperty('unusable');
    expect(plain.expressions?.compile('1 + 1')).toHaveProperty('evaluate');
    const matching = await loadTools(planOf(calculating("'a'.matches('a')")));
    expect(matching.expressions?.compile("'a'.matches('a')")).toHaveProperty('evaluate');
    expect(matching.expressions?.compile("'a'.replaceMatches('a', 'b')")).toHaveProperty('evaluate');
  });

  it('expressions that know the scores of the plan', async () => {
    const option = {
      valueCoding: { code: 'x' },
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: 4 }],
    };
    const { expressions } = await loadTools(
      planOf({ ...calculating('1'), type: 'choice', answerOption: [option] }),
    );
    const compiled = expressions?.compile('item.answer.ordinal()');
    if (compiled === undefined || 'unusable' in compiled) throw new Error('unusable');
    const resource = {
      resourceType: 'QuestionnaireResponse',
      item: [{ linkId: 'a', answer: [{ valueCoding: { code: 'x' } }] }],
    };
    expect(
      compiled.evaluate({ resource, context: resource, contextPath: 'QuestionnaireResponse', variables: {} }),
    ).toEqual([4]);
  });
});
