import { describe, expect, it } from 'vitest';
import { type GuardFacts, type GuardKey, type GuardName, guardsOf, unmetOf } from './guards.ts';

const fine: GuardFacts = {
  mayDecide: true,
  place: 'async',
  licensed: undefined,
  products: [],
  stops: [],
  identity: { asked: [], state: 'missing' },
  historyConfirmed: true,
  staleVitals: [],
  vitalsAged: false,
  verification: undefined,
  hadContact: false,
  hadLiveVisit: false,
  attested: new Set(),
};
const unmet = (facts: Partial<GuardFacts>) =>
  unmetOf(guardsOf({ ...fine, ...facts })).map(({ name }) => name);
const attested = (...names: GuardKey[]) => ({ attested: new Set(names) });

describe('what has to hold before a prescription', () => {
  it.each<readonly [string, Partial<GuardFacts>, GuardName | undefined]>([
    ['all is well', {}, undefined],
    ['the role may not', { mayDecide: false }, 'role'],
    ['the place isn’t served any more', { place: 'not-served' }, 'place'],
    ['care is given nowhere there', { place: 'unavailable' }, 'place'],
    ['nobody knows where the patient is', { place: undefined }, 'place'],
    ['the place asks for a live visit', { place: 'live' }, 'place'],
    ['a live visit there was had', { place: 'live', hadLiveVisit: true }, undefined],
    ['a stop rule holds', { stops: ['nitrates'] }, 'stop'],
    ['no ID was confirmed', { identity: { asked: 'all', state: 'sent' } }, 'identity'],
    ['an ID was confirmed', { identity: { asked: 'all', state: 'confirmed' } }, undefined],
    ['the ID has expired', { identity: { asked: 'all', state: 'expired' } }, 'identity'],
    ['nobody asked for allergies', { historyConfirmed: false }, 'history'],
    ['who decides isn’t licensed there', { licensed: false }, 'license'],
    ['who decides is licensed there', { licensed: true }, undefined],
    ['the reading has grown too old', { vitalsAged: true }, 'vitals'],
    ['the reading is too old', { staleVitals: ['pressure-old'] }, 'vitals'],
    ['no exchange yet', { verification: 'two_way' }, 'contact'],
    ['the patient has answered', { verification: 'two_way', hadContact: true }, undefined],
    ['they have seen each other', { verification: 'two_way', hadLiveVisit: true }, undefined],
    ['a message where a visit is needed', { verification: 'live', hadContact: true }, 'contact'],
    ['the visit that is needed', { verification: 'live', hadLiveVisit: true }, undefined],
  ])('%s', (_, facts, name) => {
    expect(unmet(facts)).toEqual(name === undefined ? [] : [name]);
  });

  it('a clinician vouches for what the law leaves to them, and for nothing else', () => {
    const all: Partial<GuardFacts> = {
      ...{ mayDecide: false, place: 'unavailable', stops: ['nitrates'], historyConfirmed: false },
      ...{ identity: { asked: 'all', state: 'missing' }, staleVitals: ['old'], verification: 'live' },
    };
    const names = guardsOf({ ...fine, ...all }).map(({ name }) => name);
    expect(unmet({ ...all, ...attested(...names) })).toEqual(['role', 'place', 'contact']);
    expect(unmet({ verification: 'two_way', ...attested('contact') })).toEqual([]);
  });

  it('is an independent check where the vendor asks for one: photos, messages and calls are none (case 60)', () => {
    const asked = { verification: 'independent' } as const;
    expect(unmet(asked)).toEqual(['independent', 'contact']);
    // What a patient sends in a conversation, photos too, is contact, and so is a call that is logged.
    expect(unmet({ ...asked, hadContact: true })).toEqual(['independent']);
    expect(unmet({ ...asked, hadContact: true, ...attested('contact') })).toEqual(['independent']);
    expect(unmet({ ...asked, hadLiveVisit: true })).toEqual([]);
    // In person, from a record or by the GP: a clinician says so, with a note.
    expect(unmet({ ...asked, hadContact: true, ...attested('independent') })).toEqual([]);
  });

  it('keeps what is said against one product apart from the others', () => {
    const clear = { stops: [], allergies: [], duplicates: [] };
    const guards = guardsOf({
      ...fine,
      products: [
        { ...clear, product: 'combined-pill', stops: ['clots'], allergies: ['Estradiol'] },
        { ...clear, product: 'progestin-pill', duplicates: ['Norethindrone'] },
        { ...clear, product: 'copper' },
      ],
      ...attested('product:progestin-pill'),
    });
    const against = (product: string) => unmetOf(guards, [product]).map(({ name }) => name);
    expect(against('combined-pill')).toEqual(['product']);
    expect(against('progestin-pill')).toEqual(['duplicate']);
    expect(against('copper')).toEqual([]);
    expect(guards).toContainEqual(
      expect.objectContaining({ name: 'product', rules: ['clots'], said: ['Estradiol'] }),
    );
    const vouched = guardsOf({
      ...fine,
      products: [{ ...clear, product: 'combined-pill', stops: ['clots'] }],
      ...attested('product:combined-pill'),
    });
    expect(vouched).toContainEqual(expect.objectContaining({ name: 'product', state: 'attested' }));
  });

  it('asks for an ID for the products that a rule names, and takes one word of a clinician for all of them', () => {
    const identity = { asked: ['combined-pill', 'patch'], state: 'expired' } as const;
    const guards = guardsOf({ ...fine, identity });
    expect(unmetOf(guards, ['combined-pill'])).toMatchObject([
      { name: 'identity', product: 'combined-pill', needs: 'valid-id' },
    ]);
    expect(unmetOf(guards, ['copper'])).toEqual([]);
    expect(unmetOf(guards)).toEqual([]);
    const vouched = guardsOf({ ...fine, identity, ...attested('identity') });
    expect(unmetOf(vouched, ['combined-pill', 'patch'])).toEqual([]);
  });

  it('names the rules that it is about', () => {
    const [stop] = unmetOf(guardsOf({ ...fine, stops: ['nitrates', 'chest-pain'] }));
    expect(stop).toMatchObject({ name: 'stop', rules: ['nitrates', 'chest-pain'], attestable: true });
  });
});
