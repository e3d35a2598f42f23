import { expect, test } from 'vitest';
import { readPhone } from './phone.ts';

test.each([
  ['(202) 555-0143', 'US-CA', '+12025550143'],
  ['202 555 0143', 'US', '+12025550143'],
  ['+44 20 7946 0018', 'US-CA', '+442079460018'],
  ['020 7946 0018', 'GB-ENG', '+442079460018'],
  ['07400 123456', 'GB', '+447400123456'],
  ['٢٠٢٥٥٥٠١٤٣', 'US-NY', '+12025550143'],
  ['0412 345 678', 'AU-NSW', '+61412345678'],
])('%s, typed in %s - %s', (typed, place, e164) => {
  expect(readPhone(typed, place)).toMatchObject({ ok: true, e164 });
});

test.each([
  ['', 'US-CA'],
  ['911', 'US-CA'],
  ['12345', 'GB'],
  ['+1 202 555', 'US'],
  ['call me', 'US'],
  ['202 555 0143', 'ZZ'],
  ['202 555 0143 ext. 12', 'US'],
])('%j, typed in %s - PHONE_INVALID', (typed, place) => {
  expect(readPhone(typed, place)).toEqual({ ok: false, code: 'PHONE_INVALID' });
});
