import fc from 'fast-check';
import type { AnswerValue, Form } from '../model/contract.ts';
import {
  arbitraryComputing,
  type Computing,
  computingExtensions,
  rootVariables,
} from './arbitrary-expressions.ts';
import {
  allNodes,
  CORE,
  coding,
  extension,
  type ItemSource,
  integer,
  no,
  quantity,
  questionnaire,
  SDC,
  text,
  yes,
} from './forms.ts';

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
    extension: [extension(`${CORE}ordinalValue`, { valueDecimal: 1 })],
  },
  {
    valueCoding: { system: 'http://example.org', code: 'b', display: 'Berries' },
    initialSelected: true,
    extension: [extension(`${CORE}questionnaire-optionExclusive`, { valueBoolean: true })],
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

/** Rules of values by type of question, one of which a limited question has. */
const LIMITS: Readonly<Record<string, readonly object[]>> = {
  integer: [
    extension(`${CORE}maxValue`, { valueInteger: 9 }),
    extension(`${CORE}minValue`, { valueInteger: 2 }),
  ],
  string: [
    extension(`${CORE}minLength`, { valueInteger: 2 }),
    extension(`${CORE}regex`, { valueString: '[xy]+' }),
  ],
  date: [extension(`${CORE}maxValue`, { valueDate: '2022-06' })],
  quantity: [extension(`${SDC}maxQuantity`, { valueQuantity: { value: 2, code: 'kg' } })],
};
const OCCURS: readonly object[] = [
  extension(`${CORE}questionnaire-maxOccurs`, { valueInteger: 2 }),
  extension(`${CORE}questionnaire-minOccurs`, { valueInteger: 2 }),
];

function expected(value: AnswerValue): object {
  return { [`answer${SUFFIXES[value.type] ?? 'String'}`]: value.value };
}

interface Shape {
  readonly type: string;
  readonly repeats: boolean;
  readonly required: boolean;
  readonly initial: boolean;
  readonly any: boolean;
  readonly limit: number;
  readonly computing: Computing | undefined;
  readonly conditions: readonly {
    readonly question: number;
    readonly operator: string;
    readonly value: number;
  }[];
  readonly children: readonly Shape[];
}

function shapes(computing: fc.Arbitrary<Computing | undefined>): fc.Memo<Shape> {
  const shape: fc.Memo<Shape> = fc.memo((depth) =>
    fc.record({
      type: fc.constantFrom(...TYPES, 'group', 'group', 'display'),
      repeats: fc.boolean(),
      required: fc.boolean(),
      initial: fc.boolean(),
      any: fc.boolean(),
      limit: fc.nat(5),
      computing,
      conditions: fc.array(
        fc.record({ question: fc.nat(30), operator: fc.constantFrom(...OPERATORS), value: fc.nat(2) }),
        { maxLength: 2 },
      ),
      children:
        depth > 1 ? fc.array(shape(depth - 1), { maxLength: 4 }) : fc.constant([] as readonly Shape[]),
    }),
  );
  return shape;
}

function limitsOf({ type, limit, repeats }: Shape): readonly object[] {
  const limits = LIMITS[type] ?? [];
  const occurs = repeats ? OCCURS[limit % 4] : undefined;
  return [limits[limit] ?? [], occurs ?? []].flat();
}

/** Turns random shapes into items whose conditions and expressions read each other: ahead, back, in circles, themselves. */
function itemsOf(list: readonly Shape[]): readonly ItemSource[] {
  const all: Shape[] = [];
  const collect = (shapesHere: readonly Shape[]): void => {
    for (const one of shapesHere) {
      all.push(one);
      collect(one.children);
    }
  };
  collect(list);
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
    const computed =
      one.computing === undefined
        ? { extension: [] }
        : computingExtensions(one.computing, one.type, all.length);
    const extensions = [...(isDisplay ? [] : limitsOf(one)), ...computed.extension];
    const conditional = one.conditions.length > 0 && one.computing?.kind !== 'enable';
    return {
      linkId: nameOf.get(one) ?? '',
      type: one.type,
      text: `Text of ${nameOf.get(one)}`,
      ...(computed._text === undefined ? {} : { _text: computed._text }),
      ...(isDisplay ? {} : { repeats: one.repeats, required: one.required }),
      ...(choice && one.computing?.kind !== 'answers' ? { answerOption: OPTIONS } : {}),
      ...(one.type === 'string' ? { maxLength: 2 } : {}),
      ...(extensions.length === 0 ? {} : { extension: extensions }),
      ...(one.type === 'boolean' && one.initial ? { initial: [{ valueBoolean: first?.value }] } : {}),
      ...(conditional
        ? { enableWhen: one.conditions.map(condition), enableBehavior: one.any ? 'any' : 'all' }
        : {}),
      ...((isQuestion || one.type === 'group') && one.children.length > 0
        ? { item: one.children.map(item) }
        : {}),
    };
  }
  return list.map(item);
}

/** Forms of up to three levels with groups, repeats, nested items, limits and conditions of every kind. */
export const arbitraryItems: fc.Arbitrary<readonly ItemSource[]> = fc
  .array(shapes(fc.constant(undefined))(3), { minLength: 1, maxLength: 6 })
  .map(itemsOf);

/** Whole Questionnaires of the same kind, half of whose items compute something by expressions. */
export const arbitraryForm: fc.Arbitrary<object> = fc
  .tuple(
    fc.array(shapes(fc.option(arbitraryComputing, { nil: undefined }))(3), { minLength: 1, maxLength: 6 }),
    fc.array(fc.nat(30), { minLength: 2, maxLength: 2 }),
  )
  .map(([list, targets]) => {
    const items = itemsOf(list);
    const count = JSON.stringify(items).split('"linkId"').length - 1;
    return { ...questionnaire(items), extension: rootVariables(targets, count) };
  });

export interface Action {
  readonly kind: 'answer' | 'clear' | 'add' | 'remove' | 'recalculate';
  readonly node: number;
  readonly values: readonly number[];
}

export const arbitraryActions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Action['kind'][]>(
      'answer',
      'answer',
      'answer',
      'clear',
      'add',
      'remove',
      'recalculate',
    ),
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
  else if (kind === 'recalculate') form.recalculate(state.id);
  else if (state.kind === 'question') {
    const choices = VALUES[state.item.type] ?? [];
    const answers = values.flatMap((index) => choices[index % Math.max(1, choices.length)] ?? []);
    form.answer(state.id, kind === 'clear' ? [] : state.repeats ? answers : answers.slice(0, 1));
  }
}
