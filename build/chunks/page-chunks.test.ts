import { describe, expect, test } from 'vitest';
import { createPageChunks, type ModuleGraph } from './page-chunks.ts';

const imports: Readonly<Record<string, readonly string[]>> = {
  '/app/main': [],
  '/landing/screen': ['/base/button', '/landing/gate'],
  '/landing/gate': ['/base/button', '/base/switch'],
  '/form/screen': ['/base/button', '/form/engine'],
  '/form/engine': ['/form/core', '/form/engine'],
  '/form/core': [],
  '/form/review/screen': ['/form/summary', '/base/switch'],
  '/form/summary': [],
  '/form/help': ['/form/numbers'],
  '/form/numbers': [],
  '/base/button': [],
  '/base/switch': [],
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
const landing = { name: 'landing', feature: 'intake', folders: ['/landing'] };
const form = { name: 'form', feature: 'intake', folders: ['/form'] };
const pages = [landing, form];

describe('page chunks', () => {
  const { chunkOf } = createPageChunks({ entry, pages });

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

  test('what a page shares with the one that it leads to travels with that one’s', () => {
    const leading = createPageChunks({ entry, pages: [{ ...landing, leadsTo: 'form' }, form] });
    expect(['/landing/gate', '/base/button', '/form/engine'].map((id) => leading.chunkOf(id, graph))).toEqual(
      ['landing', 'form', 'form'],
    );
  });

  test('a page on which visits go on has nothing of what those before and after it share', () => {
    const review = { name: 'review', feature: 'intake', folders: ['/form/review'], leadsTo: 'form' };
    const switchIn = (goesOn: boolean) =>
      createPageChunks({ entry, pages: [landing, { ...form, goesOn }, review] }).chunkOf(
        '/base/switch',
        graph,
      );
    expect(switchIn(true)).toBe('landing-review');
    expect(switchIn(false)).toBe('landing-form');
  });

  test('what features share travels together, apart from what is too large for that', () => {
    const sharing = (isLarge: boolean) =>
      createPageChunks({ entry, pages: [landing, { ...form, feature: 'forms', isLarge }] });
    expect(sharing(false).chunkOf('/base/button', graph)).toBe('common');
    expect(sharing(true).chunkOf('/base/button', graph)).toBe('intake-forms');
  });

  test('what features share without something slow does not bring along what they share with it', () => {
    const { chunkOf } = createPageChunks({
      entry,
      pages: [
        { ...landing, folders: ['/landing', '/form/review'] },
        { ...form, feature: 'forms', folders: ['/form', '/form/review'] },
      ],
      isSlow: (id) => id === '/form/summary',
    });
    expect(chunkOf('/base/button', graph)).toBe('common');
    expect(['/form/summary', '/form/review/screen'].map((id) => chunkOf(id, graph))).toEqual([
      'schemas',
      'schemas',
    ]);
  });

  test('what a page shares on which visits go on after a restart is apart from what only others share', () => {
    const sharing = createPageChunks({
      entry,
      pages: [landing, { ...form, feature: 'forms', goesOn: true }],
    });
    expect(sharing.chunkOf('/base/button', graph)).toBe('shared');
  });

  test('what a page shares that leads to such a page is apart from both', () => {
    const sharing = createPageChunks({
      entry,
      pages: [
        { ...landing, leadsTo: 'review' },
        { ...form, feature: 'forms' },
        { name: 'review', feature: 'intake', folders: ['/form/review'], goesOn: true },
      ],
    });
    expect(sharing.chunkOf('/base/button', graph)).toBe('afterwards');
  });

  test('what no page needs, or pages of staff alone, is left to the bundler', () => {
    expect(chunkOf('/base/slider', graph)).toBeNull();
    const ofStaff = createPageChunks({ entry, pages: [landing, { ...form, forStaff: true }] });
    expect(ofStaff.chunkOf('/form/engine', graph)).toBeNull();
  });

  test('a page whose folder has moved away stops the build', () => {
    const moved = createPageChunks({ entry, pages: [{ ...landing, folders: ['/moved-away'] }] });
    expect(() => moved.chunkOf('/base/button', graph)).toThrow(/moved-away/);
  });
});
