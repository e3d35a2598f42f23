import { describe, expect, it, vi } from 'vitest';
import type { ExpressionFocus } from '../model/contract.ts';
import { ExpressionError } from './expression-error.ts';
import { createExpressionEngine } from './fhirpath-engine.ts';
import { compiledBy, EMPTY_RESPONSE, focusOn, testEngine } from './testing/engine.ts';

const engine = testEngine();

function run(source: string, focus: ExpressionFocus = focusOn(EMPTY_RESPONSE)): readonly unknown[] {
  return compiledBy(engine, source).evaluate(focus);
}

function errorOf(source: string, focus?: ExpressionFocus): unknown {
  try {
    run(source, focus);
    return undefined;
  } catch (error) {
    return error;
  }
}

function reasonOf(source: string, focus?: ExpressionFocus): string {
  const error = errorOf(source, focus);
  if (error === undefined) return 'no error';
  return error instanceof ExpressionError ? error.reason : 'another error';
}

const RESPONSE = {
  resourceType: 'QuestionnaireResponse',
  status: 'in-progress',
  authored: '2026-03-01T09:00:00+01:00',
  item: [
    { linkId: 'age', answer: [{ valueInteger: 41 }] },
    { linkId: 'born', answer: [{ valueDate: '1985-02' }] },
    {
      linkId: 'group',
      item: [
        {
          linkId: 'dose',
          answer: [
            { valueQuantity: { value: 5, unit: 'mg', system: 'http://unitsofmeasure.org', code: 'mg' } },
          ],
        },
        {
          linkId: 'colour',
          answer: [
            {
              valueCoding: { system: 'http://x.org', code: 'red' },
              item: [{ linkId: 'why', answer: [{ valueString: 'so' }] }],
            },
          ],
        },
      ],
    },
  ],
};
const GROUP = RESPONSE.item[2];

describe('results', () => {
  it.each([
    ["item.where(linkId = 'age').answer.value", [41]],
    ["item.where(linkId = 'born').answer.value", ['1985-02']],
    [
      "%resource.descendants().where(linkId = 'colour').answer.value",
      [{ system: 'http://x.org', code: 'red' }],
    ],
    ["%resource.repeat(item | answer.item).where(linkId = 'why').answer.value", ['so']],
    ["%resource.repeat(item).where(linkId = 'dose').answer.value.value * 2", [10]],
    ['1 / 4', [0.25]],
    ["5 'mg' * 2", [{ value: 10, unit: 'mg', system: 'http://unitsofmeasure.org', code: 'mg' }]],
    ['2 years', [{ value: 2, unit: 'years', system: 'http://unitsofmeasure.org', code: 'a' }]],
    ['@2020-02-29 + 1 year', ['2021-02-28']],
    ['@T10:30', ['10:30']],
    ['@2020-01-01T10:00:00+02:00', ['2020-01-01T10:00:00+02:00']],
    ['10L', [10]],
    ['1 = 1', [true]],
    ['{}', []],
    ['2.power(5000)', []],
    ["'a' & 'b'", ['ab']],
    ["('a' | 'b').join('-')", ['a-b']],
    ["'abc'.replace('', '.')", ['.a.b.c.']],
    ["'a.c'.replace('.', '$&')", ['a$&c']],
    [`'11/30'.replaceMatches('(?<month>[0-9]+)/(?<day>[0-9]+)', '$\{day}.$\{month}')`, ['30.11']],
    ["'K1A 0B1'.matches('^(?!.*[DFIOQU])[A-VXY][0-9][A-Z] ?[0-9][A-Z][0-9]$')", [true]],
    ["'K1D 0B1'.matches('^(?!.*[DFIOQU])[A-VXY][0-9][A-Z] ?[0-9][A-Z][0-9]$')", [false]],
    ["'030 12'.matches('^\\d{3}\\s\\d+$') and '030 12'.matches('^\\\\d{3}\\\\s\\\\d+$')", [true]],
    ["'a\\nb'.matches('a\\nb')", [true]],
    ["'xABCx'.matches('abc', 'i') and 'xabcx'.matchesFull('abc').not()", [true]],
    ["%ucum & %'sct' & %`loinc`", ['http://unitsofmeasure.orghttp://snomed.info/scthttp://loinc.org']],
    ["%'vs-administrative-gender'", ['http://hl7.org/fhir/ValueSet/administrative-gender']],
  ])('%s is what FHIR writes', (source, expected) => {
    expect(run(source, focusOn(RESPONSE))).toEqual(expected);
  });

  it('are plain JSON that leaves the response as it was', () => {
    const before = JSON.stringify(RESPONSE);
    const results = run('%resource.item.answer.value | now() | 1 year | %resource.item', focusOn(RESPONSE));
    expect(JSON.parse(JSON.stringify(results))).toEqual(results);
    expect(JSON.stringify(RESPONSE)).toBe(before);
    const [item] = run("item.where(linkId = 'group')", focusOn(RESPONSE));
    expect(Object.getOwnPropertyNames(item)).toEqual(['linkId', 'item']);
  });

  it('come from frozen responses', () => {
    const frozen = Object.freeze({
      ...RESPONSE,
      item: Object.freeze(RESPONSE.item.map((item) => Object.freeze({ ...item }))),
    });
    expect(run('item.count()', focusOn(frozen))).toEqual([3]);
  });
});

