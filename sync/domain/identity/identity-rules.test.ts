import { describe, expect, test } from 'vitest';
import { type IdentityRules, identityNeed, identityRulesSchema } from './identity-rules.ts';

const now = new Date('2026-11-28T10:00:00.000Z');
const ask = (
  rules: IdentityRules | undefined,
  { products = ['pill'], places = ['US-OH'] }: { products?: string[]; places?: string[] } = {},
) => identityNeed(rules, { products, places, document: undefined, now }).asked;

describe('who is asked for an ID', () => {
  test.each<[string, IdentityRules | undefined, 'all' | readonly string[]]>([
    ['nobody, where the pack says nothing', undefined, []],
    ['nobody, where it says no', false, []],
    ['everybody, where it says yes', true, 'all'],
    ['everybody, by a rule that names nothing', [{}], 'all'],
    ['who gets the product', [{ products: ['pill', 'patch'] }], ['pill']],
    ['nobody who gets another', [{ products: ['patch'] }], []],
    ['who is in the state', [{ places: ['US-OH'] }], 'all'],
    ['who is in the country', [{ places: ['US'] }], 'all'],
    ['nobody elsewhere', [{ places: ['US-AR'] }], []],
    ['who gets the product in the state', [{ products: ['pill'], places: ['US-OH'] }], ['pill']],
    ['nobody who gets it elsewhere', [{ products: ['pill'], places: ['US-AR'] }], []],
    ['of several rules, each that applies', [{ places: ['US-AR'] }, { products: ['pill'] }], ['pill']],
  ])('%s', (_, rules, asked) => {
    expect(ask(rules)).toEqual(asked);
  });

  test('either place is enough: where they were, or where it goes', () => {
    expect(ask([{ places: ['US-AR'] }], { places: ['US-OH', 'US-AR'] })).toBe('all');
  });

  test('an unknown place is any place, and a country any part of it', () => {
    expect(ask([{ places: ['US-AR'] }], { places: [] })).toBe('all');
    expect(ask([{ places: ['US-AR'] }], { places: ['US'] })).toBe('all');
  });

  test('of several products, those that a rule names', () => {
    expect(ask([{ products: ['patch'] }], { products: ['pill', 'patch'] })).toEqual(['patch']);
    expect(ask([{ products: ['patch'] }], { products: [] })).toEqual([]);
  });
});

describe('what is on file', () => {
  const state = (document: Parameters<typeof identityNeed>[1]['document'], at = now) =>
    identityNeed(true, { products: [], places: [], document, now: at }).state;

  test.each(['sent', 'refused', 'confirmed'] as const)('%s', (status) => {
    expect(state({ status })).toBe(status);
  });

  test('nothing', () => {
    expect(state(undefined)).toBe('missing');
  });

  test.each([
    ['2026-11-26', 'expired'],
    ['2026-11-28', 'confirmed'],
    ['2031-01-01', 'confirmed'],
  ])('one that ends on %s is %s', (expiresOn, expected) => {
    expect(state({ status: 'confirmed', expiresOn })).toBe(expected);
  });

  test.each([
    ['an evening in Los Angeles', '2026-11-28T19:30:00-08:00', 'confirmed'],
    ['a minute before midnight in Honolulu', '2026-11-28T23:59:00-10:00', 'confirmed'],
    ['the last minute of that day anywhere', '2026-11-28T23:59:00-12:00', 'confirmed'],
    ['the next day everywhere', '2026-11-29T00:00:00-12:00', 'expired'],
  ])('one that ends that day is good through it: %s', (_, at, expected) => {
    expect(state({ status: 'confirmed', expiresOn: '2026-11-28' }, new Date(at))).toBe(expected);
  });
});

test('a pack gives a source for each rule, and its pages leave it out', () => {
  const rule = { products: ['pill'], places: ['US-OH'], source: 'Policy', asOf: '2026-11-28' };
  expect(identityRulesSchema.safeParse([rule]).success).toBe(true);
  expect(identityRulesSchema.safeParse([{ ...rule, source: '' }]).success).toBe(false);
  expect(identityRulesSchema.safeParse([]).success).toBe(false);
});
