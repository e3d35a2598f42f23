import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { appChunks } from './build/chunks/app-chunks.ts';
import { staffApart } from './build/chunks/staff-apart.ts';
import { findHeadlessChromium } from './build/find-chromium.ts';
import { flattenHtml } from './build/flatten-html.ts';
import { messages } from './build/messages/messages.ts';
import { temporaryFiles } from './build/test-run/temporary-files.ts';

const root = import.meta.dirname;
/** The server's tests share one embedded PostgreSQL; the others never wait for it. */
const serverSetup = 'sync/server/testing/global-setup.ts';
const chromium = findHeadlessChromium() ?? '/usr/bin/chromium';
/** Logic without components that needs what only browsers have. */
const browserTests = 'renderer/**/*.browser.test.ts';
if (process.env.VITEST !== undefined) await import('./tests/support/prompt-waits.ts');
/** A build doesn't wait for Vitest. */
const sequencer =
  process.env.VITEST === undefined
    ? undefined
    : (await import('./build/test-run/longest-first.ts')).LongestFirst;
/** Soaks, kills by the dozen and what only the largest change can break: `npm run test:full` alone. */
const fullTests = process.env.FULL === '1' ? [] : ['**/*.full.test.ts'];
const noTests = ['**/node_modules/**', 'dist/**', '.data/**', ...fullTests];

/** Rules and what else keeps nothing between two tests. */
const LOGIC = ['sync/{client,domain,protocol,questionnaire,seal}/**/*.test.ts', 'renderer/**/*.test.ts'];

/** Files at once where they wait for databases and processes for a good part of their time; Vitest wants one number for those that run together. */
const WAITING_FILES = Math.ceil(availableParallelism() * 1.5);

/** Tests that need neither a browser nor a database: they share their modules, which costs more to load than to test. */
const logic: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'logic',
    maxWorkers: WAITING_FILES,
    environment: 'node',
    include: LOGIC,
    exclude: [...noTests, browserTests],
    isolate: false,
    testTimeout: 30_000,
  },
};

/** Tests that need no browser and no build. */
const unit: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'unit',
    environment: 'node',
    include: [
      'sync/**/*.test.ts',
      'build/**/*.test.ts',
      'electron/**/*.test.ts',
      'tests/support/**/*.test.ts',
      'tests/drill/**/*.test.ts',
    ],
    exclude: [...noTests, ...LOGIC],
    // Files keep nothing in modules that another one could meet; loading the server's for each took longer than many a test.
    isolate: false,
    maxWorkers: WAITING_FILES,
    env: { TMPDIR: temporaryFiles() },
    globalSetup: existsSync(resolve(root, serverSetup)) ? [serverSetup] : [],
    // As the server is started.
    execArgv: ['--import', resolve(root, 'sync/server/base/database/load-drizzle.mjs')],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
};

/** React holds back what replaces a fallback for 300 ms, so that a page doesn't flicker: in every test that opens one. */
const unthrottledFallbacks = {
  name: 'unthrottled-fallbacks',
  transform(code: string, id: string) {
    if (!id.includes('react-dom-client.development')) return null;
    const unthrottled = code.replace('FALLBACK_THROTTLE_MS = 300', 'FALLBACK_THROTTLE_MS = 0');
    if (unthrottled === code) throw new Error('This React holds fallbacks back in another way.');
    return unthrottled;
  },
};

