/** What a test asks a page about its service worker. */
import type { Page } from 'playwright';
import type { TestInfo } from 'playwright/test';
import type { PatientOptions } from './patient.ts';
import { until } from './wait.ts';

/** It stores everything before it answers, which takes long where other tests have the processors. */
const WORKER_MS = 90_000;

/** In a file in which only some tests need one: those that are tagged `@worker`. */
export const workerOf = ({ tags }: TestInfo): NonNullable<PatientOptions['worker']> =>
  tags.includes('@worker') ? 'daily' : 'in full';

/** Waits until the page's own worker (not the platform's) has stored everything and answers for the page. */
export async function workerIsReady(page: Page): Promise<void> {
  await until(
    'the worker controls the page',
    () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const active = registration?.active;
        return active?.state === 'activated' && navigator.serviceWorker.controller === active;
      }),
    WORKER_MS,
  );
}

/**
 * The worker looks for a new version, and the new version is installed and waits. A look that falls together with the app's own may find
 * nothing: it looks again.
 */
export async function newWorkerWaits(page: Page): Promise<void> {
  await until(
    'the new worker waits',
    () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        if (!registration?.installing && !registration?.waiting) await registration?.update();
        return registration?.waiting?.state === 'installed';
      }),
    WORKER_MS,
  );
}

/** Lists the caches of the origin. */
export const cacheNames = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

/** Paths of the scopes that have a worker. */
export const scopes = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).sort(),
  );
