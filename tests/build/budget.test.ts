import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { staffOnly } from '../../build/chunks/staff-apart.ts';
import { typefaces } from '../../build/theme/typefaces.ts';
import { typefaceFiles } from '../../sync/domain/vendor/typeface-files.ts';
import { currentBuild } from '../support/builds.ts';
import { entryOf, gzippedBytes, keyOf, readManifest, scriptsOf } from './manifest.ts';

const KILOBYTE = 1000;
/** Of one family, of two. Uncut, five of the seven typefaces are beyond it. */
const TYPE_BYTES = [35 * KILOBYTE, 75 * KILOBYTE];
const HOME = 'home';
const files = readdirSync(currentBuild, { recursive: true, encoding: 'utf8' });

describe('What a first visit costs', () => {
  test("the scripts of a vendor's home are at most 110 kB gzipped", () => {
    const manifest = readManifest();
    const scripts = scriptsOf(manifest, [entryOf(manifest), keyOf(manifest, HOME)]);
    // The control: this chunk is the home's.
    expect(readFileSync(join(currentBuild, manifest[keyOf(manifest, HOME)]?.file ?? ''), 'utf8')).toContain(
      'VendorHome',
    );
    expect(gzippedBytes(scripts), [...scripts].join(', ')).toBeLessThanOrEqual(110 * KILOBYTE);
  });

  test.each(Object.entries(typefaces))(
    'a family of type is at most 35 kB before a first paint, two are 75: files vary no further than they are set - %s',
    (typeface) => {
      const ahead = typefaceFiles(typeface).flatMap((start) =>
        files.filter((file) => file.startsWith(`assets/${start}-`) && /-latin-(?:wght|opsz)-/.test(file)),
      );
      expect(ahead.length).toBe(typefaceFiles(typeface).length);
      const bytes = ahead.reduce((sum, file) => sum + statSync(join(currentBuild, file)).size, 0);
      expect(bytes, ahead.join(', ')).toBeLessThanOrEqual(TYPE_BYTES[ahead.length - 1] ?? 0);
    },
  );

  test('session and records are a chunk of their own, loaded once somebody signs in', () => {
    const holding = files.filter(
      (file) =>
        /^assets\/.*\.js$/.test(file) &&
        readFileSync(join(currentBuild, file), 'utf8').includes('/account/v1/session'),
    );
    expect(holding).toEqual([expect.stringMatching(/account-parts/)]);
  });

  test.each([
    ['React Aria', 'react-aria-'],
    ['Dexie', 'bulkPut'],
    ['XState', 'xstate.init'],
    ['zod', '_zod'],
    ['react-toastify', 'Toastify'],
  ])('the first paint of a home does not wait for %s', (_, marker) => {
    const manifest = readManifest();
    const scripts = scriptsOf(manifest, [entryOf(manifest), keyOf(manifest, HOME)]);
    const holders = files.filter(
      (file) => file.endsWith('.js') && readFileSync(join(currentBuild, file), 'utf8').includes(marker),
    );
    // The control: the library is in the build, and this is how it is recognised.
    expect(holders).not.toEqual([]);
    expect(holders.filter((file) => scripts.has(file))).toEqual([]);
  });
});

describe('The service worker', () => {
  const source = () => readFileSync(join(currentBuild, 'sw.js'), 'utf8');

  const CODE = /"\/(assets\/service-worker-[\w-]{8}\.js)"/;
  const code = () => readFileSync(join(currentBuild, CODE.exec(source())?.[1] ?? ''), 'utf8');

  test('is two classic scripts: browsers refuse another with "script evaluation failed"', () => {
    for (const script of [source(), code()]) {
      expect(() => new Script(script)).not.toThrow();
      expect(script).not.toMatch(/\bexport\b\s*(?:default|\{)/);
    }
  });

  test('is fetched again where a file of the app has changed, and its code isn’t', () => {
    expect(gzippedBytes(['sw.js'])).toBeLessThanOrEqual(5 * KILOBYTE);
    const names = files.filter((file) => /^assets\/.*\.(js|css)$/.test(file));
    expect(names.filter((name) => code().includes(name))).toEqual([]);
  });

  test('stores every script and stylesheet that a patient’s page leads to, so that nothing is fetched in the middle of a form', () => {
    const worker = source();
    const ofStaff = staffOnly(readManifest(), ['console']);
    expect(ofStaff.size).toBeGreaterThan(10);
    expect([...ofStaff].filter((file) => worker.includes(file))).toEqual([]);
    const absent = files.filter(
      (file) =>
        /^assets\/.*\.(js|css)$/.test(file) &&
        !ofStaff.has(file) &&
        // What a new password is compared with: 1.7 MB, of use only online.
        !file.includes('/strength-worker-') &&
        // The browser keeps it with the worker that imports it.
        !file.includes('/service-worker-') &&
        !worker.includes(`"${file}"`) &&
        !worker.includes(`\`${file}\``),
    );
    expect(absent).toEqual([]);
  });

  test('stores the type that our languages are written in, and no other alphabet', () => {
    const stored = files.filter((file) => file.endsWith('.woff2') && source().includes(file));
    expect(stored.filter((file) => /cyrillic|greek|hebrew|vietnamese/.test(file))).toEqual([]);
  });
});

describe('The build', () => {
  test('has no source maps', () => {
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    const mentions = files.filter(
      (file) =>
        /\.(js|css)$/.test(file) &&
        readFileSync(join(currentBuild, file), 'utf8').includes('sourceMappingURL'),
    );
    expect(mentions).toEqual([]);
  });

  test('imports by names that stay: only the import map knows a chunk’s own, so that a change ends in its file', () => {
    const scripts = files.filter((file) => /^assets\/.*\.js$/.test(file));
    // A worker of its own is started by its name, and nothing imports it.
    const ownNames = scripts
      .map((file) => file.slice('assets/'.length))
      .filter((name) => !name.startsWith('strength-worker-'));
    const mentioning = scripts.filter((file) => {
      const source = readFileSync(join(currentBuild, file), 'utf8');
      return ownNames.some((name) => source.includes(name));
    });
    expect(mentioning).toEqual([]);
    // The worker takes a page that leads to a file it lacks for another build's.
    const page = readFileSync(join(currentBuild, 'index.html'), 'utf8');
    const map: unknown = JSON.parse(/<script type="importmap">(.*?)<\/script>/s.exec(page)?.[1] ?? '');
    const targets = Array.from(JSON.stringify(map).matchAll(/:"\/([^"]+)"/g), ([, file]) => file ?? '');
    expect(targets.length).toBeGreaterThan(50);
    expect(targets.filter((file) => !files.includes(file))).toEqual([]);
  });

  test('has no gallery', () => {
    expect(Object.keys(readManifest()).filter((key) => key.includes('gallery'))).toEqual([]);
  });

  test('has no inline script or style, which the content security policy forbids: only the import map, whose hash it has', () => {
    expect(existsSync(join(currentBuild, 'index.html'))).toBe(true);
    const page = readFileSync(join(currentBuild, 'index.html'), 'utf8');
    const html = page.replace(/<script type="importmap">\{"imports":\{.*?\}\}<\/script>/s, '');
    expect(html).not.toBe(page);
    expect(html).not.toMatch(/<style|style="|<script(?![^>]*\bsrc=)/);
    expect(html).toContain('<!--carefront:head-->');
    expect(html).toContain('<!--carefront:bootstrap-->');
  });
});