/** Components in a real browser. */
const browser: TestProjectConfiguration = {
  extends: true,
  // Found while tests run, a package is bundled again halfway, and a page then holds two Reacts.
  optimizeDeps: {
    rolldownOptions: { plugins: [unthrottledFallbacks] },
    include: [
      '@noble/ed25519',
      '@messageformat/runtime',
      '@messageformat/runtime/lib/cardinals',
      '@messageformat/runtime/lib/formatters',
      '@tanstack/react-router',
      '@xstate/react',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      '@zxcvbn-ts/language-en',
      'axe-core',
      'canonicalize',
      'dexie',
      'fast-check',
      'fhirpath',
      'jose',
      'libphonenumber-js/min',
      'marked',
      'qrcode-generator',
      're2js',
      'react',
      'react-aria-components/Button',
      'react-aria-components/Checkbox',
      'react-aria-components/CheckboxGroup',
      'react-aria-components/ComboBox',
      'react-aria-components/I18nProvider',
      'react-aria-components/Input',
      'react-aria-components/ListBox',
      'react-aria-components/Menu',
      'react-aria-components/Popover',
      'react-aria-components/RadioGroup',
      'react-aria-components/Select',
      'react-aria-components/Text',
      'react-dom',
      'react-dom/client',
      'react-simple-keyboard',
      'react-toastify/unstyled',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'xstate',
      'zod/mini',
    ],
  },
  test: {
    name: 'browser',
    // A page has no environment of its own: `import.meta.env` holds these.
    env: { FULL: process.env.FULL ?? '' },
    include: ['renderer/**/*.test.tsx', browserTests],
    exclude: noTests,
    setupFiles: ['renderer/design/testing/prompt-waits.ts'],
    testTimeout: 30_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        // What moves is there at once: a press waits until its target stands still.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: {
          executablePath: chromium,
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-background-networking',
            '--disable-component-update',
            '--no-first-run',
          ],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
};

/** Tests that read the finished build, start real servers or drive real browsers: they wait more than they work, two files at a time. */
function afterBuild(name: string, include: string, setupFiles: string[] = []): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      environment: 'node',
      include: [include],
      exclude: noTests,
      setupFiles,
      maxWorkers: 2,
      testTimeout: 120_000,
      hookTimeout: 300_000,
    },
  };
}

/** The kiosk's build: its own entry, no service worker, nothing of the console. What is added per vendor: see `build/kiosk/renderer.ts`. */
const KIOSK_MODE = 'kiosk';
/** The screens of `renderer/app/prerender.tsx` for a server, with all that they import: servers have no React installed. */
const PRERENDER_MODE = 'prerender';
const isOfKiosk = (folder: string) => folder.startsWith('kiosk/');
/** A kiosk has no store of its own, and of a feature what its `parts.ts` names. */
function isNotOfKiosk(folder: string): boolean {
  const feature = /^features\/[^/]+/.exec(folder)?.[0];
  return feature === undefined
    ? folder.startsWith('device/')
    : !existsSync(resolve(root, 'renderer', feature, 'parts.ts'));
}

