import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import './support/prompt-waits.ts';

/** A file that begins last is waited for alone: those that take longest begin first. */
const LONG = [
  'journey/shop/prescription.spec.ts',
  'accessibility/matrix.spec.ts',
  'journey/shared-account.spec.ts',
  'journey/shop/checkout.spec.ts',
  'journey/photo.spec.ts',
  'pwa/updates.spec.ts',
  'journey/shared-phone.spec.ts',
  'journey/safety.spec.ts',
  'journey/main-journey.spec.ts',
].map((path) => `**/tests/${path}`);

/** Each test starts servers and browsers of its own, and waits for them and for what it cuts off a good part of its time. */
const AT_ONCE = Math.ceil(availableParallelism() * 1.5);

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'other', testMatch: '**/*.spec.ts', testIgnore: LONG },
  ],
  outputDir: '../test-results/playwright',
  timeout: 180_000,
  // A busy machine is no failure: this only bounds a wait in vain.
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: AT_ONCE,
  retries: 0,
  forbidOnly: true,
  // As `*.full.test.ts` of Vitest's: `npm run test:full` alone.
  ...(process.env.FULL === '1' ? {} : { grepInvert: /@full/ }),
  reporter: 'list',
});
