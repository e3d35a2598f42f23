import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages } from '../languages.ts';
import type { Choice, End, NavigatorTree } from './branches/tree.ts';
import { follow, navigatorTree, nodeOf, type Walk } from './navigator.ts';

interface Path {
  readonly choices: readonly Choice[];
  readonly end: End;
}

/** All of them: a node that comes twice in one path would never end. */
function pathsOf(tree: NavigatorTree, id = tree.start, seen: readonly string[] = []): readonly Path[] {
  if (seen.includes(id)) throw new Error(`${[...seen, id].join(' > ')} goes round`);
  const node = nodeOf(tree, id);
  if (node.kind !== 'question') return [{ choices: [], end: node }];
  return node.choices.flatMap((choice) =>
    pathsOf(tree, choice.to, [...seen, id]).map(({ choices, end }) => ({
      choices: [choice, ...choices],
      end,
    })),
  );
}

const paths = pathsOf(navigatorTree);
const nodes = Object.entries(navigatorTree.nodes);
const questions = nodes.flatMap(([id, node]) => (node.kind === 'question' ? [{ id, ...node }] : []));

test('every path ends, and every node is on one', () => {
  expect(paths.length).toBeGreaterThan(60);
  const reached = new Set([
    navigatorTree.start,
    ...paths.flatMap(({ choices }) => choices.map(({ to }) => to)),
  ]);
  expect(nodes.map(([id]) => id).filter((id) => !reached.has(id))).toEqual([]);
});

describe('no path passes a red flag by', () => {
  test.each(questions)('$id asks for red flags, before anything else', ({ choices }) => {
    expect(choices[0]?.isRedFlag).toBe(true);
    const firstOther = choices.findIndex(({ isRedFlag }) => isRedFlag !== true);
    expect(firstOther).toBeGreaterThan(0);
    expect(choices.slice(firstOther).filter(({ isRedFlag }) => isRedFlag)).toEqual([]);
  });

  test('a red flag leads to urgent care at once, and nothing else does', () => {
    for (const { choices, end } of paths) {
      const flagged = choices.findIndex(({ isRedFlag }) => isRedFlag);
      expect(
        flagged === -1 ? end.kind !== 'urgent' : flagged === choices.length - 1 && end.kind === 'urgent',
      ).toBe(true);
    }
  });

  test('who is led to a form has said that there are no general signs, and none of its own', () => {
    const unasked = paths.filter(
      ({ choices, end }) => end.kind === 'care' && choices.filter(({ id }) => id === 'none').length !== 2,
    );
    expect(unasked).toEqual([]);
    expect(paths.filter(({ end }) => end.kind === 'care').length).toBeGreaterThan(10);
  });

  test('there is at most one screenful of choices', () => {
    expect(questions.filter(({ choices }) => choices.length > 8).map(({ id }) => id)).toEqual([]);
  });
});

test('every text is in every language', () => {
  const texts = nodes.flatMap(([, node]) => [
    node.text,
    ...(node.kind === 'question' ? node.choices.map(({ label }) => label) : []),
    ...(node.kind === 'urgent' ? [node.title] : []),
  ]);
  for (const each of texts) for (const language of languages) expect(each[language]?.trim()).toBeTruthy();
});

test('every end names its source, and says that nobody has reviewed it', () => {
  const ends = paths.map(({ end }) => end);
  expect(ends.filter(({ source }) => source.length < 5)).toEqual([]);
  expect(ends.filter(({ reviewed }) => reviewed !== null)).toEqual([]);
});

test('choices of one question have their own ids', () => {
  for (const { choices } of questions) expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length);
});

test('any walk, of an older tree or made up, is followed as far as it goes', () => {
  const ids = [...new Set(questions.flatMap(({ choices }) => choices.map(({ id }) => id)))];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...ids), fc.string())), (walk: Walk) => {
      const { walk: taken, node } = follow(navigatorTree, walk);
      expect(walk.slice(0, taken.length)).toEqual(taken);
      expect(follow(navigatorTree, taken).node).toBe(node);
    }),
  );
});
