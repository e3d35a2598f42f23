import { describe, expect, it } from 'vitest';
import { isKnownPlace } from './places.ts';
import { onlyStateOfZip, stateOfZip } from './zip-states.ts';

describe('the state of a ZIP code', () => {
  it.each([
    ['02139', 'US-MA'],
    ['01001', 'US-MA'],
    ['10001-1234', 'US-NY'],
    ['43004', 'US-OH'],
    ['94103', 'US-CA'],
    ['88595', 'US-TX'],
    ['996', 'US-AK'],
    ['20500', undefined],
    ['06390', undefined],
    ['83414', undefined],
    ['43', undefined],
    ['', undefined],
  ])('case 20: is filled in where three digits say it, and left open where they don’t - %s', (zip, state) => {
    expect(stateOfZip(zip)).toBe(state);
  });

  it.each([
    ['97201', 'US-OR'],
    ['97635-0012', undefined],
    ['42223', undefined],
    ['06390', undefined],
  ])('case 20: is the only one but where it lies in two - %s', (zip, state) => {
    expect(onlyStateOfZip(zip)).toBe(state);
  });

  it('is one that an address may name', () => {
    const all = Array.from({ length: 1000 }, (_, at) => stateOfZip(String(at).padStart(3, '0')));
    expect(all.filter((state) => state !== undefined && !isKnownPlace(state))).toEqual([]);
    expect(new Set(all.filter(Boolean)).size).toBe(51);
  });
});
