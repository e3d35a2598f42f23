/** One question for each control that there is, with an answer to it and one that is wrong. */
import type { Extension, QuestionnaireItem, QuestionnaireItemAnswerOption, ValueSet } from 'fhir/r4.js';
import type { AnswerValue } from '../../../sync/questionnaire/model/contract.ts';

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const SYSTEM = 'https://care.example/codes';
const UCUM = 'http://unitsofmeasure.org';

export interface Sample {
  readonly item: QuestionnaireItem;
  readonly answers: readonly AnswerValue[];
  /** Answers that the engine finds something wrong with; where there are none, the question is required and empty. */
  readonly wrong?: readonly AnswerValue[];
  /** Whether a form can calculate it. */
  readonly computable?: true;
}

const control = (code: string): Extension => ({
  url: `${CORE}questionnaire-itemControl`,
  valueCodeableConcept: { coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }] },
});
const unit = (code: string, display = code): Extension => ({
  url: `${CORE}questionnaire-unit`,
  valueCoding: { system: UCUM, code, display },
});
const unitOption = (code: string, display = code): Extension => ({
  url: `${CORE}questionnaire-unitOption`,
  valueCoding: { system: UCUM, code, display },
});
const horizontal: Extension = { url: `${CORE}questionnaire-choiceOrientation`, valueCode: 'horizontal' };
const exclusive: Extension = { url: `${CORE}questionnaire-optionExclusive`, valueBoolean: true };
const format = (text: string): Extension => ({ url: `${CORE}entryFormat`, valueString: text });
const most = (count: number): Extension => ({ url: `${CORE}questionnaire-maxOccurs`, valueInteger: count });

const code = (display: string) => display.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
const options = (...labels: readonly string[]): QuestionnaireItemAnswerOption[] =>
  labels.map((display) => ({ valueCoding: { system: SYSTEM, code: code(display), display } }));
const none = (label: string): QuestionnaireItemAnswerOption => ({
  valueCoding: { system: SYSTEM, code: 'none', display: label },
  extension: [exclusive],
});
const coding = (display: string): AnswerValue => ({
  type: 'Coding',
  value: { system: SYSTEM, code: code(display), display },
});
const gone: AnswerValue = {
  type: 'Coding',
  value: { system: SYSTEM, code: 'gone', display: 'An older answer' },
};
const text = (value: string): AnswerValue => ({ type: 'string', value });
const quantity = (value: number, ucum: string, display = ucum): AnswerValue => ({
  type: 'Quantity',
  value: { value, unit: display, system: UCUM, code: ucum },
});

const COUNTRIES = options(
  ...[
    'Argentina',
    'Australia',
    'Austria',
    'Bolivia',
    'Brazil',
    'Canada',
    'Chile',
    'China',
    'Colombia',
    'Cuba',
  ],
  ...['Denmark', 'Ecuador', 'Egypt', 'Finland', 'France', 'Germany', 'Ghana', 'Greece', 'Guatemala', 'India'],
  ...[
    'Iraq',
    'Ireland',
    'Italy',
    'Japan',
    'Jordan',
    'Kenya',
    'Lebanon',
    'Mexico',
    'Morocco',
    'Nigeria',
    'Peru',
  ],
);

/** A part of a body, drawn plainly: what is meant is a line, not a colour. */
function drawing(shape: string): string {
  return btoa(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 90" fill="none" stroke="#34474d" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">${shape}</svg>`,
  );
}
const pictured = (label: string, shape: string): QuestionnaireItemAnswerOption => ({
  valueCoding: { system: SYSTEM, code: code(label), display: label },
  extension: [
    { url: `${SDC}itemAnswerMedia`, valueAttachment: { contentType: 'image/svg+xml', data: drawing(shape) } },
  ],
});
const TORSO =
  '<path d="M46 12c-2 12-14 14-18 20-3 8-2 30-2 46M74 12c2 12 14 14 18 20 3 8 2 30 2 46M40 40v38M80 40v38"/>';
const BODY = {
  chest: `${TORSO}<ellipse cx="60" cy="36" rx="14" ry="9" fill="#cfdcdc"/>`,
  belly: `${TORSO}<ellipse cx="60" cy="60" rx="13" ry="11" fill="#cfdcdc"/>`,
  side: `${TORSO}<ellipse cx="76" cy="54" rx="6" ry="14" fill="#cfdcdc"/>`,
};

/** The list of units that one question refers to. */
export const DOSES: ValueSet = {
  resourceType: 'ValueSet',
  id: 'doses',
  status: 'active',
  compose: {
    include: [
      {
        system: UCUM,
        concept: [
          { code: 'mg', display: 'milligrams' },
          { code: 'g', display: 'grams' },
          { code: 'mL', display: 'millilitres' },
          { code: '{tablet}', display: 'tablets' },
        ],
      },
    ],
  },
};

const attachment: AnswerValue = {
  type: 'Attachment',
  value: { contentType: 'application/pdf', title: 'letter.pdf', size: 40_000, data: btoa('%PDF-1.7') },
};

