import { describe, expect, test } from 'vitest';
import { planOf, productOf, shopOf } from '../testing/fixture-shop.ts';
import type { CartLine } from './cart.ts';
import type { SentForm } from './consultations.ts';
import { type CartCheck, checkedLines, waysOf } from './line-problems.ts';

const now = new Date('2026-11-20T12:00:00Z');
const form = (id: string, more: Partial<SentForm> = {}): SentForm => ({
  ...{ id, questionnaire: 'sleep', sentAt: '2026-11-10T12:00:00Z' },
  ...more,
});
const line = (sku: string, more: Partial<CartLine> = {}): CartLine => ({
  ...{ sku, product: sku.toLowerCase(), unit: 1000, quantity: 1 },
  ...more,
});
const otc = productOf('otc');
const rx = productOf('rx', { kind: 'rx', questionnaire: 'sleep' });
const check = (more: Partial<CartCheck>): CartCheck => ({
  ...{ products: [otc, rx], shop: shopOf(), serviceAreas: [{ place: 'US', modality: 'async' }] },
  ...{ place: 'US-OH', way: 'mail', lines: [], forms: [], now },
  ...more,
});
const problems = (more: Partial<CartCheck>) =>
  Object.fromEntries(checkedLines(check(more)).map(({ sku, problems: found }) => [sku, found]));

describe('a line', () => {
  test('has nothing to be cleared', () => {
    expect(problems({ lines: [line('OTC'), line('RX')], forms: [form('one')] })).toEqual({ OTC: [], RX: [] });
  });

  test.each<[string, Partial<CartCheck>, object]>([
    ['isn’t sold any more', { products: [] }, { code: 'ITEM_UNAVAILABLE', instead: [] }],
    [
      'is discontinued, and something else is sold instead',
      { products: [productOf('otc', { discontinued: { on: '2026-11-01', instead: ['new'] } })] },
      { code: 'ITEM_UNAVAILABLE', instead: ['new'] },
    ],
    [
      'is a pack that isn’t sold any more, of a product that is',
      { products: [productOf('otc', { plans: [planOf('OTC-2', 2000)] })] },
      { code: 'ITEM_UNAVAILABLE', instead: ['otc'] },
    ],
    [
      'case 2: has risen in price since it was added',
      { products: [productOf('otc', { plans: [planOf('OTC', 1200)] })] },
      { code: 'PRICE_CHANGED', was: 1000, now: 1200 },
    ],
    [
      'isn’t sold in that place',
      { products: [productOf('otc', { notIn: ['US-OH'] })] },
      { code: 'AREA_NOT_SERVED' },
    ],
    [
      'is more than one may have',
      { products: [productOf('otc', { maxQuantity: 2 })], lines: [line('OTC', { quantity: 3 })] },
      { code: 'QTY_LIMIT', limit: 2 },
    ],
    [
      'can’t be had in the way that was chosen',
      { products: [productOf('otc', { fulfillment: ['pickup'] })] },
      { code: 'MIXED_FULFILLMENT', way: 'mail' },
    ],
  ])('%s', (_what, more, problem) => {
    expect(problems({ lines: [line('OTC')], ...more }).OTC).toEqual([problem]);
  });

  test('case 2: that has become cheaper needs nothing', () => {
    expect(problems({ lines: [line('OTC', { unit: 1500 })] }).OTC).toEqual([]);
  });

  test.each<[string, readonly SentForm[], object | undefined]>([
    ['no form was sent', [], { code: 'RX_NOT_QUALIFIED', why: 'none' }],
    [
      'another form was sent',
      [form('one', { questionnaire: 'skin' })],
      { code: 'RX_NOT_QUALIFIED', why: 'none' },
    ],
    ['it was declined', [form('one', { state: 'declined' })], { code: 'RX_NOT_QUALIFIED', why: 'refused' }],
    [
      'something else was prescribed',
      [form('one', { state: 'prescribed', prescribed: 'other' })],
      { code: 'RX_NOT_QUALIFIED', why: 'other-product' },
    ],
    [
      'it is over 30 days old',
      [form('one', { sentAt: '2026-10-21T11:59:59Z' })],
      { code: 'CONSULTATION_EXPIRED' },
    ],
    ['it was left unanswered', [form('one', { state: 'expired' })], { code: 'CONSULTATION_EXPIRED' }],
    ['it is 30 days old', [form('one', { sentAt: '2026-10-21T12:00:00Z' })], undefined],
    ['it is the one that was prescribed', [form('one', { state: 'approved', prescribed: 'rx' })], undefined],
    ['a newer one qualifies', [form('old', { state: 'declined' }), form('new')], undefined],
  ])('by prescription needs a form that qualifies - %s', (_what, forms, problem) => {
    expect(problems({ lines: [line('RX')], forms }).RX).toEqual(problem === undefined ? [] : [problem]);
  });

  test('is ordered on the form that it was added with, for as long as that qualifies', () => {
    const forms = [form('one'), form('two', { sentAt: '2026-11-12T12:00:00Z' })];
    const qualifies = (all: readonly SentForm[]) =>
      checkedLines(check({ lines: [line('RX', { consultation: 'one' })], forms: all }))[0]?.qualifies?.id;
    expect(qualifies(forms)).toBe('one');
    expect(qualifies(forms.map((each) => (each.id === 'one' ? { ...each, state: 'declined' } : each)))).toBe(
      'two',
    );
  });

  test('of a second consultation waits for an order of its own', () => {
    const other = productOf('second', { kind: 'rx', questionnaire: 'skin' });
    const found = problems({
      products: [rx, other],
      lines: [line('SECOND'), line('RX')],
      forms: [form('one'), form('two', { questionnaire: 'skin' })],
    });
    expect(found).toEqual({ RX: [], SECOND: [{ code: 'SECOND_CONSULTATION' }] });
  });
});

test('the ways in which all can be had together go first', () => {
  const mail = productOf('a', { fulfillment: ['mail'] });
  const pickup = productOf('b', { fulfillment: ['pickup'] });
  expect(waysOf([otc])).toEqual(['mail', 'pickup']);
  expect(waysOf([otc, pickup])).toEqual(['pickup']);
  expect(waysOf([mail, pickup])).toEqual(['mail', 'pickup']);
});
