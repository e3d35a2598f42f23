/** A patient in Safari's engine, spoken over WebDriver. */
import { By, type WebDriver, type WebElement } from 'selenium-webdriver';
import { DrivenPatient } from '../support/driven-patient.ts';

/** The first of the elements that shows; a screen that is on its way out may take one away meanwhile. */
async function shown(driver: WebDriver, xpath: string): Promise<WebElement> {
  for (const element of await driver.findElements(By.xpath(xpath))) {
    if (!(await element.isDisplayed().catch(() => false))) continue;
    // The driver's own scrolling doesn't wait for a page that scrolls smoothly.
    await driver.executeScript(
      'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })',
      element,
    );
    return element;
  }
  throw new Error(`Nothing shows at ${xpath}`);
}

export function createPatient(driver: WebDriver): DrivenPatient {
  return new DrivenPatient({
    open: (url) => driver.get(url),
    read: <Value>(expression: string) =>
      driver.executeAsyncScript<Value>(
        `const done = arguments[arguments.length - 1]; Promise.resolve(${expression}).then(done, () => done(null));`,
      ),
    click: async (xpath) => (await shown(driver, xpath)).click(),
    type: async (xpath, text) => (await shown(driver, xpath)).sendKeys(text),
  });
}
