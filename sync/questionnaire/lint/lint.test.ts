import { describe, expect, it } from 'vitest';
import { compileQuestionnaire, openQuestionnaire } from '../compile.ts';
import { createExpressionEngine } from '../expressions/fhirpath-engine.ts';
import { lintQuestionnaire } from '../lint-questionnaire.ts';
import { compilePattern } from '../patterns.ts';
import { type ItemSource, questionnaire } from '../testing/forms.ts';
import { form, LINT_CASES, SOUND } from '../testing/lint-cases.ts';
import { LINT_RULES, type LintCode } from './lint-codes.ts';

const when = (question: string, rest: object = { operator: 'exists', answerBoolean: true }) => ({
  question,
  ...rest,
});
const q: ItemSource = { linkId: 'q', type: 'string', text: 'Q' };
const named = (item: object): ItemSource => ({ linkId: 'x', text: 'X', ...item });

const expressions = createExpressionEngine();
const publish = (source: unknown, languages: readonly string[] = []) =>
  lintQuestionnaire(source, 'publish', { compilePattern, expressions, languages });
const CODES = Object.keys(LINT_RULES) as LintCode[];
const EXAMPLES = CODES.flatMap((code) => LINT_CASES[code].map(([name, source]) => ({ code, name, source })));

// Promise 8.
describe('publishing', () => {
  it.each(EXAMPLES)('$code: $name', ({ code, source }) => {
    const { severity } = LINT_RULES[code];
    expect(publish(source, ['fr'])).toContainEqual(
      expect.objectContaining({
        code,
        severity,
        path: expect.any(String),
        message: expect.stringMatching(/\w/),
        remedy: expect.stringMatching(/\w/),
      }),
    );
  });

  it.each(SOUND)('finds nothing to mend in a sound form: %s', (_name, source) => {
    expect(publish(source).filter(({ severity }) => severity !== 'information')).toEqual([]);
  });

  it('names every fault at once, with path, linkId and remedy', () => {
    const faults = publish(
      form([
        named({
          type: 'group',
          item: [{ linkId: 'y', type: 'display', text: 'Y', readOnly: true, required: true }],
        }),
      ]),
    );
    expect(faults).toMatchObject([
      { code: 'que-6', path: 'Questionnaire.item[0].item[0]', linkId: 'y', remedy: expect.any(String) },
      { code: 'que-9', path: 'Questionnaire.item[0].item[0]', linkId: 'y', remedy: expect.any(String) },
    ]);
  });

  it('names the condition and the expression by their place in the form', () => {
    const calculated = {
      url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
      valueExpression: { language: 'text/fhirpath', expression: '%gone' },
    };
    const broken = { question: 'q', operator: 'exists', answerString: 'x' };
    const source = form([
      q,
      named({ type: 'string', enableWhen: [broken, when('away')], extension: [{ url: 'a' }, calculated] }),
    ]);
    const paths = new Map(publish(source).map(({ code, path }) => [code, path]));
    expect(paths.get('condition-dangling')).toBe('Questionnaire.item[1].enableWhen[1]');
    expect(paths.get('expression-unknown-variable')).toBe('Questionnaire.item[1].extension[1]');
  });

  it('names the circle by its linkIds, through conditions, calculations and variables', () => {
    const circle = ['a', 'b', 'c'].map((linkId, index, all) => ({
      ...q,
      linkId,
      enableWhen: [when(all[(index + 1) % 3] ?? '')],
    }));
    const messages = publish(form(circle)).filter(({ code }) => code === 'condition-circle');
    expect(messages.map(({ message }) => message)).toEqual([
      'conditions read each other in a circle: a -> b -> c -> a',
    ]);
    const [source] = LINT_CASES['expression-circle'].at(-1)?.slice(1) ?? [];
    expect(publish(source).find(({ code }) => code === 'expression-circle')?.message).toMatch(
      /: q -> %a -> q$/,
    );
  });

  it('follows definitions through no more variables than the stack can hold', () => {
    const names = Array.from({ length: 3000 }, (_, index) => `v${index}`);
    const extension = names.map((name, index) => ({
      url: 'http://hl7.org/fhir/StructureDefinition/variable',
      valueExpression: { name, expression: index === 0 ? '%questionnaire' : `%${names[index - 1]}.item` },
    }));
    expect(publish(form([q], { extension })).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('says in one remark for each language where it is missing', () => {
    const faults = publish(form([q, named({ type: 'string' })]), ['es', 'ar-EG', 'en']);
    expect(faults.map(({ code, message }) => [code, message])).toEqual([
      ['translation-demanded', 'not everything is there in ar: the form, q, x'],
      ['translation-demanded', 'not everything is there in es: the form, q, x'],
    ]);
  });

  it('says of an item that can never be shown once, with how much stands in it', () => {
    const inner = named({ linkId: 'i', type: 'string', enableWhen: [when('q')] });
    const never = { operator: '=', answerInteger: 1 };
    const source = form([q, named({ type: 'group', item: [inner], enableWhen: [when('q', never)] })]);
    const found = publish(source).filter(({ code }) => code === 'unreachable');
    expect(found).toMatchObject([{ linkId: 'x', message: expect.stringContaining('nor the item in it') }]);
  });

  it('without an expression engine still judges expressions by what they name', () => {
    const [[, source] = []] = LINT_CASES['expression-unknown-variable'];
    expect(lintQuestionnaire(source).map(({ code }) => code)).toContain('expression-unknown-variable');
  });
});

describe('opening', () => {
  it('takes a form with two conditions and no enableBehavior, and warns', () => {
    const compiled = compileQuestionnaire(
      questionnaire([q, named({ type: 'string', enableWhen: [when('q'), when('q')] })]),
    );
    expect(compiled).toMatchObject({ ok: true, warnings: [{ code: 'que-12', severity: 'warning' }] });
  });

  it('without warnings takes the same forms to the same plan, and refuses the same', () => {
    const source = questionnaire([q, named({ type: 'string', enableWhen: [when('q'), when('q')] })]);
    const { warnings: _judged, ...compiled } = { warnings: [], ...compileQuestionnaire(source) };
    expect(openQuestionnaire(source)).toEqual(compiled);
    expect(openQuestionnaire([])).toEqual(compileQuestionnaire([]));
  });

  it.each([
    ['nothing', undefined, 'not-a-questionnaire'],
    ['a list', [], 'not-a-questionnaire'],
    ['another resource', { resourceType: 'Patient' }, 'not-a-questionnaire'],
    ['items that are no list', { resourceType: 'Questionnaire', item: {} }, 'malformed'],
    ['an item without linkId', questionnaire([{ linkId: '', type: 'string' }]), 'link-id'],
    ['an unknown type', questionnaire([{ linkId: 'q', type: 'question' }]), 'item-type'],
    ['a text that is no string', questionnaire([{ linkId: 'q', type: 'string', text: 5 }]), 'malformed'],
    [
      'an option of the wrong type',
      questionnaire([{ linkId: 'q', type: 'choice', answerOption: [{ valueInteger: 'one' }] }]),
      'malformed',
    ],
    [
      'a condition without a question',
      questionnaire([{ linkId: 'q', type: 'string', enableWhen: [{ operator: '=', answerString: 'x' }] }]),
      'malformed',
    ],
    [
      'a condition with an unknown operator',
      questionnaire([
        { linkId: 'q', type: 'string', enableWhen: [when('q', { operator: '~', answerString: 'x' })] },
      ]),
      'malformed',
    ],
    [
      'a condition without an answer',
      questionnaire([{ linkId: 'q', type: 'string', enableWhen: [{ question: 'q', operator: '=' }] }]),
      'malformed',
    ],
  ])('refuses %s', (_name, source, code) => {
    expect(compileQuestionnaire(source)).toMatchObject({
      ok: false,
      faults: expect.arrayContaining([
        expect.objectContaining({ code, severity: 'error', remedy: expect.any(String) }),
      ]),
    });
  });
});
