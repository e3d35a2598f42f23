/** A form as large as those of a yearly check-up, made when a test asks for it: 808 items in tabs, with conditions, variables and sums. */
import type { Expression, Extension, Questionnaire, QuestionnaireItem } from 'fhir/r4.js';

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire';
const TABS = 20;
/** Of each tab: a group, its display, a yes-or-no question and what it asks for. */
const BLOCKS = 9;
const OPTIONS = ['Never', 'Seldom', 'Often', 'Always'];

const fhirpath = (expression: string, name?: string): Expression => ({
  language: 'text/fhirpath',
  expression,
  ...(name === undefined ? {} : { name }),
});
/** By its path: a search through all items for each of hundreds of conditions would take seconds. */
const answerOf = (tab: number, linkId: string) =>
  `%resource.item.where(linkId = 'check').item.where(linkId = '${tab}').item.where(linkId = '${linkId}').answer.value`;
const extension = (name: string, expression: string): Extension => ({
  url: `${SDC}-${name}`,
  valueExpression: fhirpath(expression),
});

/** Four items, of which two depend on the first. */
function block(tab: number, number: number): readonly QuestionnaireItem[] {
  const id = `${tab}.${number}`;
  const asked = answerOf(tab, `${id}.has`);
  return [
    { linkId: `${id}.has`, text: `Does complaint ${id} bother you?`, type: 'boolean' },
    {
      linkId: `${id}.days`,
      text: `On how many days of the month does complaint ${id} come?`,
      type: 'integer',
      extension: [
        extension('enableWhenExpression', `${asked} = true`),
        { url: 'http://hl7.org/fhir/StructureDefinition/minValue', valueInteger: 0 },
        { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 31 },
      ],
    },
    {
      linkId: `${id}.nights`,
      text: `How often does complaint ${id} wake you?`,
      type: 'choice',
      extension: [extension('enableWhenExpression', `${asked} = true and %often.exists()`)],
      answerOption: OPTIONS.map((display, at) => ({
        valueCoding: { system: 'https://forms.example/fhir/CodeSystem/nights', code: String(at), display },
      })),
    },
    { linkId: `${id}.note`, text: `What else should we know of complaint ${id}?`, type: 'string' },
  ];
}

function tab(number: number): QuestionnaireItem {
  const days = Array.from({ length: BLOCKS }, (_, at) => answerOf(number, `${number}.${at + 1}.days`));
  return {
    linkId: String(number),
    text: `Part ${number}`,
    type: 'group',
    extension: [
      {
        url: 'http://hl7.org/fhir/StructureDefinition/variable',
        valueExpression: fhirpath(`(${days.join(' | ')}).where($this > 3)`, 'often'),
      },
    ],
    item: [
      { linkId: `${number}.words`, text: `About part ${number} of your body.`, type: 'display' },
      ...Array.from({ length: BLOCKS }, (_, at) => block(number, at + 1)).flat(),
      {
        linkId: `${number}.sum`,
        text: `Days of part ${number} together`,
        type: 'integer',
        readOnly: true,
        extension: [
          extension(
            'calculatedExpression',
            days.map((each) => `iif(${each}.exists(), ${each}, 0)`).join(' + '),
          ),
        ],
      },
      { linkId: `${number}.since`, text: `Since when?`, type: 'date' },
    ],
  };
}

export function largeForm(): Questionnaire {
  return {
    resourceType: 'Questionnaire',
    language: 'en',
    url: 'https://forms.example/fhir/Questionnaire/yearly-check',
    version: '1.0.0',
    name: 'YearlyCheck',
    title: 'The yearly check',
    status: 'active',
    subjectType: ['Patient'],
    date: '2026-11-20',
    copyright: 'Written for the tests of this product. Not a published instrument.',
    item: [
      {
        linkId: 'check',
        text: 'The yearly check',
        type: 'group',
        extension: [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
            valueCodeableConcept: {
              coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code: 'tab-container' }],
            },
          },
        ],
        item: Array.from({ length: TABS }, (_, at) => tab(at + 1)),
      },
      { linkId: 'name', text: 'Your name', type: 'string', required: true },
      { linkId: 'weight', text: 'Your weight in kilograms', type: 'decimal' },
      { linkId: 'height', text: 'Your height in meters', type: 'decimal' },
      { linkId: 'letter', text: 'A letter that you bring', type: 'attachment' },
      { linkId: 'met', text: 'When did we last meet?', type: 'dateTime' },
      { linkId: 'wakes', text: 'When do you get up?', type: 'time' },
      { linkId: 'more', text: 'What did we forget to ask?', type: 'text' },
    ],
  };
}