describe('context', () => {
  it('of an item finds the values of its answers', () => {
    const focus = focusOn(RESPONSE, { context: GROUP, contextPath: 'QuestionnaireResponse.item' });
    expect(run("item.where(linkId = 'dose').answer.value.value", focus)).toEqual([5]);
    expect(run("%context.item.where(linkId = 'dose').answer.value > 4 'mg'", focus)).toEqual([true]);
    expect(run("%resource.item.where(linkId = 'age').answer.value", focus)).toEqual([41]);
  });

  it('of an item below an answer does too', () => {
    const context = { linkId: 'why', answer: [{ valueString: 'so' }] };
    const focus = focusOn(RESPONSE, { context, contextPath: 'QuestionnaireResponse.item.item.answer.item' });
    expect(run('answer.value', focus)).toEqual(['so']);
  });
});

describe('variables', () => {
  const patient = { resourceType: 'Patient', birthDate: '1985-02-03', name: [{ given: ['A', 'B'] }] };

  it('are resources, values and lists of the launch context and of other expressions', () => {
    const focus = focusOn(RESPONSE, { variables: { patient, 'a b': 3, list: [1, 2], nothing: undefined } });
    expect(run('%patient.name.given.first()', focus)).toEqual(['A']);
    expect(run("%'a b' + %list.sum()", focus)).toEqual([6]);
    expect(run('%nothing.exists()', focus)).toEqual([false]);
    expect(run('%patient.birthDate < today()', { ...focus, now: '2026-01-01' })).toEqual([true]);
  });

  it('stay what they are when they are negated', () => {
    expect(run('-%x + %x + %x', focusOn(RESPONSE, { variables: { x: [5] } }))).toEqual([5]);
  });

  it('keep the types that their own expression gave them', () => {
    const answers = run(
      "item.where(linkId = 'group').item.where(linkId = 'colour').answer",
      focusOn(RESPONSE),
    );
    expect(run('%kept.value.code', focusOn(RESPONSE, { variables: { kept: answers } }))).toEqual(['red']);
    expect(run('%kept.value.code', focusOn(RESPONSE, { variables: { kept: [...answers] } }))).toEqual([
      'red',
    ]);
    const born = run('%patient.birthDate', focusOn(RESPONSE, { variables: { patient } }));
    expect(run('%born + 1 year', focusOn(RESPONSE, { variables: { born } }))).toEqual(['1986-02-03']);
  });

  it('read the form and its item', () => {
    const questionnaire = { resourceType: 'Questionnaire', title: 'T' };
    const qitem = { linkId: 'age', initial: [{ valueInteger: 7 }] };
    const focus = focusOn(RESPONSE, { variables: { questionnaire, qitem } });
    expect(run('%questionnaire.title', focus)).toEqual(['T']);
    expect(run('%qitem.initial.value', focus)).toEqual([7]);
  });

  it('that nobody defined are named by their error, JavaScript ones too', () => {
    expect(reasonOf('%missing.exists()')).toBe('unknown-variable');
    expect(reasonOf('%toString')).toBe('unknown-variable');
    expect(reasonOf('%constructor')).toBe('unknown-variable');
    expect(reasonOf('%factory')).toBe('unknown-variable');
    expect(run("defineVariable('own', 5).select(%own + 1)")).toEqual([6]);
  });
});

