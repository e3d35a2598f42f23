import { describe, expect, it } from 'vitest';
import type { ExpressionEngine } from '../model/contract.ts';
import { ExpressionError } from './expression-error.ts';
import { createMeter, MAX_TEXT } from './meter.ts';
import { MAX_BRACKETS, MAX_SOURCE_LENGTH } from './syntax.ts';
import { compiledBy, EMPTY_RESPONSE, focusOn, testEngine } from './testing/engine.ts';

/** Questions in two groups. */
function large(items: number): object {
  const questions = Array.from({ length: items }, (_, index) => ({
    linkId: `q${index}`,
    answer: [{ valueString: `answer ${index}` }],
  }));
  return { ...EMPTY_RESPONSE, item: [{ linkId: 'g', item: [{ linkId: 'h', item: questions }] }] };
}

const RESPONSE = large(800);

function outcome(
  source: string,
  resource: unknown = RESPONSE,
  engine: ExpressionEngine = testEngine(),
): string {
  const found = engine.compile(source);
  if ('unusable' in found) return 'unusable';
  try {
    found.evaluate(focusOn(resource));
    return 'ends by itself';
  } catch (error) {
    return error instanceof ExpressionError ? error.reason : String(error);
  }
}

const nested = `${'%resource.descendants().where('.repeat(5)}true${')'.repeat(5)}`;

describe('an expression without end, or nearly so, is stopped', () => {
  it.each([
    ['1.repeat($this + 1)'],
    ["'a'.repeat($this & 'a')"],
    [nested],
    ['descendants().select(%resource.descendants().select(%resource.descendants()))'],
    ["item.descendants().aggregate($total & $total & 'x', 'x')"],
    ['descendants().aggregate($total | $total.select($this + 1) | 1, 1)'],
    ['descendants().aggregate($total.combine($total), 1)'],
    ["descendants().aggregate(($total | 'x').combine('y').combine($total).join(','), 'x')"],
    ["descendants().aggregate($total.replace('x', 'xx'), 'x')"],
    ["descendants().aggregate($total.replaceMatches('x', 'x$0'), 'x')"],
    ["descendants().aggregate($total.encode('hex'), 'x')"],
    ['descendants().aggregate($total * $total, 9L)'],
    ['descendants().select(%resource).distinct().count()'],
    ['descendants().select(%resource) = descendants().select(%resource)'],
    ['descendants().select(%resource).item.item.item.count()'],
    ['descendants().select(%resource).intersect(descendants().select(%resource))'],
    [
      'descendants().all(%resource.descendants().distinct().count() > 1 and %resource.descendants().isDistinct())',
    ],
    ['descendants().where(%resource.repeat(item).exists(%resource.repeat(item).linkId = linkId))'],
    ["descendants().linkId.select($this & 'x').where($this in %resource.descendants().linkId)"],
    ['descendants().sort(%resource.descendants().count())'],
  ])('%s', (source) => {
    expect(outcome(source)).toBe('budget');
  });

  it('a text that grows too long', () => {
    expect(outcome(`'${'x'.repeat(5000)}'.select($this & $this & $this & $this & $this)`)).toBe('budget');
    const long = {
      ...EMPTY_RESPONSE,
      item: [{ linkId: 'a', answer: [{ valueString: 'x'.repeat(MAX_TEXT) }] }],
    };
    expect(outcome("item.answer.value.replace('x', 'yyyy')", long)).toBe('budget');
    expect(outcome("item.answer.value.replaceMatches('x', item.answer.value.toString())", long)).toBe(
      'budget',
    );
    expect(outcome('item.answer.value.toChars().join(item.answer.value)', long)).toBe('budget');
  });

  it('a pattern that backtracks is linear', () => {
    const text = `${'a'.repeat(15_000)}!`;
    const response = { ...EMPTY_RESPONSE, item: [{ linkId: 'a', answer: [{ valueString: text }] }] };
    for (const call of ["matches('^(a+)+$')", "matchesFull('(a|a)*b')", "replaceMatches('(a+)+$', '')"])
      expect(outcome(`item.answer.value.${call}`, response)).toBe('ends by itself');
  });

  it('a unit that is no unit', () => {
    for (const code of [
      `${'('.repeat(500)}m${')'.repeat(500)}`,
      'm.'.repeat(2000),
      '/'.repeat(3000),
      'm1'.repeat(1500),
      `{${'a'.repeat(9000)}`,
    ]) {
      const value = { value: 5, system: 'http://unitsofmeasure.org', code };
      const response = { ...EMPTY_RESPONSE, item: [{ linkId: 'a', answer: [{ valueQuantity: value }] }] };
      for (const source of ["item.answer.value > 5 'mg'", "(item.answer.value | 5 'mg').distinct()"])
        expect(['ends by itself', 'failed', 'budget']).toContain(outcome(source, response));
    }
  });
});

describe('a source that would keep the parser busy', () => {
  it.each([
    ['long', `'${'x'.repeat(MAX_SOURCE_LENGTH)}'`],
    ['deep in brackets', `${'('.repeat(MAX_BRACKETS + 1)}1${')'.repeat(MAX_BRACKETS + 1)}`],
    ['deep in indexes', `a${'[1'.repeat(MAX_BRACKETS + 1)}${']'.repeat(MAX_BRACKETS + 1)}`],
    ['deep in signs', `${'-'.repeat(3000)}1`],
    ['deep in operators', Array.from({ length: 2000 }, () => '1').join(' + ')],
  ])('is unusable: %s', (_name, source) => {
    expect(outcome(source)).toBe('unusable');
  });

  it('brackets in texts and names are no nesting', () => {
    expect(outcome(`'${'('.repeat(500)}' & '\\'${'['.repeat(500)}'`)).toBe('ends by itself');
  });
});

it('what a form of a thousand answers needs fits many times', () => {
  const engine = testEngine({ steps: 500_000 });
  const resource = large(1000);
  for (const source of [
    "%resource.descendants().where(linkId = 'q7').answer.value",
    "%resource.repeat(item).where(linkId = 'q7').answer.value",
    '%resource.repeat(item).answer.value.count()',
    '%resource.descendants().linkId.isDistinct()',
  ])
    expect(compiledBy(engine, source).evaluate(focusOn(resource))).toHaveLength(1);
});

it('reads each node of an expression once: a row of a hundred "or" is a hundred deep', () => {
  let reads = 0;
  const orExpression = (children: readonly object[]) => ({
    type: 'OrExpression',
    get children() {
      reads += 1;
      return children;
    },
  });
  const row = [orExpression([])];
  for (let index = 1; index < 100; index++) row.push(orExpression(row.slice(-1)));
  const meter = createMeter(new Map(), new WeakMap(), 1000);
  // As the library does: what is inside comes first.
  for (const node of row) meter.step([], [], node);
  expect(reads).toBe(100);
});
