import { describe, expect, test } from 'vitest';
import { createPageChunks, type ModuleGraph } from './page-chunks.ts';

const imports: Readonly<Record<string, readonly string[]>> = {
  '/app/main': [],
  '/landing/screen': ['/base/button', '/landing/gate'],
  '/landing/gate': ['/base/button'],
  '/form/screen': ['/base/button', '/form/engine'],
  '/form/engine': ['/form/core', '/form/engine'],
  '/form/core': [],
  '/form/review/screen': ['/form/summary'],
  '/form/summary': [],
  '/form/help': ['/form/numbers'],
  '/form/numbers': [],
  '/base/button': [],
  '/base/slider': ['/base/button'],
};
const loadedLater: Readonly<Record<string, readonly string[]>> = {
  '/app/main': ['/landing/screen', '/form/screen'],
  '/form/core': ['/form/help', '/form/review/screen'],
};
const graph: ModuleGraph = {
  getModuleInfo: (id) =>
    imports[id] === undefined
      ? null
      : { importedIds: imports[id], dynamicallyImportedIds: loadedLater[id] ?? [] },
};
const entry = '/app/main';
const pages = { landing: ['/landing'], form: ['/form'] };

describe('page chunks', () => {
  const chunkOf = createPageChunks({ entry, pages });

  test('a module travels with those that the same pages need', () => {
    const modules = ['/landing/gate', '/form/engine', '/form/core', '/base/button'];
    expect(modules.map((id) => chunkOf(id, graph))).toEqual(['landing', 'form', 'form', 'landing-form']);
  });

  test('a page loads what its folder loads later', () => {
    expect(chunkOf('/form/numbers', graph)).toBe('form');
  });

  test('what the folders below a page’s load later is no part of it', () => {
    expect(chunkOf('/form/summary', graph)).toBeNull();
  });

  test('a chunk can travel with another', () => {
    const merging = createPageChunks({ entry, pages, merged: { 'landing-form': 'landing' } });
    expect(['/landing/gate', '/base/button', '/form/engine'].map((id) => merging(id, graph))).toEqual([
      'landing',
      'landing',
      'form',
    ]);
  });

  test('what no page needs is left to the bundler', () => {
    expect(chunkOf('/base/slider', graph)).toBeNull();
  });

  test('a page whose folder has moved away stops the build', () => {
    const moved = createPageChunks({ entry, pages: { home: ['/moved-away'] } });
    expect(() => moved('/base/button', graph)).toThrow(/moved-away/);
  });
});
