import { describe, expect, it } from 'vitest';
import { readsOf } from './reads.ts';
import { parseSyntax } from './syntax.ts';
import { publishedExpressions } from './testing/published.ts';
import { SHAPES } from './testing/shapes.ts';

function reads(source: string) {
  const tree = parseSyntax(source);
  if ('unusable' in tree) throw new Error(tree.unusable);
  return readsOf(tree);
}

describe('what an expression reads is told by its shape', () => {
  it.each(SHAPES)('$source', ({ source, resource, context }) => {
    const found = reads(source);
    expect({ resource: found.resource, context: found.context }).toEqual({
      resource: resource === 'all' ? resource : new Set(resource),
      context: context === 'all' ? context : new Set(context),
    });
  });
});

it('variables are those that the form must define', () => {
  const { variables } = reads(
    "%weight + %'body height' + %resource.id.length() + %context.x + %questionnaire.y + %qitem.z + %ucum.length()",
  );
  expect(variables).toEqual(new Set(['weight', 'body height']));
  expect(reads("defineVariable('a', 1).select(%a + %b)").variables).toEqual(new Set(['b']));
});

it('the clock is noticed', () => {
  expect(reads('today() > @2020').clock).toBe(true);
  expect(reads('iif(true, 1, now())').clock).toBe(true);
  expect(reads("'today()' = 'now()'").clock).toBe(false);
});

describe('the expressions of forms', () => {
  const sources = publishedExpressions();
  const found = sources.flatMap((source) => {
    const tree = parseSyntax(source);
    return 'unusable' in tree ? [] : [readsOf(tree)];
  });
  const precise = found.filter(({ resource, context }) => resource !== 'all' && context !== 'all');

  it('parse, but for those that are broken', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.length - found.length).toBeLessThan(5);
  });

  it('hardly ever read everything', () => {
    expect(precise.length / found.length).toBeGreaterThan(0.98);
  });

  it('are told apart by the questions that they read', () => {
    const named = precise.filter(
      ({ resource, context }) => resource !== 'all' && context !== 'all' && resource.size + context.size > 0,
    );
    expect(named.length).toBeGreaterThan(150);
  });
});
