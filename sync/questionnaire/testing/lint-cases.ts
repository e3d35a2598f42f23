import type { LintCode } from '../lint/lint-codes.ts';
import { CORE, extension, type ItemSource, questionnaire, SDC } from './forms.ts';

const ABOUT = { version: '1', title: 'T', copyright: 'CC0', language: 'en' };
const TRANSLATED = {
  extension: [
    {
      url: `${CORE}translation`,
      extension: [
        { url: 'lang', valueCode: 'es' },
        { url: 'content', valueString: 'P' },
      ],
    },
  ],
};

/** A form with nothing to say about but its items. */
export function form(items: readonly ItemSource[], rest: object = {}): object {
  return questionnaire(items, { ...ABOUT, ...rest });
}

export const fhirpath = (url: string, expression: string, name?: string): object => ({
  url,
  valueExpression: { language: 'text/fhirpath', expression, ...(name === undefined ? {} : { name }) },
});
const sdc = (name: string, expression: string): object => fhirpath(`${SDC}${name}`, expression);
const variable = (name: string, expression: string): object => fhirpath(`${CORE}variable`, expression, name);
const query = { language: 'application/x-fhir-query', expression: 'Patient/1' };
const launches = (name: string): object => ({
  url: `${SDC}launchContext`,
  extension: [{ url: 'name', valueCoding: { code: name } }],
});
const constraint = (...parts: readonly object[]): object => ({
  url: `${CORE}questionnaire-constraint`,
  extension: parts,
});
const toggle = (code: string, expression: string): object => ({
  url: `${SDC}answerOptionsToggleExpression`,
  extension: [
    { url: 'option', valueCoding: { code } },
    { url: 'expression', valueExpression: { language: 'text/fhirpath', expression } },
  ],
});

const when = (question: string, rest: object = { operator: 'exists', answerBoolean: true }) => ({
  question,
  ...rest,
});
const is = (question: string, answer: object, operator = '=') => when(question, { operator, ...answer });
export const Q: ItemSource = { linkId: 'q', type: 'string', text: 'Q' };
const named = (item: object): ItemSource => ({ linkId: 'x', text: 'X', ...item });
const reads = (enableWhen: readonly object[], rest: object = {}): ItemSource =>
  named({ type: 'string', enableWhen, ...rest });
const A = { valueCoding: { system: 'http://a', code: 'a', display: 'Apples' } };
const B = { valueCoding: { system: 'http://a', code: 'b', display: 'Berries' } };
const choice: ItemSource = { linkId: 'q', type: 'choice', text: 'Q', answerOption: [A, B] };
const both = { enableBehavior: 'all' };
const number: ItemSource = { linkId: 'q', type: 'integer', text: 'Q' };
const bounded: ItemSource = { ...number, extension: [extension(`${CORE}maxValue`, { valueInteger: 9 })] };
const repeated: ItemSource = { linkId: 'g', type: 'group', text: 'G', repeats: true, item: [Q] };

type Case = readonly [name: string, source: unknown];