export default defineConfig(({ mode, command }) => {
  const isApp = mode !== KIOSK_MODE && mode !== PRERENDER_MODE;
  const chunks = appChunks(root);
  const apart = staffApart(chunks.ofStaff);
  return {
    root,
    appType: 'spa' as const,
    publicDir: false as const,
    define: {
      __SELF_DESTROY__: JSON.stringify(mode === 'self-destroy'),
      ...(mode === PRERENDER_MODE ? { 'process.env.NODE_ENV': '"production"' } : {}),
    },
    ...(mode === PRERENDER_MODE ? { ssr: { noExternal: true } } : {}),
    resolve: {
      alias: [
        // The same source, not translated for browsers that the app doesn't run in anyway.
        { find: /^dexie$/, replacement: resolve(root, 'node_modules/dexie/dist/modern/dexie.mjs') },
        {
          find: /^workbox-window$/,
          replacement: resolve(root, 'node_modules/workbox-window/build/workbox-window.prod.mjs'),
        },
        // React has it itself since version 18.
        {
          find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
          replacement: 'use-sync-external-store/with-selector.js',
        },
        { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      ],
    },
    plugins: [
      messages(mode === KIOSK_MODE ? isNotOfKiosk : mode === 'test' ? undefined : isOfKiosk),
      flattenHtml(mode === KIOSK_MODE ? 'renderer/kiosk/index.html' : 'renderer/index.html'),
      react(),
      ...(isApp ? [chunks.plugin, apart] : []),
      // In tests there is nothing to precache, and the worker is tested from the build.
      ...(mode === 'test' || mode === KIOSK_MODE || mode === PRERENDER_MODE
        ? []
        : [
            VitePWA({
              strategies: 'injectManifest',
              srcDir: 'renderer/service-worker',
              // The output takes its name from the source: /sw.js.
              filename: 'sw.ts',
              injectRegister: false,
              manifest: false,
              devOptions: { enabled: false },
              integration: {
                configureCustomSWViteBuild(worker) {
                  worker.logLevel = 'warn';
                },
              },
              injectManifest: {
                rollupFormat: 'iife',
                sourcemap: false,
                minify: true,
                // The worker that removes itself precaches nothing.
                ...(mode === 'self-destroy' ? { injectionPoint: '' } : {}),
                // The shell's HTML is not here: the server writes it per vendor, and the worker fetches it at install.
                globPatterns: ['assets/**/*.{js,css,woff2,svg}'],
                // Alphabets that none of our languages is written in.
                globIgnores: [
                  '**/*-{cyrillic,greek,hebrew,vietnamese,math,symbols}-*.woff2',
                  '**/*-{cyrillic,greek}-ext-*.woff2',
                  // Words and names that a password is compared with: 1 MB, of use only where a password is set, which takes a network.
                  '**/strength-worker-*.js',
                ],
                maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
                dontCacheBustURLsMatching: /^assets\//,
                manifestTransforms: [
                  (entries) => ({ manifest: entries.filter(({ url }) => apart.isKept(url)), warnings: [] }),
                ],
              },
            }),
          ]),
    ],
    server: {
      port: 5173,
      proxy:
        command === 'serve'
          ? {
              '^/(api|healthz|manifest\\.webmanifest)': `http://localhost:${process.env.PORT ?? '4173'}`,
              '^/connect/[^/]+/(sync|files|pack\\.json|keys\\.json|manifest\\.webmanifest)': `http://localhost:${process.env.PORT ?? '4173'}`,
              '^/console/[^/]+/api': `http://localhost:${process.env.PORT ?? '4173'}`,
            }
          : {},
    },
    build: {
      outDir: 'dist/web',
      emptyOutDir: true,
      target: 'es2023',
      sourcemap: false,
      ...(mode === PRERENDER_MODE ? { ssr: resolve(root, 'renderer/app/prerender.tsx') } : {}),
      manifest: isApp,
      // A changed chunk changes the map in the page, and no chunk that imports it.
      chunkImportMap: isApp,
      // An inlined asset would need `data:` where the policy has none, and would not be cached apart.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: chunks.preloadsOf },
      rolldownOptions: {
        ...(mode === PRERENDER_MODE
          ? {}
          : {
              input: resolve(root, mode === KIOSK_MODE ? 'renderer/kiosk/index.html' : 'renderer/index.html'),
            }),
        // The engine is pure: what of it a page doesn't call needn't travel because a table is built as its module loads.
        treeshake: { moduleSideEffects: [{ test: /\/sync\/questionnaire\//, sideEffects: false }] },
        output: {
          codeSplitting: { groups: isApp ? chunks.groups : [] },
        },
      },
    },
    test: {
      // Left to itself it keeps one core back: on two, half of the machine.
      maxWorkers: '100%',
      ...(sequencer ? { sequence: { sequencer } } : {}),
      // A busy machine is no failure: this only bounds a wait in vain.
      expect: { poll: { timeout: 15_000 } },
      projects: [
        logic,
        unit,
        browser,
        afterBuild('build', 'tests/build/**/*.test.ts'),
        afterBuild('commands', 'tests/commands/**/*.test.ts'),
        afterBuild('webkit', 'tests/webkit/**/*.test.ts'),
        afterBuild('firefox', 'tests/firefox/**/*.test.ts'),
        // Each at a screen, a server and a kiosk of its own.
        afterBuild('kiosk', 'tests/kiosk/**/*.test.ts', ['tests/support/prompt-waits.ts']),
      ],
    },
  };
});
