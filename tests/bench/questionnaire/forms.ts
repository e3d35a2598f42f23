/** Forms of any size from a seed: the same for every contestant, SurveyJS's in its own words. */
import type { Questionnaire, QuestionnaireItem } from 'fhir/r4.js';

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition';
const GROUP_SIZE = 20;
const OPTIONS = ['Never', 'Sometimes', 'Often', 'Always'];
/** Share of each type among the questions: text weighs most, as it does in an anamnesis. */
const MIX: readonly (readonly [QuestionType, number])[] = [
  ['string', 0.5],
  ['integer', 0.2],
  ['boolean', 0.05],
  ['choice', 0.1],
  ['date', 0.1],
  ['text', 0.05],
];

export type QuestionType = 'string' | 'text' | 'integer' | 'boolean' | 'choice' | 'date';

export interface BenchQuestion {
  readonly linkId: string;
  readonly type: QuestionType;
  /** Begins with {@link labelOf}, by which it is found on the page. */
  readonly text: string;
  /** Sum of these integers. */
  readonly sumOf?: readonly string[];
  /** Asked only where this boolean is true, or this text is given. */
  readonly asksIf?: { readonly linkId: string; readonly type: 'boolean' | 'string' };
}

export interface BenchForm {
  readonly questions: readonly BenchQuestion[];
  /** The text question in its middle that is typed into. */
  readonly typedInto: string;
}

export interface FormSize {
  readonly questions: number;
  /** How many calculations, and as many conditions. */
  readonly expressions: number;
}

/** mulberry32: the same numbers from the same seed everywhere. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const linkIdOf = (index: number) => `q${String(index + 1).padStart(4, '0')}`;
/** Stands in no other question's text. */
export const labelOf = (linkId: string): string => `${linkId.toUpperCase()}:`;

function typeOf(drawn: number): QuestionType {
  let sum = 0;
  for (const [type, share] of MIX) {
    sum += share;
    if (drawn < sum) return type;
  }
  return 'string';
}

/**
 * The question that is typed into stands just behind the middle. Where there are expressions, one calculation and one condition read
 * it: an engine that knows what depends on a key must still do that work.
 */
export function benchForm({ questions: count, expressions }: FormSize, seed = 1): BenchForm {
  const next = numbersOf(seed);
  const middle = Math.floor(count / 2);
  const types = Array.from({ length: count }, (_, index) => (index === middle ? 'string' : typeOf(next())));
  const having = (type: QuestionType) =>
    types.flatMap((other, index) => (other === type && index !== middle ? [index] : []));
  const [integers, booleans, strings] = [having('integer'), having('boolean'), having('string')];
  const spread = (from: readonly number[], wanted: number) =>
    Array.from({ length: wanted }, (_, index) => from[Math.floor((index * from.length) / wanted)] ?? 0);
  // Every other integer is calculated, from those between.
  const calculated = spread(
    integers.filter((_, place) => place % 2 === 0),
    expressions,
  );
  const summed = integers.filter((_, place) => place % 2 === 1);
  const conditional = spread(strings, expressions);
  const half = Math.floor(expressions / 2);
  const sums = new Map(
    calculated.map((index, place) => [
      index,
      place === half
        ? [linkIdOf(middle)]
        : [0, 1, 2].map((step) => linkIdOf(summed[(place + step) % summed.length] ?? 0)),
    ]),
  );
  const conditions = new Map(
    conditional.map((index, place) => [
      index,
      place === half
        ? { linkId: linkIdOf(middle), type: 'string' as const }
        : { linkId: linkIdOf(booleans[place % booleans.length] ?? 0), type: 'boolean' as const },
    ]),
  );
  const questions = types.map((type, index): BenchQuestion => {
    const linkId = linkIdOf(index);
    const [sumOf, asksIf] = [sums.get(index), conditions.get(index)];
    return {
      linkId,
      type,
      text: `${labelOf(linkId)} ${TEXTS[type]}`,
      ...(sumOf ? { sumOf } : {}),
      ...(asksIf ? { asksIf } : {}),
    };
  });
  return { questions, typedInto: linkIdOf(middle) };
}