/** For every code, forms that it is said of. */
export const LINT_CASES: Readonly<Record<LintCode, readonly Case[]>> = {
  'not-a-questionnaire': [
    ['nothing', undefined],
    ['a list', []],
    ['another resource', { resourceType: 'Patient' }],
  ],
  malformed: [['items that are no list', { resourceType: 'Questionnaire', item: {} }]],
  'link-id': [['an item without linkId', form([{ linkId: '', type: 'string' }])]],
  'item-type': [['an unknown type', form([{ linkId: 'q', type: 'question' }])]],
  'too-deep': [
    [
      'seventy levels',
      form([
        Array.from({ length: 70 }).reduce<ItemSource>(
          (item, _, level) => ({ linkId: `g${level}`, type: 'group', item: [item] }),
          Q,
        ),
      ]),
    ],
  ],
  'modifier-extension': [
    [
      'on the form',
      form([Q], { modifierExtension: [{ url: 'http://example.org/not', valueBoolean: true }] }),
    ],
    [
      'on an item',
      form([named({ modifierExtension: [{ url: 'http://example.org/not', valueBoolean: true }] })]),
    ],
  ],
  'implicit-rules': [['on the form', form([Q], { implicitRules: 'http://example.org/rules' })]],
  'que-1': [
    ['a group without items', form([named({ type: 'group' })])],
    ['a display with items', form([named({ type: 'display', item: [Q] })])],
  ],
  'que-2': [['a linkId twice', form([Q, { ...Q }])]],
  'que-3': [['a display with a code', form([named({ type: 'display', code: [{ code: 'a' }] })])]],
  'que-4': [
    ['options and a value set', form([named({ type: 'choice', answerOption: [A], answerValueSet: '#v' })])],
  ],
  'que-5': [['options of a boolean', form([named({ type: 'boolean', answerOption: [A] })])]],
  'que-6': [['a display that says required', form([named({ type: 'display', required: false })])]],
  'que-7': [['exists without a boolean', form([Q, reads([is('q', { answerString: 'x' }, 'exists')])])]],
  'que-8': [
    [
      'a group with an initial value',
      form([named({ type: 'group', item: [Q], initial: [{ valueString: 'a' }] })]),
    ],
  ],
  'que-9': [['a read-only display', form([named({ type: 'display', readOnly: true })])]],
  'que-10': [['maxLength of a date', form([named({ type: 'date', maxLength: 5 })])]],
  'que-11': [
    ['options and an initial value', form([named({ type: 'choice', answerOption: [A], initial: [A] })])],
  ],
  'que-12': [['two conditions without enableBehavior', form([Q, reads([when('q'), when('q')])])]],
  'que-13': [
    [
      'two initial values of a question that does not repeat',
      form([named({ type: 'string', initial: [{ valueString: 'a' }, { valueString: 'b' }] })]),
    ],
  ],
  'condition-dangling': [['a condition on nothing', form([reads([when('gone')])])]],
  'condition-self': [['a condition on its own item', form([reads([when('x')])])]],
  'condition-descendant': [
    [
      'a condition on what stands inside',
      form([named({ type: 'group', item: [Q], enableWhen: [when('q')] })]),
    ],
  ],
  'condition-later': [['a condition on what comes later', form([reads([when('q')]), Q])]],
  'condition-unanswerable': [
    [
      'a condition on a group',
      form([{ linkId: 'g', type: 'group', text: 'G', item: [Q] }, reads([when('g')])]),
    ],
  ],
  'condition-type': [['a string compared with a number', form([Q, reads([is('q', { answerInteger: 5 })])])]],
  'condition-never': [
    [
      'one of two conditions that no option meets',
      form([choice, reads([is('q', { answerCoding: { code: 'z' } }), when('q')], { enableBehavior: 'any' })]),
    ],
  ],
  'condition-until-answered': [
    [
      'a question while a required one is unanswered',
      form([{ ...Q, required: true }, reads([when('q', { operator: 'exists', answerBoolean: false })])]),
    ],
  ],
  'condition-circle': [
    ['two items that read each other', form([{ ...Q, enableWhen: [when('x')] }, reads([when('q')])])],
  ],
  'enable-when-twice': [
    [
      'a condition and an expression',
      form([Q, reads([when('q')], { extension: [sdc('enableWhenExpression', 'true')] })]),
    ],
  ],
  unreachable: [
    ['a code that is no option', form([choice, reads([is('q', { answerCoding: { code: 'z' } })])])],
    [
      'the code of another system',
      form([choice, reads([is('q', { answerCoding: { system: 'http://b', code: 'a' } })])]),
    ],
    ['an order of codes', form([choice, reads([is('q', { answerCoding: { code: 'a' } }, '>')])])],
    ['more than the maximum', form([bounded, reads([is('q', { answerInteger: 9 }, '>')])])],
    [
      'two answers to a question that takes one',
      form([
        choice,
        reads([is('q', { answerCoding: { code: 'a' } }), is('q', { answerCoding: { code: 'b' } })], both),
      ]),
    ],
    [
      'an answer and none',
      form([Q, reads([is('q', { answerString: 'a' }), is('q', { answerBoolean: false }, 'exists')], both)]),
    ],
    [
      'equal and not equal',
      form([Q, reads([is('q', { answerString: 'a' }), is('q', { answerString: 'a' }, '!=')], both)]),
    ],
    [
      'over and under',
      form([number, reads([is('q', { answerInteger: 5 }, '>'), is('q', { answerInteger: 5 }, '<=')], both)]),
    ],
    [
      'equal and under',
      form([number, reads([is('q', { answerInteger: 5 }), is('q', { answerInteger: 5 }, '<')], both)]),
    ],
    [
      'a question that can itself never be asked',
      form([
        choice,
        { linkId: 'y', type: 'string', text: 'Y', enableWhen: [is('q', { answerCoding: { code: 'z' } })] },
        reads([when('y')]),
      ]),
    ],
    [
      'an expression that is false',
      form([named({ type: 'string', extension: [sdc('enableWhenExpression', 'false')] })]),
    ],
  ],
  'java-not-equal-unanswered': [['"!="', form([Q, reads([is('q', { answerString: 'a' }, '!=')])])]],
  'java-not-equal-repeats': [
    [
      '"!=" of a repeated question',
      form([{ ...Q, repeats: true }, reads([is('q', { answerString: 'a' }, '!=')])]),
    ],
  ],
  'java-quantity': [
    [
      'a quantity',
      form([{ ...Q, type: 'quantity' }, reads([is('q', { answerQuantity: { value: 5, code: 'kg' } })])]),
    ],
  ],
  'java-reference': [
    [
      'a reference',
      form([{ ...Q, type: 'reference' }, reads([is('q', { answerReference: { reference: 'Patient/1' } })])]),
    ],
  ],
  'java-disabled-source': [
    [
      'a question that may be disabled',
      form([Q, { ...Q, linkId: 'd', enableWhen: [when('q')] }, reads([when('d')])]),
    ],
  ],
  'java-instances': [['a question in a repeating group', form([repeated, reads([when('q')])])]],
  'java-occurs': [
    [
      'maxOccurs',
      form([
        {
          ...Q,
          repeats: true,
          extension: [extension(`${CORE}questionnaire-maxOccurs`, { valueInteger: 2 })],
        },
      ]),
    ],
  ],
  'expression-unusable': [
    ['a syntax error', form([named({ type: 'string', extension: [sdc('calculatedExpression', '1 +')] })])],
    [
      'a constraint with a syntax error',
      form([
        named({
          type: 'string',
          extension: [
            constraint(
              { url: 'severity', valueCode: 'error' },
              { url: 'human', valueString: 'No.' },
              { url: 'expression', valueString: '(' },
            ),
          ],
        }),
      ]),
    ],
  ],
  'expression-missing': [
    [
      'an Expression without expression',
      form([named({ type: 'string', extension: [{ url: `${SDC}initialExpression`, valueExpression: {} }] })]),
    ],
  ],
  'expression-language': [
    [
      'CQL',
      form([
        named({
          type: 'string',
          extension: [
            { url: `${SDC}calculatedExpression`, valueExpression: { language: 'text/cql', expression: 'A' } },
          ],
        }),
      ]),
    ],
  ],
  'expression-unknown-variable': [
    [
      'a name of nothing',
      form([named({ type: 'integer', extension: [sdc('calculatedExpression', '%gone + 1')] })]),
    ],
    [
      'a variable of another item',
      form([
        { ...Q, extension: [variable('mine', '1')] },
        named({ type: 'integer', extension: [sdc('calculatedExpression', '%mine')] }),
      ]),
    ],
  ],
  'expression-unknown-link-id': [
    [
      'a linkId of nothing',
      form([
        named({
          type: 'string',
          extension: [sdc('calculatedExpression', "%resource.item.where(linkId = 'gone').answer.value")],
        }),
      ]),
    ],
  ],
  'expression-circle': [
    [
      'two calculations of each other',
      form([
        {
          ...number,
          extension: [sdc('calculatedExpression', "%resource.item.where(linkId='x').answer.value")],
        },
        named({
          type: 'integer',
          extension: [sdc('calculatedExpression', "%resource.item.where('q' = linkId).answer.value")],
        }),
      ]),
    ],
    ['two variables of each other', form([Q], { extension: [variable('a', '%b'), variable('b', '%a')] })],
    [
      'a variable of its own name, with none further out',
      form([Q], { extension: [variable('a', '%a + 1')] }),
    ],
    [
      'an answer of its own, looked for by a path into the definition',
      form([
        {
          ...number,
          extension: [
            sdc(
              'calculatedExpression',
              "%questionnaire.item.where(linkId = %resource.item.where(linkId='q').answer.value).count()",
            ),
          ],
        },
      ]),
    ],
    [
      'answers of each other beside the definition',
      form([
        {
          ...number,
          extension: [
            sdc(
              'calculatedExpression',
              "%questionnaire.item.where(linkId='q').text.length() + %resource.item.where(linkId='x').answer.value",
            ),
          ],
        },
        named({
          type: 'integer',
          extension: [sdc('calculatedExpression', "%resource.item.where(linkId='q').answer.value")],
        }),
      ]),
    ],
    ...['initialExpression', 'calculatedExpression'].map(
      (name): Case => [
        `a calculation of itself through a named ${name}`,
        form([
          {
            ...number,
            extension: [
              fhirpath(`${SDC}${name}`, "%resource.repeat(item).where(linkId='x').answer.value", 'n'),
            ],
            item: [named({ type: 'integer', extension: [sdc('calculatedExpression', '%n + 1')] })],
          },
        ]),
      ],
    ),
    [
      'a calculation through a variable, of itself',
      form([{ ...number, extension: [sdc('calculatedExpression', '%a + 1')] }], {
        extension: [variable('a', "item.where(linkId='q').answer.value")],
      }),
    ],
  ],
  'expression-misses-nesting': [
    [
      'a sum of the top level where there is none',
      form([
        {
          linkId: 'g',
          type: 'group',
          text: 'G',
          item: [
            { ...number, extension: [sdc('calculatedExpression', '%resource.item.answer.value.sum()')] },
          ],
        },
      ]),
    ],
  ],
  'reads-launch-context': [
    [
      'the patient, read by a condition',
      form([named({ type: 'string', extension: [sdc('enableWhenExpression', '%patient.active')] })], {
        extension: [launches('patient')],
      }),
    ],
    [
      'a query, read by a calculation through two variables',
      form([named({ type: 'integer', extension: [sdc('calculatedExpression', '%b')] })], {
        extension: [
          { url: `${CORE}variable`, valueExpression: { ...query, name: 'a' } },
          variable('b', '%a.entry.count()'),
        ],
      }),
    ],
    [
      'the patient, read by a constraint',
      form(
        [
          named({
            type: 'string',
            extension: [
              constraint(
                { url: 'severity', valueCode: 'error' },
                { url: 'human', valueString: 'No.' },
                { url: 'expression', valueString: '%patient.active' },
              ),
            ],
          }),
        ],
        { extension: [launches('patient')] },
      ),
    ],
    [
      'the patient, read by a toggle of options',
      form([{ ...choice, extension: [toggle('a', '%patient.active')] }], {
        extension: [launches('patient')],
      }),
    ],
    [
      'a query as the list of options',
      form([
        named({ type: 'choice', extension: [{ url: `${SDC}answerExpression`, valueExpression: query }] }),
      ]),
    ],
    [
      'the patient, read by a computed limit',
      form(
        [
          named({
            type: 'date',
            extension: [
              {
                url: `${CORE}minValue`,
                _valueDate: { extension: [fhirpath(`${CORE}cqf-calculatedValue`, '%patient.birthDate')] },
              },
            ],
          }),
        ],
        { extension: [launches('patient')] },
      ),
    ],
  ],
  'launch-context-undeclared': [
    [
      'the patient, not asked for',
      form([named({ type: 'string', extension: [sdc('initialExpression', '%patient.id')] })]),
    ],
  ],
  'variable-name': [
    ['a variable without a name', form([Q], { extension: [fhirpath(`${CORE}variable`, '1')] })],
    ['two of one name', form([Q], { extension: [variable('a', '1'), variable('a', '2')] })],
    [
      'the name of a launch context',
      form([Q], { extension: [launches('patient'), variable('patient', '1')] }),
    ],
  ],
  'calculated-on-group': [
    [
      'a calculated group',
      form([
        { linkId: 'g', type: 'group', text: 'G', item: [Q], extension: [sdc('calculatedExpression', '1')] },
      ]),
    ],
    [
      'a calculated display',
      form([named({ type: 'display', extension: [sdc('calculatedExpression', '1')] })]),
    ],
  ],
  'constraint-incomplete': [
    [
      'a constraint that says nothing',
      form([named({ type: 'string', extension: [constraint({ url: 'expression', valueString: 'true' })] })]),
    ],
  ],
  'toggle-unknown-option': [
    ['a toggle of no option', form([{ ...choice, extension: [toggle('z', 'true')] }])],
  ],
  'option-never-offered': [
    [
      'a toggle that is false',
      form([
        {
          ...choice,
          answerOption: [{ valueCoding: { code: 'a', display: 'A' } }],
          extension: [toggle('a', 'false')],
        },
      ]),
    ],
  ],
  'no-items': [['nothing to ask', form([])]],
  'no-text': [['a question without words', form([{ linkId: 'x', type: 'string' }])]],
  'no-options': [['a choice of nothing', form([named({ type: 'choice' })])]],
  'option-code-twice': [
    [
      'one code under two labels',
      form([
        named({ type: 'choice', answerOption: [A, { valueCoding: { ...A.valueCoding, display: 'C' } }] }),
      ]),
    ],
  ],
  'option-label-twice': [
    [
      'two codes under one label',
      form([
        named({
          type: 'choice',
          answerOption: [A, { valueCoding: { ...B.valueCoding, display: ' apples' } }],
        }),
      ]),
    ],
  ],
  'value-set-unavailable': [
    ['a value set elsewhere', form([named({ type: 'choice', answerValueSet: 'http://example.org/vs' })])],
  ],
  'constraint-on-choice': [
    ['a length of an open choice', form([named({ type: 'open-choice', answerOption: [A], maxLength: 5 })])],
    ['a maximum of an integer with options', form([{ ...bounded, answerOption: [{ valueInteger: 1 }] }])],
  ],
  'impossible-limits': [
    [
      'a minimum above the maximum',
      form([
        named({
          type: 'integer',
          extension: [
            extension(`${CORE}minValue`, { valueInteger: 20 }),
            extension(`${CORE}maxValue`, { valueInteger: 2 }),
          ],
        }),
      ]),
    ],
    [
      'a shortest length above the longest',
      form([
        named({
          type: 'string',
          maxLength: 2,
          extension: [extension(`${CORE}minLength`, { valueInteger: 3 })],
        }),
      ]),
    ],
  ],
  'initial-invalid': [
    ['an initial value above the maximum', form([{ ...bounded, initial: [{ valueInteger: 10 }] }])],
    ['an initial value of another type', form([{ ...number, initial: [{ valueString: 'a' }] }])],
    [
      'an initial value against the pattern',
      form([
        {
          ...Q,
          extension: [extension(`${CORE}regex`, { valueString: '[0-9]' })],
          initial: [{ valueString: 'a' }],
        },
      ]),
    ],
    [
      'two selected options of one answer',
      form([
        {
          ...choice,
          answerOption: [
            { ...A, initialSelected: true },
            { ...B, initialSelected: true },
          ],
        },
      ]),
    ],
  ],
  'unreachable-required': [
    ['required and read-only', form([named({ type: 'string', required: true, readOnly: true })])],
  ],
  'max-size-in-bytes': [
    [
      'five bytes',
      form([named({ type: 'attachment', extension: [extension(`${CORE}maxSize`, { valueDecimal: 5 })] })]),
    ],
  ],
  'pattern-unusable': [
    [
      'a look-ahead',
      form([named({ type: 'string', extension: [extension(`${CORE}regex`, { valueString: '(?=a)' })] })]),
    ],
  ],
  'pattern-is-fhirpath': [
    [
      'a call of matches()',
      form([
        named({ type: 'string', extension: [extension(`${CORE}regex`, { valueString: "matches('a')" })] }),
      ]),
    ],
  ],
  'extension-not-read': [
    ...['lookupQuestionnaire', 'choiceColumn', 'performerType', 'entryMode', 'contextExpression'].map(
      (name): Case => [name, form([{ ...Q, extension: [extension(`${SDC}${name}`, { valueCode: 'a' })] }])],
    ),
    [
      'disabledDisplay of R5',
      form([
        {
          ...Q,
          extension: [
            extension(
              'http://hl7.org/fhir/5.0/StructureDefinition/extension-Questionnaire.item.disabledDisplay',
              {
                valueCode: 'protected',
              },
            ),
          ],
        },
      ]),
    ],
    ['one of the form', form([Q], { extension: [{ url: 'https://care.example/ours' }] })],
    ['one of a text', form([{ ...Q, _text: { extension: [{ url: 'https://care.example/ours' }] } }])],
    [
      'one of an option',
      form([{ ...choice, answerOption: [{ ...A, extension: [{ url: 'urn:ours' }] }, B] }]),
    ],
    [
      'one of a value set in the form',
      form([Q], {
        contained: [
          {
            resourceType: 'ValueSet',
            id: 'v',
            compose: { include: [{ system: 'http://a', extension: [{ url: 'https://care.example/ours' }] }] },
          },
        ],
      }),
    ],
  ],
  'no-url': [['no url', form([Q], { url: undefined })]],
  'no-version': [['no version', form([Q], { version: undefined })]],
  'no-title': [['no title', form([Q], { title: undefined })]],
  'no-licence': [['neither copyright nor licence', form([Q], { copyright: undefined })]],
  'no-language': [
    ['a translation from nowhere', form([{ ...Q, _text: TRANSLATED }], { language: undefined })],
  ],
  'not-active': [['a draft', form([Q], { status: 'draft' })]],
  'translation-missing': [
    ['one of two texts translated', form([{ ...Q, _text: TRANSLATED }, named({ type: 'string' })])],
    ['an option left in English', form([{ ...choice, _text: TRANSLATED }], { _title: TRANSLATED })],
  ],
  'translation-demanded': [['no French', form([Q])]],
};

