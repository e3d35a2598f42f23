/** A patient in Firefox, spoken over WebDriver BiDi. */
import type { ElementHandle, Page } from 'puppeteer-core';
import { DrivenPatient } from '../support/driven-patient.ts';

/** The first of the elements that shows. */
async function shown(page: Page, xpath: string): Promise<ElementHandle> {
  for (const element of await page.$$(`::-p-xpath(${xpath})`)) {
    if (!(await element.isVisible())) continue;
    await element.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    return element;
  }
  throw new Error(`Nothing shows at ${xpath}`);
}

export function createPatient(page: Page): DrivenPatient {
  return new DrivenPatient({
    async open(url) {
      await page.goto(url, { timeout: 60_000 });
    },
    read: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
    click: async (xpath) => (await shown(page, xpath)).click(),
    type: async (xpath, text) => (await shown(page, xpath)).type(text),
  });
}
