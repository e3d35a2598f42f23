import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { consoleApart } from './build/chunks/console-apart.ts';
import { findChromium } from './build/find-chromium.ts';
import { flattenHtml } from './build/flatten-html.ts';
import { messages } from './build/messages/messages.ts';
import { createPageChunks } from './build/page-chunks.ts';
import { temporaryFiles } from './build/test-run/temporary-files.ts';

const root = import.meta.dirname;
/** The server's tests share one embedded PostgreSQL; the others never wait for it. */
const serverSetup = 'sync/server/testing/global-setup.ts';
const chromium = findChromium() ?? '/usr/bin/chromium';
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

const inRenderer = (...folders: readonly string[]) =>
  folders.map((folder) => resolve(root, 'renderer', folder));
/** What each page loads, once it has all that it may need: see `load-ahead.ts` for a form's. */
const PAGES = {
  frame: inRenderer('app'),
  home: inRenderer('features/home'),
  other: inRenderer('features/legal', 'features/platform', 'shell/not-found'),
  device: inRenderer('platform/browser'),
  landing: inRenderer('features/intake/screens/run', 'features/intake/screens/landing'),
  welcome: inRenderer('features/intake/screens/run', 'features/intake/screens/welcome'),
  form: inRenderer(
    'features/intake/screens/run',
    'features/intake/screens/consultation',
    'features/intake/safety',
    'features/intake/flow/run',
    'features/intake/flow/engine',
  ),
  console: inRenderer('features/console/frame', 'features/console/inbox', 'features/console/case'),
};

/** The frame around a vendor's screens. */
const VENDOR_FRAME = /\/renderer\/(?:shell\/frame|device\/provider)\//;

/**
 * Small chunks compress badly, so each of these travels with one that the same visit loads anyway: the frame is part of every page,
 * and the welcome leads to the form.
 */
const MERGED = {
  'frame-landing-welcome-form': 'frame',
  'frame-other-landing-welcome-form-console': 'frame',
  'landing-welcome-form': 'landing-form',
  'landing-form-console': 'landing-welcome-form-console',
  'form-console': 'landing-welcome-form-console',
  'device-console': 'device-form-console',
  'device-form': 'device-form-console',
  'device-welcome-form': 'device-form-console',
};

/** Texts that are always loaded together: those of every page, and those of every page of a form. One file per language for each. */
const TEXTS = {
  'page-texts': /\/renderer\/(?:shell|design)\/messages\/([a-z]{2})\.json/,
  texts: /\/renderer\/(?:form|features\/intake\/(?:flow|safety))\/messages\/([a-z]{2})\.json/,
};

/** @returns e.g. `page-texts-en` */
function textsChunk(id: string): string | null {
  for (const [name, catalogues] of Object.entries(TEXTS)) {
    const language = catalogues.exec(id)?.[1];
    if (language !== undefined) return `${name}-${language}`;
  }
  return null;
}

/** The control of a number and the one of a quantity share most of what they are. */
const NUMBERS = /\/renderer\/(?:form|design)\/controls\/number\//;

/** What the console alone needs is left as it is: rare controls of forms are in it, too. */
function pageChunk(): ReturnType<typeof createPageChunks> {
  const chunkOf = createPageChunks({
    entry: resolve(root, 'renderer/app/main.tsx'),
    pages: PAGES,
    merged: MERGED,
  });
  return (id, graph) => {
    const name = chunkOf(id, graph);
    return name === 'console' ? null : name;
  };
}

/** Rules and what else keeps nothing between two tests. */
const LOGIC = ['sync/{client,domain,protocol,questionnaire,seal}/**/*.test.ts', 'renderer/**/*.test.ts'];

/** Tests that need neither a browser nor a database: they share their modules, which costs more to load than to test. */
const logic: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'logic',
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
    // They wait for databases and processes for a good part of their time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
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
  transform: (code: string, id: string) =>
    id.includes('react-dom-client.development')
      ? code.replace('FALLBACK_THROTTLE_MS = 300', 'FALLBACK_THROTTLE_MS = 0')
      : null,
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
/** Areas that have no screens in a build. */
const TEXTS_OF_OTHERS = { app: ['kiosk', 'frame'], kiosk: ['console', 'device', 'hand-off'], test: [] };

export default defineConfig(({ mode, command }) => {
  const isApp = mode !== KIOSK_MODE && mode !== PRERENDER_MODE;
  const apart = consoleApart();
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
      messages(TEXTS_OF_OTHERS[mode === KIOSK_MODE ? 'kiosk' : mode === 'test' ? 'test' : 'app']),
      flattenHtml(mode === KIOSK_MODE ? 'renderer/kiosk/index.html' : 'renderer/index.html'),
      react(),
      apart,
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
      // Each script that is preloaded is listed in the entry, by a name that doesn't compress: only the two screens that visits
      // begin with are worth it. Stylesheets are always listed, so that no screen shows without its own.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (file, dependencies) =>
          /\/(home|landing)-[\w-]{8}\.js$/.test(file)
            ? dependencies
            : dependencies.filter((name) => name.endsWith('.css')),
      },
      rolldownOptions: {
        ...(mode === PRERENDER_MODE
          ? {}
          : {
              input: resolve(root, mode === KIOSK_MODE ? 'renderer/kiosk/index.html' : 'renderer/index.html'),
            }),
        // The engine is pure: what of it a page doesn't call needn't travel because a table is built as its module loads.
        treeshake: { moduleSideEffects: [{ test: /\/sync\/questionnaire\//, sideEffects: false }] },
        output: {
          codeSplitting: {
            groups: !isApp
              ? []
              : [
                  // What every first paint needs travels as one file: a dozen small ones compress worse, by 3.6 kB.
                  { name: 'start', tags: ['$initial'], priority: 2 },
                  // So does what the home shares with the other screens of a vendor.
                  { name: 'vendor', test: VENDOR_FRAME, priority: 1, includeDependenciesRecursively: false },
                  {
                    name: textsChunk,
                    debugName: 'texts',
                    priority: 1,
                    includeDependenciesRecursively: false,
                  },
                  { name: 'numbers', test: NUMBERS, priority: 1, includeDependenciesRecursively: false },
                  {
                    name: pageChunk(),
                    debugName: 'page',
                    includeDependenciesRecursively: false,
                  },
                ],
          },
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