/** Forms near those above, of which nothing is to be said. */
export const SOUND: readonly Case[] = [
  ['a condition on an option', form([choice, reads([is('q', { answerCoding: { code: 'a' } })])])],
  [
    'two different answers to a question that repeats',
    form([
      { ...choice, repeats: true },
      reads([is('q', { answerCoding: { code: 'a' } }), is('q', { answerCoding: { code: 'b' } })], both),
    ]),
  ],
  [
    'free text compared in an open choice',
    form([{ ...choice, type: 'open-choice' }, reads([is('q', { answerString: 'other' })])]),
  ],
  [
    'one code, said once with its system',
    form([
      choice,
      reads(
        [
          is('q', { answerCoding: { code: 'a' } }),
          is('q', { answerCoding: { system: 'http://a', code: 'a' } }),
        ],
        both,
      ),
    ]),
  ],
  ['the maximum itself', form([bounded, reads([is('q', { answerInteger: 9 }, '>=')])])],
  [
    'between two numbers',
    form([number, reads([is('q', { answerInteger: 5 }, '>='), is('q', { answerInteger: 5 }, '<=')], both)]),
  ],
  [
    'a hint until a required question is answered',
    form([
      { ...Q, required: true },
      named({ type: 'display', enableWhen: [is('q', { answerBoolean: false }, 'exists')] }),
    ]),
  ],
  [
    'launch context that only fills in',
    form([named({ type: 'string', extension: [sdc('initialExpression', '%patient.id')] })], {
      extension: [launches('patient')],
    }),
  ],
  [
    'a variable from above, and a calculation of what is there',
    form([
      {
        linkId: 'g',
        type: 'group',
        text: 'G',
        extension: [
          variable('total', "%resource.item.where(linkId='g').item.where(linkId='q').answer.value"),
        ],
        item: [number, named({ type: 'integer', extension: [sdc('calculatedExpression', '%total + 1')] })],
      },
    ]),
  ],
  [
    "a linkId in a comment, and a launch context's name in quotation marks",
    form([
      named({
        type: 'string',
        extension: [
          sdc('calculatedExpression', "'100 %patient' & 'http://a' // linkId = 'gone'\n & /* %gone */ ''"),
        ],
      }),
    ]),
  ],
  [
    'a variable that an expression defines itself, and one whose name is quoted',
    form(
      [
        named({
          type: 'string',
          extension: [
            sdc('calculatedExpression', "defineVariable('mine', 1).select(%mine + %'yours' + %`yours`)"),
          ],
        }),
      ],
      { extension: [variable('yours', '1')] },
    ),
  ],
  [
    'the linkId of another response, which a query brought',
    form(
      [
        named({
          type: 'string',
          extension: [sdc('initialExpression', "%old.item.where(linkId='its').answer.value")],
        }),
      ],
      {
        extension: [{ url: `${CORE}variable`, valueExpression: { ...query, name: 'old' } }],
      },
    ),
  ],
  [
    "its own definition, read by the item's calculation",
    form([
      {
        ...number,
        extension: [
          sdc(
            'calculatedExpression',
            "%questionnaire.item.where(linkId='q').text.length() + (%questionnaire.item | %questionnaire.item.item).where(linkId = 'q').count() + %qitem.where(linkId='q').count() + defineVariable('d', %questionnaire).select(%d.item.where(linkId='q').count())",
          ),
        ],
      },
    ]),
  ],
  [
    'its own definition, by way of variables',
    form([{ ...number, extension: [sdc('calculatedExpression', "%own.where(linkId='q').text.length()")] }], {
      extension: [variable('all', '%questionnaire.repeat(item)'), variable('own', "%all.where(linkId='q')")],
    }),
  ],
  [
    'a variable that reads one of its name further out',
    form(
      [
        {
          linkId: 'g',
          type: 'group',
          text: 'G',
          extension: [variable('a', '%a + 1'), variable('a2', '%a'), variable('b', '%patient.id')],
          item: [{ ...number, extension: [sdc('calculatedExpression', '%a + %a2')] }],
        },
      ],
      { extension: [variable('a', '1'), launches('patient')] },
    ),
  ],
  [
    'a named expression that reads a variable of its own name further out',
    form([{ ...number, extension: [fhirpath(`${SDC}calculatedExpression`, '%a + 1', 'a')] }], {
      extension: [variable('a', '1')],
    }),
  ],
  [
    'what a contextExpression shows, and an expression that reads it by its name',
    form([
      named({
        type: 'string',
        extension: [
          {
            url: `${SDC}contextExpression`,
            extension: [
              { url: 'label', valueString: 'Visits' },
              { url: 'expression', valueExpression: { ...query, name: 'visits' } },
            ],
          },
          sdc('initialExpression', '%visits.entry.resource.id.first()'),
        ],
      }),
    ]),
  ],
  [
    'a calculation read by its name, on the item and below it',
    form([
      {
        ...number,
        extension: [fhirpath(`${SDC}calculatedExpression`, '1 + 1', 'two')],
        item: [named({ type: 'integer', extension: [sdc('calculatedExpression', '%two + 1')] })],
      },
    ]),
  ],
  [
    'a licence by extension',
    form([Q], { copyright: undefined, extension: [{ url: 'http://a/artifact-license' }] }),
  ],
  [
    'numbers as labels, translated or not',
    form([{ ...choice, text: '1', answerOption: [{ valueInteger: 1 }] }]),
  ],
  ['a form whose every text is translated', form([{ ...Q, _text: TRANSLATED }], { _title: TRANSLATED })],
  [
    'a required read-only question with an initial value',
    form([{ ...number, required: true, readOnly: true, initial: [{ valueInteger: 1 }] }]),
  ],
];