export const SAMPLES: readonly Sample[] = [
  {
    item: {
      linkId: 'string',
      type: 'string',
      text: 'Insurance number',
      maxLength: 20,
      extension: [format('AB-1234')],
    },
    answers: [text('KV-2210')],
    wrong: [text('KV-2210-2210-2210-2210')],
    computable: true,
  },
  {
    item: { linkId: 'text', type: 'text', text: 'What brings you here?', maxLength: 60 },
    answers: [text('A cough that won’t go away, mostly at night.')],
    wrong: [text('A cough that won’t go away, mostly at night, and it began last week.')],
  },
  {
    item: { linkId: 'url', type: 'url', text: 'A page about it' },
    answers: [{ type: 'uri', value: 'https://care.example/cough' }],
    wrong: [{ type: 'uri', value: 'care example' }],
  },
  {
    item: { linkId: 'integer', type: 'integer', text: 'Cigarettes a day' },
    answers: [{ type: 'integer', value: 4 }],
    wrong: [text('a few')],
    computable: true,
  },
  {
    item: {
      linkId: 'decimal',
      type: 'decimal',
      text: 'Blood sugar',
      extension: [unit('mmol/L'), { url: `${CORE}maxDecimalPlaces`, valueInteger: 1 }],
    },
    answers: [{ type: 'decimal', value: 5.6 }],
    wrong: [{ type: 'decimal', value: 5.625 }],
    computable: true,
  },
  {
    item: { linkId: 'height', type: 'integer', text: 'Height', extension: [unit('cm')] },
    answers: [{ type: 'integer', value: 172 }],
    wrong: [text('tall')],
    computable: true,
  },
  {
    item: { linkId: 'dose', type: 'quantity', text: 'Dose', extension: [unit('mg')] },
    answers: [quantity(20, 'mg')],
    wrong: [text('two')],
    computable: true,
  },
  {
    item: {
      linkId: 'weight',
      type: 'quantity',
      text: 'Weight',
      extension: [unitOption('kg'), unitOption('[lb_av]', 'lb')],
    },
    answers: [quantity(72.5, 'kg')],
    wrong: [quantity(11, '[stone_av]', 'stone')],
    computable: true,
  },
  {
    item: {
      linkId: 'amount',
      type: 'quantity',
      text: 'How much did you drink?',
      extension: [
        ...[unitOption('mL'), unitOption('L'), unitOption('{glass}', 'glasses'), unitOption('{cup}', 'cups')],
        { url: `${SDC}unitOpen`, valueCode: 'optionsOrString' },
      ],
    },
    answers: [{ type: 'Quantity', value: { value: 2, unit: 'bottles' } }],
    wrong: [text('lots')],
    computable: true,
  },
  {
    item: {
      linkId: 'strength',
      type: 'quantity',
      text: 'Strength of the medicine',
      extension: [{ url: `${CORE}questionnaire-unitValueSet`, valueCanonical: '#doses' }],
    },
    answers: [quantity(500, 'mg', 'milligrams')],
    wrong: [quantity(500, 'km')],
    computable: true,
  },
  {
    item: {
      linkId: 'pain',
      type: 'integer',
      text: 'How much does it hurt?',
      extension: [
        control('slider'),
        { url: `${CORE}minValue`, valueInteger: 0 },
        { url: `${CORE}maxValue`, valueInteger: 10 },
        { url: `${CORE}questionnaire-sliderStepValue`, valueInteger: 1 },
      ],
      item: [
        { linkId: 'pain-low', type: 'display', text: 'Not at all', extension: [control('lower')] },
        { linkId: 'pain-high', type: 'display', text: 'As bad as can be', extension: [control('upper')] },
      ],
    },
    answers: [{ type: 'integer', value: 6 }],
    wrong: [{ type: 'integer', value: 14 }],
    computable: true,
  },
  {
    item: { linkId: 'boolean', type: 'boolean', text: 'Do you smoke?' },
    answers: [{ type: 'boolean', value: true }],
    computable: true,
  },
  {
    item: { linkId: 'boolean-line', type: 'boolean', text: 'Any allergies?', extension: [horizontal] },
    answers: [{ type: 'boolean', value: false }],
    computable: true,
  },
  {
    item: {
      linkId: 'tick',
      type: 'boolean',
      text: 'I have had this before',
      extension: [control('check-box')],
    },
    answers: [{ type: 'boolean', value: true }],
    computable: true,
  },
  {
    item: {
      linkId: 'choice',
      type: 'choice',
      text: 'How often?',
      answerOption: options('Not at all', 'Several days', 'Nearly every day').map((option, index) => ({
        ...option,
        extension: [{ url: `${CORE}questionnaire-optionPrefix`, valueString: `${'ABC'.charAt(index)}.` }],
      })),
    },
    answers: [coding('Several days')],
    wrong: [gone],
    computable: true,
  },
  {
    item: {
      linkId: 'line',
      type: 'choice',
      text: 'How do you sleep?',
      extension: [horizontal],
      answerOption: options('Badly', 'So-so', 'Well', 'Very well'),
    },
    answers: [coding('Well')],
    computable: true,
  },
  {
    item: {
      linkId: 'columns',
      type: 'choice',
      text: 'When did it begin?',
      extension: [{ url: `${SDC}columnCount`, valuePositiveInt: 3 }],
      answerOption: options('Today', 'Yesterday', 'This week', 'Last week', 'This month', 'Earlier'),
    },
    answers: [coding('Last week')],
    computable: true,
  },
  {
    item: {
      linkId: 'cards',
      type: 'choice',
      text: 'Where does it hurt most?',
      answerOption: [
        pictured('Chest', BODY.chest),
        pictured('Belly', BODY.belly),
        pictured('Side', BODY.side),
      ],
    },
    answers: [coding('Belly')],
    computable: true,
  },
  {
    item: {
      linkId: 'drop-down',
      type: 'choice',
      text: 'How did you come here?',
      extension: [control('drop-down')],
      answerOption: options(
        'By car',
        'By bus or train',
        'On foot',
        'Somebody brought me because I could not walk',
      ),
    },
    answers: [coding('Somebody brought me because I could not walk')],
    computable: true,
  },
  {
    item: { linkId: 'country', type: 'choice', text: 'Where were you born?', answerOption: COUNTRIES },
    answers: [coding('Lebanon')],
    computable: true,
  },
  {
    item: {
      linkId: 'open',
      type: 'open-choice',
      text: 'Which medicine?',
      extension: [{ url: `${SDC}openLabel`, valueString: 'Another one' }],
      answerOption: options('Aspirin', 'Ibuprofen'),
    },
    answers: [text('Willow bark')],
    computable: true,
  },
  {
    item: {
      linkId: 'several',
      type: 'choice',
      repeats: true,
      text: 'Which of these do you have?',
      extension: [most(2)],
      answerOption: [...options('Fever', 'A cough', 'A headache', 'A rash'), none('None of these')],
    },
    answers: [coding('Fever'), coding('A cough')],
    wrong: [coding('Fever'), gone],
  },
  {
    item: {
      linkId: 'several-open',
      type: 'open-choice',
      repeats: true,
      text: 'Are you allergic to any of these?',
      answerOption: [...options('Nuts', 'Milk', 'Latex'), none('Nothing')],
    },
    answers: [coding('Nuts'), text('Bee stings')],
  },
  {
    item: {
      linkId: 'countries',
      type: 'open-choice',
      repeats: true,
      text: 'Where have you been this year?',
      extension: [control('autocomplete')],
      answerOption: COUNTRIES,
    },
    answers: [coding('Peru'), text('At sea')],
  },
  {
    item: {
      linkId: 'missing-list',
      type: 'choice',
      text: 'Your insurance',
      answerValueSet: 'https://care.example/insurers',
    },
    answers: [{ type: 'Coding', value: { display: 'Care for all' } }],
  },
  {
    item: { linkId: 'date', type: 'date', text: 'When were you last seen?' },
    answers: [{ type: 'date', value: '2026-02-03' }],
    wrong: [{ type: 'date', value: '2026-02-31' }],
    computable: true,
  },
  {
    item: {
      linkId: 'month',
      type: 'date',
      text: 'Since when do you take it?',
      extension: [format('MM/YYYY')],
    },
    answers: [{ type: 'date', value: '2025-11' }],
    wrong: [{ type: 'date', value: '2025-17' }],
    computable: true,
  },
  {
    item: { linkId: 'date-time', type: 'dateTime', text: 'When did you take the last one?' },
    answers: [{ type: 'dateTime', value: '2026-11-20T08:15:00+01:00' }],
    wrong: [{ type: 'dateTime', value: '2026-11-20Tearly' }],
    computable: true,
  },
  {
    item: { linkId: 'time', type: 'time', text: 'When do you go to bed?' },
    answers: [{ type: 'time', value: '22:30:00' }],
    wrong: [{ type: 'time', value: 'late' }],
    computable: true,
  },
  {
    item: {
      linkId: 'attachment',
      type: 'attachment',
      text: 'A photo of the spot, or a letter',
      extension: [
        { url: `${CORE}mimeType`, valueCode: 'image/jpeg' },
        { url: `${CORE}mimeType`, valueCode: 'application/pdf' },
      ],
    },
    answers: [attachment],
  },
  {
    item: { linkId: 'reference', type: 'reference', text: 'Your family doctor' },
    answers: [{ type: 'Reference', value: { display: 'Dr. Amal Haddad' } }],
  },
  {
    item: {
      linkId: 'referred',
      type: 'reference',
      text: 'Who sent you?',
      answerOption: ['Dr. Amal Haddad', 'Dr. Luis Ortega'].map((display, index) => ({
        valueReference: { reference: `Practitioner/${index + 1}`, display },
      })),
    },
    answers: [{ type: 'Reference', value: { reference: 'Practitioner/2', display: 'Dr. Luis Ortega' } }],
  },
  {
    item: { linkId: 'repeated', type: 'string', repeats: true, text: 'Operations you have had' },
    answers: [text('Appendix'), text('Left knee')],
  },
];
