/** What Vitest runs, and how: a project for each kind of test. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectConfiguration, ViteUserConfig } from 'vitest/config';
import { findHeadlessChromium } from '../../build/find-chromium.ts';
import { temporaryFiles } from '../../build/test-run/temporary-files.ts';

const root = resolve(import.meta.dirname, '../..');
/** The server's tests share one embedded PostgreSQL; the others never wait for it. */
const serverSetup = 'sync/server/testing/global-setup.ts';
const chromium = findHeadlessChromium() ?? '/usr/bin/chromium';
/** Logic without components that needs what only browsers have. */
const browserTests = 'renderer/**/*.browser.test.ts';
if (process.env.VITEST !== undefined) await import('./prompt-waits.ts');
/** A build doesn't wait for Vitest. */
const sequencer =
  process.env.VITEST === undefined
    ? undefined
    : (await import('../../build/test-run/longest-first.ts')).LongestFirst;
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
      'tests/bench/**/*.test.ts',
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

export const tests: NonNullable<ViteUserConfig['test']> = {
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
};
