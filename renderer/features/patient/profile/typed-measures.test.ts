import { describe, expect, it, test } from 'vitest';
import { heightOf, weightOf } from '../../../../sync/domain/health/resources.ts';
import {
  isUnusualHeight,
  isUnusualWeight,
  readHeight,
  readWeight,
  typedHeight,
  typedWeight,
} from './typed-measures.ts';

const HABITS = { decimalMark: '.' } as const;
const customary = (feet: string, inches: string) =>
  readHeight({ feet, inches, centimeters: '' }, 'customary', HABITS);
const metric = (centimeters: string) => readHeight({ feet: '', inches: '', centimeters }, 'metric', HABITS);

describe('a height in feet and inches', () => {
  it.each([
    ['5', '11', 71],
    ['5', '', 60],
    ['5', '11.5', 71.5],
    ['5\u203211\u2033', '', 71],
    ['٥', '٦', 66],
  ])('%s and %s are %d inches', (feet, inches, total) => {
    expect(customary(feet, inches)).toEqual({ status: 'read', value: heightOf(total, '[in_i]') });
  });

  it.each([
    ['', '', 'empty'],
    ['tall', '', 'unreadable'],
    ['', '11', 'unreadable'],
    ['5', 'x', 'unreadable'],
    ['5', '12', 'inches'],
    ['0', '0', 'outside'],
    ['26', '0', 'outside'],
  ])('%s and %s are none: %s', (feet, inches, status) => {
    expect(customary(feet, inches)).toEqual({ status });
  });
});

test('a figure is read in its own unit, as it was typed', () => {
  expect(metric('180,5')).toEqual({ status: 'read', value: heightOf(180.5, 'cm') });
  expect(readWeight({ pounds: '176', kilograms: '' }, 'customary', HABITS)).toEqual({
    ...{ status: 'read', value: weightOf(176, '[lb_av]') },
  });
  expect(readWeight({ pounds: '', kilograms: '1501' }, 'metric', HABITS)).toEqual({ status: 'outside' });
});

test('shows what was measured in one system as people say it in the other', () => {
  expect(typedHeight(heightOf(180, 'cm'))).toEqual({ feet: '5', inches: '11', centimeters: '180' });
  expect(typedHeight(heightOf(71, '[in_i]'))).toEqual({ feet: '5', inches: '11', centimeters: '180' });
  expect(typedWeight(weightOf(82.5, 'kg'), ',')).toEqual({ pounds: '182', kilograms: '82,5' });
  expect(typedWeight(undefined)).toEqual({ pounds: '', kilograms: '' });
});

test('only what hardly anybody measures is asked about, in either unit', () => {
  expect([heightOf(99, 'cm'), heightOf(100, 'cm'), heightOf(99, '[in_i]')].map(isUnusualHeight)).toEqual([
    ...[true, false, true],
  ]);
  expect([weightOf(29, 'kg'), weightOf(350, 'kg'), weightOf(772, '[lb_av]')].map(isUnusualWeight)).toEqual([
    ...[true, false, true],
  ]);
});
