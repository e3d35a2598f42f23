import fc from 'fast-check';
import type { AnswerValue, Form } from '../contract.ts';
import { allNodes, coding, type ItemSource, integer, no, quantity, text, yes } from './forms.ts';

const VALUES: Readonly<Record<string, readonly AnswerValue[]>> = {
  boolean: [yes, no],
  integer: [integer(1), integer(2), integer(30)],
  string: [text('x'), text('yy'), text('z z z')],
  choice: [coding('a'), coding('b'), coding('a', 'http://other.org')],
  'open-choice': [coding('a'), text('free'), text('Apples')],
  date: [
    { type: 'date', value: '2022' },
    { type: 'date', value: '2022-06-30' },
    { type: 'date', value: '2022-06' },
  ],
  quantity: [quantity(1, 'kg'), quantity(5, 'kg'), quantity(5, 'g')],
};
const TYPES = Object.keys(VALUES);
const OPERATORS = ['exists', '=', '!=', '>', '<', '>=', '<='];
const OPTIONS = [
  {
    valueCoding: { system: 'http://example.org', code: 'a', display: 'Apples' },
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: 1 }],
  },
  {
    valueCoding: { system: 'http://example.org', code: 'b', display: 'Berries' },
    initialSelected: true,
    extension: [
      { url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-optionExclusive', valueBoolean: true },
    ],
  },
];

const SUFFIXES: Readonly<Record<string, string>> = {
  boolean: 'Boolean',
  integer: 'Integer',
  string: 'String',
  date: 'Date',
  Coding: 'Coding',
  Quantity: 'Quantity',
};

function expected(value: AnswerValue): object {
  return { [`answer${SUFFIXES[value.type] ?? 'String'}`]: value.value };
}

interface Shape {
  readonly type: string;
  readonly repeats: boolean;
  readonly required: boolean;
  readonly initial: boolean;
  readonly any: boolean;
  readonly conditions: readonly {
    readonly question: number;
    readonly operator: string;
    readonly value: number;
  }[];
  readonly children: readonly Shape[];
}

const shape: fc.Memo<Shape> = fc.memo((depth) =>
  fc.record({
    type: fc.constantFrom(...TYPES, 'group', 'group', 'display'),
    repeats: fc.boolean(),
    required: fc.boolean(),
    initial: fc.boolean(),
    any: fc.boolean(),
    conditions: fc.array(
      fc.record({ question: fc.nat(30), operator: fc.constantFrom(...OPERATORS), value: fc.nat(2) }),
      { maxLength: 2 },
    ),
    children: depth > 1 ? fc.array(shape(depth - 1), { maxLength: 4 }) : fc.constant([] as readonly Shape[]),
  }),
);

/** Turns random shapes into items whose conditions read each other: ahead, back, in circles, themselves. */
function itemsOf(shapes: readonly Shape[]): readonly ItemSource[] {
  const all: Shape[] = [];
  const collect = (list: readonly Shape[]): void => {
    for (const one of list) {
      all.push(one);
      collect(one.children);
    }
  };
  collect(shapes);
  const nameOf = new Map(all.map((one, index) => [one, `q${index}`]));

  function condition({ question, operator, value }: Shape['conditions'][number]): object {
    const target = all[question % all.length];
    const values = VALUES[target?.type ?? ''] ?? [yes];
    const answer =
      operator === 'exists' ? { answerBoolean: value > 0 } : expected(values[value % values.length] ?? yes);
    return { question: `q${question % all.length}`, operator, ...answer };
  }

  function item(one: Shape): ItemSource {
    const isQuestion = one.type in VALUES;
    const isDisplay = one.type === 'display';
    const choice = one.type.endsWith('choice');
    const first = VALUES[one.type]?.[0];
    return {
      linkId: nameOf.get(one) ?? '',
      type: one.type,
      text: `Text of ${nameOf.get(one)}`,
      ...(isDisplay ? {} : { repeats: one.repeats, required: one.required }),
      ...(choice ? { answerOption: OPTIONS } : {}),
      ...(one.type === 'string' ? { maxLength: 2 } : {}),
      ...(one.type === 'integer'
        ? {
            extension: [
              { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 9 },
              { url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-maxOccurs', valueInteger: 2 },
            ],
          }
        : {}),
      ...(one.type === 'boolean' && one.initial ? { initial: [{ valueBoolean: first?.value }] } : {}),
      ...(one.conditions.length === 0
        ? {}
        : { enableWhen: one.conditions.map(condition), enableBehavior: one.any ? 'any' : 'all' }),
      ...((isQuestion || one.type === 'group') && one.children.length > 0
        ? { item: one.children.map(item) }
        : {}),
    };
  }
  return shapes.map(item);
}

/** Forms of up to three levels with groups, repeats, nested items and conditions of every kind. */
export const arbitraryItems: fc.Arbitrary<readonly ItemSource[]> = fc
  .array(shape(3), { minLength: 1, maxLength: 6 })
  .map(itemsOf);

export interface Action {
  readonly kind: 'answer' | 'clear' | 'add' | 'remove';
  readonly node: number;
  readonly values: readonly number[];
}

export const arbitraryActions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Action['kind']>('answer', 'answer', 'answer', 'clear', 'add', 'remove'),
    node: fc.nat(60),
    values: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 15 },
);

/** Does to a form what the action says, to whichever node it falls on. */
export function act(form: Form, { kind, node, values }: Action): void {
  const states = allNodes(form);
  const state = states[node % Math.max(1, states.length)];
  if (state === undefined) return;
  const group = state.kind === 'group' && state.repeats;
  if (kind === 'add' && group && states.length < 100) form.addInstance(state.id);
  else if (kind === 'remove' && group) form.removeInstance(state.id);
  else if (state.kind === 'question') {
    const choices = VALUES[state.item.type] ?? [];
    const answers = values.flatMap((index) => choices[index % Math.max(1, choices.length)] ?? []);
    form.answer(state.id, kind === 'clear' ? [] : state.repeats ? answers : answers.slice(0, 1));
  }
}
