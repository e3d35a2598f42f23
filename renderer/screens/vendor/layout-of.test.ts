import { describe, expect, it } from 'vitest';
import { layoutOf } from './layout-of.ts';

describe('the composition of a home page', () => {
  it('is dusk - the brand is dark by default', () => {
    expect(layoutOf({ scheme: 'dark' })).toBe('dusk');
  });

  it('is a garden - the brand is light by default', () => {
    expect(layoutOf({ scheme: 'light' })).toBe('garden');
  });
});
