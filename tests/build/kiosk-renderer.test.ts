/** What a kiosk shows, as it was built for Main Street: nothing inline, a complete list of files, and nothing of what a kiosk has no use for. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildKioskRenderer } from '../../build/kiosk/renderer.ts';
import { builtFilesSchema, sha256Of } from '../../electron/policy/built-files.ts';
import { currentBuild } from '../support/builds.ts';
import { temporaryFolder } from '../support/paths.ts';

const LIST = 'files.json';
let folder = '';

const filesIn = (place: string): readonly string[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(place, name)).isFile(),
  );
const scriptsWith = (place: string, marker: string): readonly string[] =>
  filesIn(place).filter(
    (name) => name.endsWith('.js') && readFileSync(join(place, name), 'utf8').includes(marker),
  );

beforeAll(async () => {
  folder = await buildKioskRenderer({
    vendor: 'mainstreet',
    outDir: join(temporaryFolder('kiosk-renderer'), 'mainstreet'),
  });
});

describe('The page of a kiosk', () => {
  test('S6: has no script, style or handler in its HTML', () => {
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const page = html.matchAll(/<(script|style)\b([^>]*)>([^<]*)/gi);
    const scripts = [...page].map(([, name, attributes, text]) => ({ name, attributes, text }));
    // The control: the page has a script.
    expect(scripts.length).toBeGreaterThan(0);
    for (const { name, attributes, text } of scripts) {
      expect(name?.toLowerCase()).toBe('script');
      expect(attributes).toMatch(/\ssrc="\/assets\/[\w-]+\.js"/);
      expect(text?.trim()).toBe('');
    }
    expect(html).not.toMatch(/\sstyle\s*=|\son[a-z]+\s*=|javascript:/i);
  });

  test('S6: the list by which it is served names exactly the files that are there, with their hashes', () => {
    const { files } = builtFilesSchema.parse(JSON.parse(readFileSync(join(folder, LIST), 'utf8')));
    const there = filesIn(folder).filter((name) => name !== LIST);
    expect(files.map(({ path }) => path).toSorted()).toEqual(there.map((name) => `/${name}`).toSorted());
    for (const { path, sha256 } of files)
      expect(sha256Of(readFileSync(join(folder, path))), path).toBe(sha256);
  });

  test('has no source maps, manifests of the build or tests', () => {
    expect(filesIn(folder).filter((name) => /\.map$|\.tsx?$|\.vite|\btest\b/.test(name))).toEqual([]);
    expect(scriptsWith(folder, 'sourceMappingURL')).toEqual([]);
  });

  test.each([
    ['the browser’s draft store (Dexie)', 'MissingAPIError'],
    ['IndexedDB', 'indexedDB'],
    ['storage of the browser’s', 'localStorage'],
    ['storage of the tab’s', 'sessionStorage'],
    ['channels between tabs', 'BroadcastChannel'],
    ['the service worker', 'serviceWorker'],
    ['Workbox', 'workbox'],
    ['the offer to install', 'beforeinstallprompt'],
    ['passkeys', 'navigator.credentials'],
    ['the console’s interface', '/api/'],
    // What staff need to know of a kiosk is behind its PIN (`screens/staff/health-screen.tsx`); it has no caches to clear.
    ['the self-check of `/test`', 'carefront self-check 1'],
  ])('has nothing of %s', (_, marker) => {
    // The control: it is in the build for phones and desks, and this is how it is recognised.
    expect(scriptsWith(currentBuild, marker)).not.toEqual([]);
    expect(scriptsWith(folder, marker)).toEqual([]);
  });
});
