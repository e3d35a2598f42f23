import type { AnswerValue, IssueCode } from '../model/contract.ts';
import { CORE, coding, date, dateTime, decimal, integer, quantity, SDC, text } from './forms.ts';

/** The item under test, its answers, and what its rules find; "!" before a code marks a warning. */
export type RuleCase = readonly [
  name: string,
  item: object,
  answers: readonly AnswerValue[],
  ...found: (IssueCode | `!${IssueCode}`)[],
];

const item = (type: string, rest: object = {}): object => ({ type, ...rest });
/** An item of a type with one extension of FHIR core. */
const core = (type: string, name: string, value: object): object => ({
  type,
  repeats: true,
  extension: [{ url: `${CORE}${name}`, ...value }],
});
const regex = (valueString: string) => core('string', 'regex', { valueString });
const KG50 = { value: 50, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' };
const limited = (name: string) => ({
  type: 'quantity',
  extension: [{ url: `${SDC}${name}`, valueQuantity: KG50 }],
});
const kilogram = { valueCoding: { system: 'http://unitsofmeasure.org', code: 'kg' } };
const notAtHand = { valueCanonical: 'http://example.org/vs' };

const exclusive = [{ url: `${CORE}questionnaire-optionExclusive`, valueBoolean: true }];
const answerOption = [
  { valueCoding: { system: 'http://example.org', code: 'a', display: 'Apples' } },
  { valueCoding: { system: 'http://example.org', code: 'none', display: 'None' }, extension: exclusive },
];
const closed = item('choice', { repeats: true, answerOption });
const opened = item('open-choice', { answerOption });
const A = { system: 'http://example.org', code: 'a' };
const offering = (...options: readonly object[]) => item('choice', { answerOption: options });
const ofSet = (name: string) => item('choice', { answerValueSet: `http://hl7.org/fhir/ValueSet/${name}` });
const ageUnits = { valueCanonical: 'http://hl7.org/fhir/ValueSet/age-units' };
/** A repeating choice that asks for so many answers. */
const several = (minOccurs: number, maxOccurs: number) =>
  item('choice', {
    repeats: true,
    answerOption,
    extension: [
      { url: `${CORE}questionnaire-minOccurs`, valueInteger: minOccurs },
      { url: `${CORE}questionnaire-maxOccurs`, valueInteger: maxOccurs },
    ],
  });
const openUnits = (unitOpen: string, system?: string) =>
  item('quantity', {
    extension: [
      { url: `${CORE}questionnaire-unitOption`, ...kilogram },
      { url: `${SDC}unitOpen`, valueCode: unitOpen },
      ...(system === undefined ? [] : [{ url: `${SDC}unitSupplementalSystem`, valueCanonical: system }]),
    ],
  });

const url = (value: string): AnswerValue => ({ type: 'uri', value });
const time = (value: string): AnswerValue => ({ type: 'time', value });
const png = (rest: object = {}): AnswerValue => ({
  type: 'Attachment',
  value: { contentType: 'image/png', ...rest },
});
const uncoded: AnswerValue = { type: 'Quantity', value: { value: 1, unit: 'kg' } };
const patient: AnswerValue = { type: 'Reference', value: { reference: 'Patient/1' } };

/** Each rule at its limit, below and above. */
export const RULE_CASES: readonly RuleCase[] = [
  ['required, answered', item('string', { required: true }), [text('a')]],
  ['required, unanswered', item('string', { required: true }), [], 'required'],
  ['type fits', item('integer'), [integer(1)]],
  ['another type', item('integer'), [coding('a')], 'type'],
  ['integer with a fraction', item('integer'), [integer(1.5)], 'type'],
  ['integer beyond 32 bits', item('integer'), [integer(2 ** 31)], 'type'],
  ['text takes a string of several lines', item('text'), [text('a\nb')]],
  ['url takes a uri', item('url'), [url('https://example.org')]],
  ['url with a space', item('url'), [url('https://exa mple.org')], 'type'],
  ['url as a string', item('url'), [text('https://example.org')], 'type'],
  ['a day that does not exist', item('date'), [date('2023-02-29')], 'type'],
  ['a date with a time', item('date'), [date('2023-02-28T10:00:00Z')], 'type'],
  ['a dateTime without its offset', item('dateTime'), [dateTime('2023-02-28T10:00:00')], 'type'],
  ['a partial dateTime', item('dateTime'), [dateTime('2023-02')]],
  ['a time without seconds', item('time'), [time('10:00')], 'type'],
  ['line breaks in a string', item('string'), [text('a\nb')], '!line-break'],
  ['minLength reached', core('string', 'minLength', { valueInteger: 3 }), [text('abc')]],
  ['below minLength', core('string', 'minLength', { valueInteger: 3 }), [text('ab')], 'min-length'],
  ['maxLength reached, in characters', item('string', { maxLength: 2 }), [text('😀é')]],
  ['above maxLength', item('text', { maxLength: 2 }), [text('abc')], 'max-length'],
  ['pattern matched in full', regex('[0-9]{4}'), [text('1234')]],
  ['pattern found within', regex('[0-9]{4}'), [text('12345')], 'pattern'],
  ['pattern with an alternative', regex('a|b'), [text('ac')], 'pattern'],
  ['pattern written as a FHIRPath call', regex("matches('^[0-9]{4}$')"), [text('1234')]],
  ['pattern that can not be run', regex('(?=a)b'), [text('b')], '!pattern'],
  ['minValue reached', core('integer', 'minValue', { valueInteger: 5 }), [integer(5)]],
  ['below minValue', core('integer', 'minValue', { valueInteger: 5 }), [integer(4)], 'min-value'],
  ['above maxValue', core('decimal', 'maxValue', { valueDecimal: 5.5 }), [decimal(5.51)], 'max-value'],
  ['integer limit on a decimal', core('decimal', 'maxValue', { valueInteger: 5 }), [decimal(5)]],
  [
    'a day over a partial maximum',
    core('date', 'maxValue', { valueDate: '2022-06' }),
    [date('2022-06-30')],
    'max-value',
  ],
  ['the year of a partial maximum', core('date', 'maxValue', { valueDate: '2022' }), [date('2022')]],
  [
    'dateTime across offsets',
    core('dateTime', 'maxValue', { valueDateTime: '2022-06-30T22:00:00Z' }),
    [dateTime('2022-06-30T23:59:59+02:00')],
  ],
  [
    'time above its maximum',
    core('time', 'maxValue', { valueTime: '18:00:00' }),
    [time('18:00:01')],
    'max-value',
  ],
  ['quantity under minQuantity', limited('minQuantity'), [quantity(49, 'kg')], 'min-quantity'],
  ['quantity at maxQuantity', limited('maxQuantity'), [quantity(50, 'kg')]],
  ['quantity over maxQuantity', limited('maxQuantity'), [quantity(51, 'kg')], 'max-quantity'],
  ['grams over a minimum in kilograms', limited('minQuantity'), [quantity(50_000, 'g')]],
  ['grams under a minimum in kilograms', limited('minQuantity'), [quantity(49_999, 'g')], 'min-quantity'],
  ['pounds under a maximum in kilograms', limited('maxQuantity'), [quantity(110, '[lb_av]')]],
  ['pounds over a maximum in kilograms', limited('maxQuantity'), [quantity(111, '[lb_av]')], 'max-quantity'],
  ['quantity of an unknown unit', limited('maxQuantity'), [quantity(1, 'zorks')], 'quantity-incomparable'],
  [
    'quantity of a unit of another system',
    limited('maxQuantity'),
    [quantity(1, 'kg', 'http://example.org')],
    'quantity-incomparable',
  ],
  ['quantity of another unit', limited('maxQuantity'), [quantity(1, '[mi_i]')], 'quantity-incomparable'],
  ['quantity without a code', limited('maxQuantity'), [uncoded], 'quantity-incomparable'],
  [
    'plain number as limit',
    core('quantity', 'maxValue', { valueDecimal: 5 }),
    [quantity(6, 'kg')],
    'max-value',
  ],
  ['decimal places reached', core('decimal', 'maxDecimalPlaces', { valueInteger: 2 }), [decimal(1.25)]],
  [
    'too many',
    core('decimal', 'maxDecimalPlaces', { valueInteger: 2 }),
    [decimal(1.255)],
    'max-decimal-places',
  ],
  ['an option', closed, [coding('a')]],
  ['no option', closed, [coding('z')], 'not-an-option'],
  ['the code of another system', closed, [coding('a', 'http://other.org')], 'not-an-option'],
  ['free text in a closed choice', closed, [text('Pears')], 'type'],
  ['free text in an open choice', opened, [text('Pears')]],
  ['free text that is an option', opened, [text('Apples')], '!open-text-is-option'],
  [
    'an integer option',
    item('integer', { answerOption: [{ valueInteger: 1 }] }),
    [integer(2)],
    'not-an-option',
  ],
  ['a choice of strings', item('choice', { answerOption: [{ valueString: 'a' }] }), [text('a')]],
  [
    'a choice of dates',
    item('choice', { answerOption: [{ valueDate: '2020-01-01' }] }),
    [date('2020-01-02')],
    'not-an-option',
  ],
  [
    'a set not at hand',
    item('choice', { answerValueSet: 'http://a.b/vs' }),
    [coding('a')],
    '!option-not-checked',
  ],
  ['exclusive beside another', closed, [coding('a'), coding('none')], 'option-exclusive'],
  ['exclusive alone', closed, [coding('none')]],
  [
    'exclusive beside free text',
    { ...opened, repeats: true },
    [text('Pears'), coding('none')],
    'option-exclusive',
  ],
  ['exclusive alone where two are asked for', several(2, 3), [coding('none')]],
  ['one option where two are asked for', several(2, 3), [coding('a')], 'min-occurs'],
  [
    'exclusive beside another where two are asked for',
    several(2, 3),
    [coding('a'), coding('none')],
    'option-exclusive',
  ],
  [
    'exclusive beside more than fit',
    several(0, 1),
    [coding('a'), coding('none')],
    'option-exclusive',
    'max-occurs',
  ],
  [
    'an option with another display',
    closed,
    [{ type: 'Coding', value: { ...A, display: 'Something else' } }],
  ],
  ['an option without its system', closed, [{ type: 'Coding', value: { code: 'a' } }], 'not-an-option'],
  ['free text that is nearly an option', opened, [text('apples')]],
  ['a time option', offering({ valueTime: '10:00:00' }), [time('10:00:00.0')]],
  ['another time', offering({ valueTime: '10:00:00' }), [time('10:00:01')], 'not-an-option'],
  ['an integer among a choice', offering({ valueInteger: 1 }), [integer(1)]],
  ['another integer among a choice', offering({ valueInteger: 1 }), [integer(3)], 'not-an-option'],
  ['a date option', offering({ valueDate: '2020-01-01' }), [date('2020-01-01')]],
  ['a part of a date option', offering({ valueDate: '2020-01-01' }), [date('2020')], 'not-an-option'],
  ['a partial date option', offering({ valueDate: '2020' }), [date('2020')]],
  ['a reference option', offering({ valueReference: { reference: 'Patient/1', display: 'Ann' } }), [patient]],
  ['another reference', offering({ valueReference: { reference: 'Patient/2' } }), [patient], 'not-an-option'],
  ['a quantity option', offering({ valueQuantity: KG50 }), [quantity(50, 'kg')]],
  ['another quantity', offering({ valueQuantity: KG50 }), [quantity(49, 'kg')], 'not-an-option'],
  [
    'the code of another system than a known set has',
    ofSet('administrative-gender'),
    [coding('male')],
    'not-an-option',
  ],
  [
    'a code of a known set',
    ofSet('administrative-gender'),
    [coding('male', 'http://hl7.org/fhir/administrative-gender')],
  ],
  ['a unit allowed', core('quantity', 'questionnaire-unitOption', kilogram), [quantity(1, 'kg')]],
  [
    'another unit',
    core('quantity', 'questionnaire-unitOption', kilogram),
    [quantity(1, 'g')],
    'unit-not-allowed',
  ],
  ['a fixed unit', core('quantity', 'questionnaire-unit', kilogram), [quantity(1, 'g')], 'unit-not-allowed'],
  [
    'a unit of another system',
    core('quantity', 'questionnaire-unitOption', kilogram),
    [quantity(1, 'kg', 'http://example.org')],
    'unit-not-allowed',
  ],
  ['an unlisted unit of an open list', openUnits('optionsOrType'), [quantity(1, 'g')]],
  ['an uncoded unit of a list open to codes', openUnits('optionsOrType'), [uncoded], 'unit-not-allowed'],
  [
    'a unit of the supplemental system',
    openUnits('optionsOrType', 'http://unitsofmeasure.org'),
    [quantity(1, 'g')],
  ],
  [
    'a unit of another than the supplemental system',
    openUnits('optionsOrType', 'http://example.org'),
    [quantity(1, 'g')],
    'unit-not-allowed',
  ],
  ['an uncoded unit of a list open to text', openUnits('optionsOrString'), [uncoded]],
  [
    'an unlisted code of a list open to text',
    openUnits('optionsOrString'),
    [quantity(1, 'g')],
    'unit-not-allowed',
  ],
  ['an unlisted unit of a closed list', openUnits('optionsOnly'), [quantity(1, 'g')], 'unit-not-allowed'],
  ['a unit of a known set', core('quantity', 'questionnaire-unitValueSet', ageUnits), [quantity(1, 'a')]],
  [
    'a unit that a known set does not have',
    core('quantity', 'questionnaire-unitValueSet', ageUnits),
    [quantity(1, 'kg')],
    'unit-not-allowed',
  ],
  [
    'a unit of a system that a set has nothing of',
    core('quantity', 'questionnaire-unitValueSet', {
      valueCanonical: 'http://hl7.org/fhir/ValueSet/jurisdiction',
    }),
    [quantity(1, 'km')],
    'unit-not-allowed',
  ],
  [
    'units of a value set not at hand',
    core('quantity', 'questionnaire-unitValueSet', notAtHand),
    [quantity(1, 'g')],
    '!option-not-checked',
  ],
  [
    'units of a set, none given',
    core('quantity', 'questionnaire-unitValueSet', notAtHand),
    [uncoded],
    'unit-not-allowed',
  ],
  ['mime type', core('attachment', 'mimeType', { valueCode: 'image/*' }), [png()]],
  [
    'another mime type',
    core('attachment', 'mimeType', { valueCode: 'text/plain' }),
    [png()],
    'attachment-type',
  ],
  ['attachment at maxSize', core('attachment', 'maxSize', { valueDecimal: 3 }), [png({ data: 'AAAA' })]],
  [
    'above maxSize',
    core('attachment', 'maxSize', { valueDecimal: 2 }),
    [png({ data: 'AAAA' })],
    'attachment-size',
  ],
  ['another size than it says', item('attachment'), [png({ data: 'AAAA', size: 9 })], 'attachment-size'],
  [
    'a reference to another resource',
    core('reference', 'questionnaire-referenceResource', { valueCode: 'Practitioner' }),
    [patient],
    'type',
  ],
  [
    'minOccurs reached',
    core('string', 'questionnaire-minOccurs', { valueInteger: 2 }),
    [text('a'), text('b')],
  ],
  [
    'below minOccurs',
    core('string', 'questionnaire-minOccurs', { valueInteger: 2 }),
    [text('a')],
    'min-occurs',
  ],
  [
    'maxOccurs reached',
    core('string', 'questionnaire-maxOccurs', { valueInteger: 2 }),
    [text('a'), text('b')],
  ],
  [
    'above maxOccurs',
    core('string', 'questionnaire-maxOccurs', { valueInteger: 1 }),
    [text('a'), text('b')],
    'max-occurs',
  ],
  ['two answers where the question does not repeat', item('string'), [text('a'), text('b')], 'max-occurs'],
];
