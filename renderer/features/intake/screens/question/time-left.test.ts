import { describe, expect, test } from 'vitest';
import { minutesLeft } from './time-left.ts';

describe('the minutes that are left of a form', () => {
  test('are not guessed before three questions were answered', () => {
    expect(minutesLeft([10, 10], 12, undefined)).toBeUndefined();
    expect(minutesLeft([10, 10, 10], 12, undefined)).toBe(3);
  });

  test('are those of the middle answer: one interruption changes nothing', () => {
    expect(minutesLeft([10, 600, 8, 12], 12, undefined)).toBe(3);
    expect(minutesLeft([9, 10, 11, 600], 12, undefined)).toBe(3);
  });

  test('are never fewer than what comes after the questions takes', () => {
    expect(minutesLeft([1, 1, 1], 1, undefined)).toBe(1);
  });

  test('fall as they do, stay where they would grow by one, and grow by one where they would grow by more', () => {
    expect(minutesLeft([60, 60, 60], 2, 5)).toBe(3);
    expect(minutesLeft([60, 60, 60], 3, 3)).toBe(3);
    expect(minutesLeft([60, 60, 60], 9, 3)).toBe(4);
  });
});
