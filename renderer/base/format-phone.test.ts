import { expect, it } from 'vitest';
import { formatPhone } from './format-phone.ts';

it('writes a North American number in its groups', () => {
  expect(formatPhone('+12025550143')).toBe('(202) 555-0143');
});

it('writes a British number with 02 in its groups', () => {
  expect(formatPhone('+442079460123')).toBe('020 7946 0123');
});

it('leaves other numbers as they are', () => {
  expect(formatPhone('+4930123456')).toBe('+4930123456');
});
