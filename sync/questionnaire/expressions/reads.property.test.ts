import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ExpressionError } from './expression-error.ts';
import { EMPTY_RESPONSE, focusOn, testEngine } from './testing/engine.ts';
import { prune } from './testing/prune.ts';
import { SHAPES } from './testing/shapes.ts';

const engine = testEngine();
/** Those of the published shapes. */
const VARIABLES = { weight: 80, height: 2, which: 'a', list: [], patient: { resourceType: 'Patient' } };
const LINK_IDS = ['a', 'b', 'g', 'q'];

/** Few linkIds and few values, so that items collide, repeat and are equal by chance. */
const item: fc.Memo<object> = fc.memo((depth) =>
  fc
    .record({
      linkId: fc.constantFrom(...LINK_IDS),
      values: fc.array(fc.constantFrom(1, 2, 'x', true), { maxLength: 2 }),
      nested: depth > 1 ? fc.array(item(depth - 1), { maxLength: 3 }) : fc.constant([]),
      below: depth > 1 ? fc.array(item(depth - 1), { maxLength: 2 }) : fc.constant([]),
    })
    .map(({ linkId, values, nested, below }) => ({
      linkId,
      ...(values.length > 0
        ? {
            answer: values.map((value, index) => ({
              [typeof value === 'number'
                ? 'valueInteger'
                : typeof value === 'string'
                  ? 'valueString'
                  : 'valueBoolean']: value,
              ...(index === 0 && below.length > 0 ? { item: below } : {}),
            })),
          }
        : {}),
      ...(nested.length > 0 ? { item: nested } : {}),
    })),
);
const response = fc.array(item(4), { maxLength: 5 }).map((items) => ({ ...EMPTY_RESPONSE, item: items }));

const linkId = fc.constantFrom(...LINK_IDS).map((id) => `'${id}'`);
const { expression, criterion } = fc.letrec<{
  expression: string;
  chain: string;
  criterion: string;
  step: string;
}>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('chain'),
    fc
      .tuple(
        tie('chain'),
        fc.constantFrom('=', '|', '!=', '~', 'and', '&', 'in', '>', '+', 'is', 'or'),
        tie('chain'),
      )
      .map(([left, operator, right]) =>
        operator === 'is' ? `(${left}) is Coding` : `(${left}) ${operator} (${right})`,
      ),
    fc
      .tuple(tie('criterion'), tie('expression'), tie('expression'))
      .map(([test, yes, no]) => `iif(${test}, ${yes}, ${no})`),
    fc.tuple(tie('chain'), tie('chain')).map(([left, right]) => `(${left}).combine(${right}).count()`),
    fc.tuple(tie('chain'), tie('chain')).map(([left, right]) => `coalesce(${left}, ${right})`),
    tie('chain').map((chain) => `defineVariable('v', ${chain}).select(%v.count())`),
  ),
  chain: fc
    .tuple(
      fc.constantFrom('%resource', '%resource', '%context', '$this', 'item', 'repeat(item)', 'descendants()'),
      fc.array(tie('step'), { maxLength: 5 }),
    )
    .map((parts) => parts.flat().join('.')),
  step: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'item',
      'item',
      'answer',
      'answer.item',
      'answer.value',
      'linkId',
      'descendants()',
      'children()',
    ),
    linkId.map((id) => `where(linkId = ${id})`),
    linkId.map((id) => `item.where(linkId = ${id})`),
    fc.tuple(linkId, linkId).map(([one, other]) => `where(linkId = ${one} or linkId = ${other})`),
    fc.tuple(linkId, linkId).map(([one, other]) => `where(linkId in (${one} | ${other}))`),
    fc.constantFrom(
      'repeat(item)',
      'repeat(item | answer.item)',
      'repeat(answer | item)',
      'repeat(item.combine(answer.item))',
      'repeat(answer.item)',
    ),
    fc.constantFrom(
      'first()',
      'last()',
      'tail()',
      'count()',
      'exists()',
      'empty()',
      'distinct()',
      'skip(1)',
      'take(1)',
      'status',
      'isDistinct()',
    ),
    fc.constantFrom(
      "trace('t')",
      'select($this)',
      'aggregate($total + 1, 0)',
      'where($index = 0)',
      'select($index)',
      'sort(linkId)',
      'ofType(Coding)',
    ),
    tie('criterion').map((test) => `where(${test})`),
    tie('criterion').map((test) => `exists(${test})`),
    tie('criterion').map((test) => `all(${test})`),
    tie('chain').map((chain) => `select(${chain})`),
    tie('chain').map((chain) => `repeat(${chain})`),
    tie('chain').map((chain) => `combine(${chain})`),
    tie('chain').map((chain) => `union(${chain})`),
    tie('criterion').map((test) => `select(iif(${test}, item, answer))`),
  ),
  criterion: fc.oneof(
    { depthSize: 'small' },
    linkId.map((id) => `linkId = ${id}`),
    fc
      .tuple(
        linkId,
        fc.constantFrom(
          "answer.value = 'x'",
          'answer.exists()',
          'item.empty().not()',
          'answer.value = 1',
          '-answer.value < 0',
        ),
      )
      .map(([id, rest]) => `linkId = ${id} and ${rest}`),
    tie('chain').map((chain) => `(${chain}).exists()`),
    tie('chain').map((chain) => `(${chain}).count() = 1`),
    fc
      .tuple(tie('criterion'), fc.constantFrom('and', 'or', 'xor', 'implies'), tie('criterion'))
      .map((parts) => `(${parts.join(' ')})`),
    tie('criterion').map((test) => `(${test}).not()`),
    tie('chain').map((chain) => `${chain}.answer.value.first() = 1`),
  ),
}));

const shape = fc.constantFrom(...SHAPES.map(({ source }) => source));

function outcome(source: string, resource: unknown, context: unknown, contextPath: string): string {
  const found = engine.compile(source);
  if ('unusable' in found) return `unusable: ${found.unusable}`;
  try {
    return JSON.stringify(found.evaluate(focusOn(resource, { context, contextPath, variables: VARIABLES })));
  } catch (error) {
    return error instanceof ExpressionError ? error.reason : `broken: ${String(error)}`;
  }
}

it.each([
  ['the response', 0],
  ['an item', 1],
])(
  'an expression gives the same on what it reads as on the whole response, with %s as its context',
  (_name, kind) => {
    fc.assert(
      fc.property(response, fc.oneof(shape, expression, criterion), item(3), (whole, source, focused) => {
        const found = engine.compile(source);
        if ('unusable' in found) throw new Error(`${found.unusable}: ${source}`);
        const context = kind === 0 ? whole : focused;
        const path = kind === 0 ? 'QuestionnaireResponse' : 'QuestionnaireResponse.item';
        const onWhole = outcome(source, whole, context, path);
        // What fails for the sake of an item that isn't read (a budget, a comparison of unlike values) may do without it.
        fc.pre(onWhole !== 'failed' && onWhole !== 'budget');
        const onPruned = outcome(
          source,
          prune(whole, found.reads.resource),
          prune(context, found.reads.context),
          path,
        );
        expect(onPruned).toBe(onWhole);
      }),
      { numRuns: process.env.FULL ? 300 : 50 },
    );
  },
  120_000,
);
