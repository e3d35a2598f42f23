/** What a patient sees and does in Safari's engine, spoken over WebDriver. */
import { By, type WebDriver, type WebElement } from 'selenium-webdriver';
import { until } from '../support/wait.ts';

const STEP_MS = 30_000;

/** A string as an XPath literal: the language has no escapes. */
const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`);

export class Patient {
  private readonly driver: WebDriver;
  constructor(driver: WebDriver) {
    this.driver = driver;
  }

  async opens(url: string): Promise<void> {
    await this.driver.get(url);
  }

  private async run<Value>(script: string, ...args: unknown[]): Promise<Value> {
    return await this.driver.executeScript<Value>(script, ...args);
  }

  /** The first of the elements that shows; a screen that is on its way out may take one away meanwhile. */
  private async shown(xpath: string): Promise<WebElement | undefined> {
    for (const element of await this.driver.findElements(By.xpath(xpath))) {
      if (await element.isDisplayed().catch(() => false)) return element;
    }
    return undefined;
  }

  private async act(
    what: string,
    xpath: string,
    action: (element: WebElement) => Promise<void>,
  ): Promise<void> {
    let obstacle: unknown;
    try {
      await until(
        `${what} can be used`,
        async () => {
          const element = await this.shown(xpath);
          if (element === undefined) return false;
          try {
            // The driver's own scrolling doesn't wait for a page that scrolls smoothly.
            await this.run('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', element);
            await action(element);
            return true;
          } catch (error) {
            // Replaced or covered at this moment: it is looked for again.
            obstacle = error;
            return false;
          }
        },
        STEP_MS,
      );
    } catch (error) {
      throw new Error(`${String(error)}, on:\n${await this.text()}`, { cause: obstacle });
    }
  }

  /** Whether everything is on the device, so that the next load needs no server. */
  async hasAWorker(): Promise<boolean> {
    return await this.driver.executeAsyncScript<boolean>(`
      const done = arguments[arguments.length - 1];
      navigator.serviceWorker.getRegistration().then((found) => done(found?.active?.state === 'activated'), () => done(false));`);
  }

  async isControlledByTheWorker(): Promise<boolean> {
    return await this.run('return navigator.serviceWorker.controller?.state === "activated"');
  }

  /** The width that the page has, in CSS pixels. */
  async width(): Promise<number> {
    return await this.run('return innerWidth');
  }

  async overflow(): Promise<number> {
    return await this.run(
      'const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth',
    );
  }

  async headline(): Promise<string> {
    return (await this.run<string | null>('return document.querySelector("main h1")?.innerText')) ?? '';
  }

  async text(): Promise<string> {
    return (await this.run<string | null>('return document.querySelector("main")?.innerText')) ?? '';
  }

  async sees(headline: string | RegExp): Promise<void> {
    await until(
      `the headline is ${headline}`,
      async () => {
        const shown = await this.headline();
        return typeof headline === 'string' ? shown === headline : headline.test(shown);
      },
      STEP_MS,
    );
  }

  async reads(text: string): Promise<void> {
    await until(`the page says “${text}”`, async () => (await this.text()).includes(text), STEP_MS);
  }

  /** Of the answer that is chosen. */
  async chosen(): Promise<string | null> {
    return await this.run(
      'return [...document.querySelectorAll("main input:checked")].map((input) => input.closest("label").innerText.trim())[0] ?? null',
    );
  }

  async presses(name: string): Promise<void> {
    const is = `normalize-space(.)=${quoted(name)} or @aria-label=${quoted(name)}`;
    await this.act(`the button “${name}”`, `//button[${is}]`, (button) => button.click());
  }

  async pressesTheOneThatBegins(name: string): Promise<void> {
    await this.act(
      `the button “${name} …”`,
      `//main//button[starts-with(normalize-space(.), ${quoted(name)})]`,
      (button) => button.click(),
    );
  }

  async chooses(label: string, exact = false): Promise<void> {
    const text = exact
      ? `normalize-space(.)=${quoted(label)}`
      : `contains(normalize-space(.), ${quoted(label)})`;
    const option = `//main//label[.//input and ${text}]`;
    await this.act(`the answer “${label}”`, option, (element) => element.click());
    await until(
      `“${label}” is chosen`,
      async () => {
        const [input] = await this.driver.findElements(By.xpath(`${option}//input`));
        return (await input?.isSelected().catch(() => false)) === true;
      },
      STEP_MS,
    );
  }

  async ticksEveryBox(): Promise<void> {
    const boxes = await this.driver.findElements(By.xpath('//main//label[.//input[@type="checkbox"]]'));
    for (const box of boxes) await box.click();
  }

  async types(id: string, text: string): Promise<void> {
    await this.act(`the field ${id}`, `//*[@id=${quoted(id)}]`, (field) => field.sendKeys(text));
  }

  async picks(id: string, value: string): Promise<void> {
    const list = await this.driver.findElement(By.id(id));
    // Of a list that is shut the options have no place on the screen.
    await list.findElement(By.css(`option[value="${value}"]`)).click();
    await until(`${value} is picked`, async () => (await list.getAttribute('value')) === value, STEP_MS);
  }

  async typesTheBirthDate(iso: string): Promise<void> {
    const [year = '', month = '', day = ''] = iso.split('-');
    for (const [part, text] of Object.entries({ Day: day, Month: month, Year: year })) {
      const field = `//*[@id="birth-date"]//input[@id=//label[normalize-space(.)="${part}"]/@for]`;
      await this.act(`the field “${part}”`, field, (input) => input.sendKeys(text));
    }
  }

  /** What was entered is on the disk. */
  async isSaved(): Promise<void> {
    const line =
      'return [...document.querySelectorAll("header p")].some((line) => line.innerText.trim() === "Saved")';
    await until('everything is saved', () => this.run<boolean>(line), STEP_MS);
  }

  async answers(option: string): Promise<void> {
    const before = await this.headline();
    await this.chooses(option, true);
    await this.isSaved();
    await this.presses('Continue');
    await until('the next question shows', async () => (await this.headline()) !== before, STEP_MS);
  }

  /** From the landing's gate to the first question, in California, on a phone of their own. */
  async begins(): Promise<void> {
    await this.chooses('or older');
    await this.picks('gate-place', 'US-CA');
    await this.presses('Start');
    await this.sees(/^Who /);
    await this.chooses('for myself');
    await this.types('given-name', 'Marguerite');
    await this.types('family-name', 'Okonkwo-Brandt');
    await this.typesTheBirthDate('1984-03-17');
    await this.chooses('Female', true);
    await this.presses('Continue');
    await this.sees(/reach you safely/);
    await this.chooses('E-mail', true);
    await this.types('contact-value', 'marguerite.canary@example.org');
    await this.chooses('must not say');
    await this.presses('Continue');
    await this.sees(/^Where are you/);
    await this.presses('Continue');
    await this.sees(/^Whose device/);
    await this.chooses('Mine', true);
    await this.presses('Continue');
    await this.sees(/agree/);
    await this.ticksEveryBox();
    await this.presses('Agree and continue');
  }

  async signsAndSends(): Promise<void> {
    await this.types('attestation-name', 'Marguerite Okonkwo-Brandt');
    await this.pressesTheOneThatBegins('Send');
  }

  /** What the system says when the device is back on a network. */
  async isToldOfTheNetwork(): Promise<void> {
    await this.run('window.dispatchEvent(new Event("online"))');
  }
}
