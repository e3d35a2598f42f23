import { describe, expect, it } from 'vitest';
import { type BootstrapPage, readBootstrap } from './bootstrap.ts';

const page = (block: string, cookie = ''): BootstrapPage => ({
  cookie,
  getElementById: () => ({ textContent: block }),
});
const stored = '{"scope":"vendor","language":"en"}';

describe('what the server wrote into the page', () => {
  it('decides the language - nobody has chosen one', () => {
    expect(readBootstrap(page(stored, 'other=es; cf-lang='), ['ar']).language).toBe('en');
  });

  it('gives way to the language chosen since - offline the page is an older one', () => {
    expect(readBootstrap(page(stored, 'other=1; cf-lang=ar'), []).language).toBe('ar');
  });

  it('stays - the language kept is none of ours, or the vendor does not offer it', () => {
    expect(readBootstrap(page(stored, 'cf-lang=tlh'), []).language).toBe('en');
    const english = '{"scope":"vendor","language":"en","pack":{"locales":["en"]}}';
    expect(readBootstrap(page(english, 'cf-lang=es'), []).language).toBe('en');
  });

  it('is missing or mangled - the page opens as the platform’s, in the language of the reader', () => {
    for (const block of ['', '<!doctype html>', '{"scope":'])
      expect(readBootstrap(page(block), ['es-MX', 'en'])).toEqual({ scope: 'platform', language: 'es' });
  });
});
