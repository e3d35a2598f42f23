import { describe, expect, it } from 'vitest';
import { contactFault, readContactValue } from './contact-value.ts';

describe('a way to reach the patient', () => {
  it.each([
    ['(415) 555-2671', 'US-CA', '+14155552671'],
    ['٤١٥٥٥٥٢٦٧١', 'US-CA', '+14155552671'],
    ['020 7946 0018', 'GB-ENG', '+442079460018'],
    ['+44 20 7946 0018', 'US-NY', '+442079460018'],
  ])('is a number as people write it - %s in %s', async (typed, place, stored) => {
    expect(await readContactValue('phone', typed, place)).toBe(stored);
  });

  it.each(['12', 'call me', ''])('is no number - "%s"', async (typed) => {
    expect(await readContactValue('sms', typed, 'US-CA')).toBeUndefined();
  });

  it('is missing before it is wrong', () => {
    expect(contactFault('sms', ' ')).toBe('contact.phoneMissing');
    expect(contactFault('phone', '12')).toBe('contact.phoneWrong');
    expect(contactFault('email', '')).toBe('contact.emailMissing');
    expect(contactFault('email', 'ana')).toBe('contact.emailWrong');
  });

  it('is an address without the spaces around it', async () => {
    expect(await readContactValue('email', ' ana@example.org ', 'US-CA')).toBe('ana@example.org');
    expect(await readContactValue('email', 'ana@example', 'US-CA')).toBeUndefined();
    expect(await readContactValue('email', 'ana ruiz@example.org', 'US-CA')).toBeUndefined();
  });
});
