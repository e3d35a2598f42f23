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

/** @param inFrame the driver clicks beside what it means there, and finds nothing that takes the focus: elements are told what was done to them */
export function createPatient(driver: WebDriver, { inFrame = false } = {}): DrivenPatient {
  return new DrivenPatient({
    open: (url) => driver.get(url),
    read: <Value>(expression: string) =>
      driver.executeAsyncScript<Value>(
        `const done = arguments[arguments.length - 1]; Promise.resolve(${expression}).then(done, () => done(null));`,
      ),
    click: async (xpath) => {
      const element = await shown(driver, xpath);
      await (inFrame ? driver.executeScript('arguments[0].click()', element) : element.click());
    },
    type: async (xpath, text) => {
      const element = await shown(driver, xpath);
      const write = `Object.getOwnPropertyDescriptor(Object.getPrototypeOf(arguments[0]), 'value').set.call(arguments[0], arguments[1]);
        arguments[0].dispatchEvent(new Event('input', { bubbles: true }))`;
      await (inFrame ? driver.executeScript(write, element, text) : element.sendKeys(text));
    },
  });
}
