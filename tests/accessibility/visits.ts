/** Somebody who comes with a browser of their own, in a language that they have chosen. */
import { type Browser, expect } from 'playwright/test';
import type { Language } from '../../sync/domain/languages.ts';
import { type PatientOptions, serviceWorkersOf } from '../support/patient.ts';
import type { TestServer } from '../support/server.ts';
import { Inspection, type Visitor } from './inspection.ts';
import { Walk } from './walk.ts';

/**
 * @param offset as of an `Inspection`
 * @param worker as of a patient
 */
export async function openVisit(
  browser: Browser,
  origin: string,
  language: Language,
  offset: number,
  worker: PatientOptions['worker'] = 'in full',
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    serviceWorkers: serviceWorkersOf(worker),
  });
  await context.addCookies([{ name: 'cf-lang', value: language, url: origin }]);
  const page = await context.newPage();
  return { page, walk: new Walk(page, language), inspection: new Inspection(page, offset) };
}

/** The demo account that the server names at start. */
export async function signsInAsStaff(
  { page, walk }: Visitor,
  { origin, output }: Pick<TestServer, 'origin' | 'output'>,
  vendor: string,
): Promise<void> {
  const account = new RegExp(`([^(\\s]+@${vendor}\\.example), password ([^)\\s]+)`).exec(output());
  await page.goto(`${origin}/console/${vendor}`);
  await page.locator('input[type=email]').fill(account?.[1] ?? '');
  await page.locator('input[type=password]').fill(account?.[2] ?? '');
  await walk.leaves(() => walk.presses('console', 'signIn.button'));
}

/** Opens an address and waits for its screen: languages of the page and of the test are the same. */
export async function opensAt({ page, walk }: Visitor, address: string): Promise<void> {
  await page.goto(address);
  await expect(walk.question).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', walk.language);
}
