import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readPages } from './pages.ts';

const root = resolve(import.meta.dirname, '../..');
let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function featureWith(pages: unknown): string {
  folder = mkdtempSync(join(tmpdir(), 'carefront-features-'));
  mkdirSync(join(folder, 'shop', 'rest'), { recursive: true });
  writeFileSync(join(folder, 'shop', 'pages.json'), JSON.stringify(pages));
  return folder;
}

describe('the pages of features', () => {
  test('are found beside their routes, with folders of the whole disk', () => {
    const features = featureWith({
      basket: { folders: ['.'], firstPaint: { path: 'shop', prerendered: true, followedBy: ['rest'] } },
    });
    expect(readPages(features)).toEqual([
      {
        name: 'basket',
        feature: 'shop',
        folders: [join(features, 'shop')],
        forStaff: false,
        goesOn: false,
        texts: [],
        firstPaint: {
          path: 'shop',
          prerendered: true,
          wholePack: false,
          followedBy: [join(features, 'shop', 'rest')],
        },
      },
    ]);
  });

  test('a word that means nothing is named with its file', () => {
    const features = featureWith({ basket: { folders: ['.'], prerender: true } });
    expect(() => readPages(features)).toThrow(/shop.pages\.json[\s\S]*prerender/);
  });

  test.each([
    ['a folder that isn’t there', { basket: { folders: ['basket'] } }, /names .*basket, which is no folder/],
    ['another’s name', { frame: { folders: ['.'] } }, /the name of another chunk/],
    ['a group’s name', { 'page-routes': { folders: ['.'] } }, /the name of another chunk/],
    [
      'a page that isn’t there',
      { basket: { folders: ['.'], leadsTo: 'till' } },
      /leads to till, which is no page/,
    ],
    [
      'staff beside patients',
      { basket: { folders: ['.'] }, desk: { folders: ['rest'], forStaff: true } },
      /for staff belong to a feature of their own/,
    ],
  ])('what can’t be is named - %s', (_, pages, words) => {
    expect(() => readPages(featureWith(pages))).toThrow(words);
  });

  test('no file of the core names one: a page is added within its feature', () => {
    const core = ['vite.config.ts', 'build/build.ts', 'sync/server/web', 'build/chunks'].flatMap((place) =>
      place.endsWith('.ts')
        ? [place]
        : readdirSync(join(root, place))
            .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
            .map((name) => join(place, name)),
    );
    const features = readdirSync(join(root, 'renderer/features'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const pages = readPages(join(root, 'renderer/features'));
    expect(pages.length).toBeGreaterThan(4);
    const names = new Set([...features, ...pages.map(({ name }) => name)]);
    // As a chunk, a page or a folder: `'home'`, `features/home`, `(home|landing)`. Scopes of the server's own pages are no features.
    const named = core.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => !/scope|\bform-action\b/.test(line))
        .flatMap((line) =>
          [...names]
            .filter((name) =>
              new RegExp(`'${name}'|features/${name}\\b|\\(${name}\\||\\|${name}\\)`).test(line),
            )
            .map((name) => `${file} names ${name}: ${line.trim()}`),
        ),
    );
    expect(named).toEqual([]);
  });
});
