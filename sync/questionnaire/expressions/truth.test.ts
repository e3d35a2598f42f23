import { expect, it } from 'vitest';
import { readCondition, readConstraint } from './truth.ts';

it.each([
  [[true], { holds: true, notBoolean: false }],
  [[false], { holds: false, notBoolean: false }],
  [[], { holds: false, notBoolean: false }],
  [['true'], { holds: false, notBoolean: true }],
  [[1], { holds: false, notBoolean: true }],
  [[true, true], { holds: false, notBoolean: true }],
])('enableWhenExpression of %j shows the item only where it is true', (results, expected) => {
  expect(readCondition(results)).toEqual(expected);
});

it.each([
  [[true], { holds: true, notBoolean: false }],
  [[false], { holds: false, notBoolean: false }],
  [[], { holds: true, notBoolean: false }],
  [['false'], { holds: true, notBoolean: true }],
  [[false, false], { holds: true, notBoolean: true }],
])('a constraint of %j is broken only where it is false', (results, expected) => {
  expect(readConstraint(results)).toEqual(expected);
});