describe('the clock', () => {
  it('gives the moment of the focus, in its own offset', () => {
    const focus = focusOn(RESPONSE, { now: '2026-11-20T23:30:00-05:00' });
    expect(run('now()', focus)).toEqual(['2026-11-20T23:30:00-05:00']);
    expect(run('today()', focus)).toEqual(['2026-11-20']);
    expect(run('timeOfDay()', focus)).toEqual(['23:30:00']);
    expect(run('today() - 1 year', focus)).toEqual(['2025-11-20']);
    expect(run('today() > @2026-11-19', { ...focus, now: '2026-11-20' })).toEqual([true]);
  });

  it('is the machine where none is given, and fails for what is no dateTime', () => {
    expect(run('today() > @2020-01-01')).toEqual([true]);
    expect(reasonOf('today()', focusOn(RESPONSE, { now: 'yesterday' }))).toBe('failed');
  });
});

describe('what cannot be used is said at once', () => {
  it.each([
    ['', 'empty'],
    ['item.where(', 'not FHIRPath'],
    ['item.answer.value.where(-$this < $this)', 'minus'],
    ['item.resolve()', 'needs a server'],
    ["item.memberOf('x')", 'terminology server'],
    ['item.nonsense()', 'no function'],
    ['item.first(1, 2)', 'parameters'],
    ["Coding { code: 'a' }", 'making objects'],
    ["'a'.matches('(a)\\\\1')", 'pattern of matches()'],
    ["'a'.matches('a)(b')", 'pattern of matches()'],
  ])('%s', (source, why) => {
    const found = engine.compile(source);
    expect('unusable' in found ? found.unusable : 'usable').toContain(why);
  });
});

describe('errors', () => {
  it('quote no answer', () => {
    const secret = 'SECRET-ANSWER';
    const response = {
      ...EMPTY_RESPONSE,
      item: [{ linkId: 'a', answer: [{ valueString: secret }, { valueString: secret }] }],
    };
    for (const source of [
      'item.answer.value + 1',
      'item.answer.value.single()',
      'item.answer.value.upper()',
    ]) {
      const error = errorOf(source, focusOn(response));
      expect(error).toBeInstanceOf(ExpressionError);
      expect(error instanceof Error ? `${error.stack}${String(error.cause)}` : secret).not.toContain(secret);
    }
  });

  it('are all that is heard of an answer: nothing is printed', () => {
    const printed = vi.fn<() => void>();
    const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
    const spies = methods.map((method) => vi.spyOn(console, method).mockImplementation(printed));
    const answers = ['SEC RET', '(m)(s)', 'SECRET'].map((code) => ({
      valueQuantity: { value: 5, system: 'http://unitsofmeasure.org', code },
    }));
    const response = { ...EMPTY_RESPONSE, item: [{ linkId: 'a', answer: answers }] };
    for (const source of ["item.answer.value.trace('t')", "item.answer.value.trace('t', value)"])
      expect(run(source, focusOn(response))).toHaveLength(3);
    for (const source of [
      "item.answer.value.where($this > 5 'mg')",
      "(item.answer.value | 5 'mg' | 1).count()",
    ])
      reasonOf(source, focusOn(response));
    expect(printed).not.toHaveBeenCalled();
    for (const spy of spies) spy.mockRestore();
  });

  it.each([
    undefined,
    null,
    5,
    'text',
    [],
    [null],
    { item: 7 },
    { resourceType: 5, item: [{ linkId: {} }, null] },
  ])('are the only ones where the response is %j', (resource) => {
    for (const source of [
      "item.where(linkId = 'a').answer.value",
      '%resource.descendants().count()',
      'repeat(item).ordinal()',
    ])
      expect(reasonOf(source, focusOn(resource))).not.toBe('another error');
  });
});

it('parses once', () => {
  expect(engine.compile('1 + 2')).toBe(engine.compile('1 + 2'));
});

it('what is parsed once for all engines is run by the means of each', () => {
  const source = "'abc'.matches('b')";
  expect(run(source)).toEqual([true]);
  expect(createExpressionEngine().compile(source)).toEqual({
    unusable: expect.stringContaining('not loaded'),
  });
  expect(run(source)).toEqual([true]);
});

it('work that is done ahead comes to an end, and changes nothing', () => {
  const ahead = testEngine();
  expect(ahead.prepare?.()).toBe(false);
  const [sum, product] = ['20 + 22', '6 * 7'].map((source) => compiledBy(ahead, source));
  expect([ahead.prepare?.(), ahead.prepare?.(), ahead.prepare?.()]).toEqual([true, false, false]);
  expect([sum, product].map((each) => each?.evaluate(focusOn(EMPTY_RESPONSE)))).toEqual([[42], [42]]);
});
