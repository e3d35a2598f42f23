import { describe, expect, test } from 'vitest';
import { createPageChunks, type ModuleGraph } from './page-chunks.ts';

const imports: Readonly<Record<string, readonly string[]>> = {
  landing: ['button', 'gate'],
  gate: ['button'],
  form: ['button', 'engine'],
  engine: ['form-core', 'engine'],
  'form-core': [],
  button: [],
  slider: ['button'],
};
const graph: ModuleGraph = {
  getModuleInfo: (id) => (imports[id] === undefined ? null : { importedIds: imports[id] }),
};

describe('page chunks', () => {
  const chunkOf = createPageChunks({ landing: ['landing'], form: ['form'] });

  test('a module travels with those that the same pages need', () => {
    expect(['gate', 'engine', 'form-core', 'button'].map((id) => chunkOf(id, graph))).toEqual([
      'landing',
      'form',
      'form',
      'landing-form',
    ]);
  });

  test('a chunk can travel with another', () => {
    const merging = createPageChunks({ landing: ['landing'], form: ['form'] }, { 'landing-form': 'landing' });
    expect(['gate', 'button', 'engine'].map((id) => merging(id, graph))).toEqual([
      'landing',
      'landing',
      'form',
    ]);
  });

  test('what no page needs is left to the bundler', () => {
    expect(chunkOf('slider', graph)).toBeNull();
  });

  test('a page that begins with a module which is gone stops the build', () => {
    expect(() => createPageChunks({ home: ['moved-away'] })('button', graph)).toThrow(/moved-away/);
  });
});