const TEXTS: Readonly<Record<QuestionType, string>> = {
  string: 'What is its name?',
  text: 'Please describe it in your own words',
  integer: 'How many times in the last month?',
  boolean: 'Have you had this before?',
  choice: 'How often does it trouble you?',
  date: 'When did it begin?',
};

const groupsOf = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / GROUP_SIZE) }, (_, index) =>
    all.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  );

const answerOf = (linkId: string) => `%resource.descendants().where(linkId='${linkId}').answer.value`;

const fhirpath = (url: string, expression: string) => ({
  url,
  valueExpression: { language: 'text/fhirpath', expression },
});

function toItem({ linkId, type, text, sumOf, asksIf }: BenchQuestion): QuestionnaireItem {
  const isSum = type === 'integer' && sumOf !== undefined && sumOf.length > 1;
  const extension = [
    ...(sumOf
      ? [
          fhirpath(
            `${SDC}/sdc-questionnaire-calculatedExpression`,
            isSum
              ? sumOf.map((one) => `iif(${answerOf(one)}.exists(), ${answerOf(one)}.first(), 0)`).join(' + ')
              : `${answerOf(sumOf[0] ?? '')}.first().length()`,
          ),
        ]
      : []),
    ...(asksIf
      ? [
          fhirpath(
            `${SDC}/sdc-questionnaire-enableWhenExpression`,
            asksIf.type === 'boolean'
              ? `${answerOf(asksIf.linkId)}.first() = true`
              : `${answerOf(asksIf.linkId)}.exists()`,
          ),
        ]
      : []),
  ];
  return {
    linkId,
    type,
    text,
    ...(extension.length > 0 ? { extension } : {}),
    ...(sumOf ? { readOnly: true } : {}),
    ...(type === 'choice'
      ? {
          answerOption: OPTIONS.map((display, index) => ({
            valueCoding: { system: 'https://care.example/often', code: `o${index}`, display },
          })),
        }
      : {}),
  };
}

export function toQuestionnaire({ questions }: BenchForm): Questionnaire {
  return {
    resourceType: 'Questionnaire',
    status: 'active',
    url: 'https://care.example/Questionnaire/bench',
    version: '1.0.0',
    title: 'Benchmark',
    item: groupsOf(questions).map((group, index) => ({
      linkId: `g${index + 1}`,
      type: 'group',
      text: `Part ${index + 1}`,
      item: group.map(toItem),
    })),
  };
}

function toElement({ linkId, type, text, sumOf, asksIf }: BenchQuestion): object {
  const common = {
    name: linkId,
    title: text,
    ...(asksIf
      ? { visibleIf: asksIf.type === 'boolean' ? `{${asksIf.linkId}} = true` : `{${asksIf.linkId}} notempty` }
      : {}),
  };
  if (sumOf)
    return {
      ...common,
      type: 'expression',
      expression: sumOf.length > 1 ? sumOf.map((one) => `{${one}}`).join(' + ') : `{${sumOf[0]}}`,
    };
  switch (type) {
    case 'string':
      // It stores an answer when the field is left, unless told otherwise; the others store each key.
      return { ...common, type: 'text', textUpdateMode: 'onTyping' };
    case 'text':
      return { ...common, type: 'comment', textUpdateMode: 'onTyping' };
    case 'integer':
      return { ...common, type: 'text', inputType: 'number', textUpdateMode: 'onTyping' };
    case 'date':
      return { ...common, type: 'text', inputType: 'date' };
    case 'boolean':
      return { ...common, type: 'boolean' };
    case 'choice':
      return { ...common, type: 'dropdown', choices: OPTIONS };
  }
}

/** The same questions, conditions and calculations as SurveyJS writes them. */
export function toSurveyJson({ questions }: BenchForm): object {
  return {
    title: 'Benchmark',
    pages: [
      {
        name: 'page',
        elements: groupsOf(questions).map((group, index) => ({
          type: 'panel',
          name: `g${index + 1}`,
          title: `Part ${index + 1}`,
          elements: group.map(toElement),
        })),
      },
    ],
  };
}
