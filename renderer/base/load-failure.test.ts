import { describe, expect, it } from 'vitest';
import { isLoadFailure } from './load-failure.ts';

describe('a part of the app that could not be fetched', () => {
  it.each([
    ['Chromium', 'Failed to fetch dynamically imported module: http://localhost/assets/legal-1a2b.js'],
    ['Firefox', 'error loading dynamically imported module: http://localhost/assets/legal-1a2b.js'],
    ['Safari', 'Importing a module script failed.'],
    ['Vite', 'Unable to preload CSS for /assets/legal-1a2b.css'],
  ])('is told from a fault of the screen - %s', (_, message) => {
    expect(isLoadFailure(new TypeError(message))).toBe(true);
  });

  it('is not every error - a screen broke', () => {
    expect(isLoadFailure(new TypeError("Cannot read properties of undefined (reading 'text')"))).toBe(false);
    expect(isLoadFailure('text')).toBe(false);
  });
});
