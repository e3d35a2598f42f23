/** A form in a partner's page, and what that page has heard of it. */
import { expect, type Frame, type Page } from 'playwright/test';

export interface Told {
  readonly type: string;
  readonly [field: string]: unknown;
}

const EVENTS = ['ready', 'resize', 'step', 'hardstop', 'submitted', 'refused', 'close', 'failed'];

/** What the page around the form hears, whichever of the page's frames that is. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript((types) => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    for (const type of types)
      document.addEventListener(`carefront-${type}`, (event) => told.push((event as CustomEvent).detail));
  }, EVENTS);
}

export const toldTo = (page: Page | Frame) =>
  page.evaluate(() => (window as unknown as { told: Told[] }).told);

const isForm = (frame: Frame) => /\/embed\/|^chrome-error:/.test(frame.url());

/** The form, as a patient meets it; it reads like a page of its own. */
export async function formIn(page: Page): Promise<Frame & Page> {
  await expect.poll(() => page.frames().some(isForm)).toBe(true);
  const frame = page.frames().find(isForm);
  if (!frame) throw new Error('There is no frame');
  return frame as Frame & Page;
}

/** What has the loader's element in it: the page, or a frame of its site builder's. */
export async function aroundForm(page: Page): Promise<Frame> {
  const parent = (await formIn(page)).parentFrame();
  if (!parent) throw new Error('The form is in no page');
  return parent;
}
