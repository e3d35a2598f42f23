import { describe, expect, it } from 'vitest';
import { type Address, addressFaults, addressForm, isServed, tidyPostcode } from './address.ts';
import { type Consent, mayContact } from './consents.ts';
import { fitsPerson, personRecordIdSchema, valueSchema } from './person-record.ts';

const uuid = '0199c0de-0000-4000-8000-000000000002';
const american: Address = {
  ...{ lines: ['12 Elm Street'], city: 'Oakland', region: 'US-CA', postcode: '94607', country: 'US' },
};
const british: Address = { lines: ['1 High Street'], city: 'Leeds', postcode: 'LS1 4DY', country: 'GB' };
const faults = (address: Address) => Object.fromEntries(addressFaults(address));

describe('an address', () => {
  it('has the fields of its country: a state and a ZIP code there, a postcode here', () => {
    expect(faults(american)).toEqual({});
    expect(faults(british)).toEqual({});
    expect([addressForm('US').region, addressForm('GB').region]).toEqual(['state', 'none']);
    const { region: _, ...stateless } = american;
    expect(faults({ ...stateless, postcode: '9460' })).toEqual({ region: 'missing', postcode: 'invalid' });
    expect(faults({ ...american, region: 'CA-ON' })).toEqual({ region: 'invalid' });
    expect(faults({ ...british, postcode: 'nowhere' })).toEqual({ postcode: 'invalid' });
  });

  it.each(['BFPO 57', 'BFPO 5', 'BF1 2AU'])('case 19: takes the forces’ postcodes - %s', (postcode) => {
    expect(faults({ ...british, postcode })).toEqual({});
    expect(isServed({ ...british, postcode }, ['GB-SCT'])).toBe(true);
  });

  it('names everything that is missing at once', () => {
    expect(faults({ lines: [' '], city: '', country: 'US' })).toEqual({
      ...{ lines: 'missing', city: 'missing', region: 'missing', postcode: 'missing' },
    });
  });

  it('needs no postcode in a country whose own aren’t known here', () => {
    expect(faults({ lines: ['Calle Mayor 1'], city: 'Madrid', country: 'ES' })).toEqual({});
  });

  it.each([
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', ' LS1  4DY ', 'LS1 4DY'],
    ['GB', 'bfpo57', 'BFPO 57'],
    ['GB', 'bf12au', 'BF1 2AU'],
    ['CA', 'k1a0b1', 'K1A 0B1'],
    ['US', '94607-1234', '94607-1234'],
  ])('has its postcode as it is written there - %s %s', (country, typed, tidy) => {
    expect(tidyPostcode(country, typed)).toBe(tidy);
  });

  it('is served in the vendor’s states, and of a country without states in any of its parts', () => {
    expect(isServed(american, ['US-CA', 'US-NY'])).toBe(true);
    expect(isServed(american, ['US'])).toBe(true);
    expect(isServed(american, ['US-NY'])).toBe(false);
    expect(isServed(british, ['GB-SCT'])).toBe(true);
    expect(isServed(british, ['US'])).toBe(false);
  });
});

describe('a record', () => {
  it.each(['name', 'birth-date', `address:${uuid}`, 'consent:push:marketing'])('may be called %s', (id) => {
    expect(personRecordIdSchema.safeParse(id).success).toBe(true);
  });

  it.each(['toString', 'address', 'address:1', `name:${uuid}`, 'consent:fax:care', 'consent:email'])(
    'isn’t called %s',
    (id) => {
      expect(personRecordIdSchema.safeParse(id).success).toBe(false);
    },
  );

  it('says only what it is for', () => {
    expect(fitsPerson('birth-date', { birthDate: '1990-05-04' })).toBe(true);
    expect(fitsPerson('birth-date', { language: 'en' })).toBe(false);
    expect(fitsPerson('name', { given: 'Ana', family: ' ' })).toBe(false);
  });

  it.each([
    american,
    { given: 'Ana', family: 'Ruiz', preferred: 'Annie' },
    { sexAtBirth: 'female', gender: 'other', genderText: 'agender', pronouns: 'they/them' },
    { consent: 'withdrawn', wording: '2026-11', language: 'es' },
    { keepPrivate: true },
  ])('loses nothing when it is read without its name', (value) => {
    expect(valueSchema.parse(value)).toEqual(value);
  });
});

describe('writing to a patient', () => {
  const given: Consent = { consent: 'given', wording: '2026-11', language: 'en' };
  it('needs their consent', () => {
    expect(mayContact({ consent: undefined, keepPrivate: false }, 'email')).toBe(false);
    expect(mayContact({ consent: { ...given, consent: 'withdrawn' }, keepPrivate: false }, 'email')).toBe(
      false,
    );
    expect(mayContact({ consent: given, keepPrivate: false }, 'email')).toBe(true);
  });

  it('never puts a message on the locked screen of somebody who keeps it private', () => {
    expect(mayContact({ consent: given, keepPrivate: true }, 'push')).toBe(false);
    expect(mayContact({ consent: given, keepPrivate: true }, 'email')).toBe(true);
  });
});
