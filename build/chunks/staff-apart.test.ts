import { describe, expect, it } from 'vitest';
import { staffOnly, withoutImports } from './staff-apart.ts';

const manifest = {
  'renderer/index.html': {
    file: 'assets/index.js',
    isEntry: true,
    dynamicImports: ['renderer/features/console/inbox.tsx', 'renderer/features/home/home.tsx'],
  },
  'renderer/features/home/home.tsx': { file: 'assets/home.js', imports: ['_shared.js'] },
  'renderer/features/console/inbox.tsx': {
    file: 'assets/inbox.js',
    imports: ['_shared.js', '_rows.js'],
    css: ['assets/inbox.css'],
  },
  '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
  '_rows.js': { file: 'assets/rows.js' },
  'node_modules/font.woff2': { file: 'assets/font.woff2' },
};

describe('what staff alone need', () => {
  it('is what no page of a patient leads to, with its stylesheets', () => {
    expect([...staffOnly(manifest, ['console'])]).toEqual([
      'assets/inbox.js',
      'assets/inbox.css',
      'assets/rows.js',
    ]);
  });

  it('is not named in their pages', () => {
    const map = { imports: { '/a': '/assets/inbox.js', '/b': '/assets/home.js' } };
    const html = `<head><script type="importmap">${JSON.stringify(map)}</script></head>`;
    expect(withoutImports(html, staffOnly(manifest, ['console']))).toBe(
      '<head><script type="importmap">{"imports":{"/b":"/assets/home.js"}}</script></head>',
    );
  });
});
