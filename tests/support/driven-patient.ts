/** What a patient sees and does in a browser that a test steers from outside, whatever it speaks with it. */
import { until } from './wait.ts';

export const STEP_MS = 30_000;

/** A string as an XPath literal: the language has no escapes. */
const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`);

/** What each engine's driver brings. An element is named by an XPath; the first that shows is meant. */
export interface Hands {
  open(url: string): Promise<void>;
  /** Runs an expression in the page, and awaits its value. */
  read<Value>(expression: string): Promise<Value>;
  /** @throws where it isn't there, isn't shown or is covered: it is tried again. */
  click(xpath: string): Promise<void>;
  type(xpath: string, text: string): Promise<void>;
}

export class DrivenPatient {
  private readonly hands: Hands;
  constructor(hands: Hands) {
    this.hands = hands;
  }

  async opens(url: string): Promise<void> {
    await this.hands.open(url);
  }

  private async act(what: string, action: () => Promise<void>): Promise<void> {
    let obstacle: unknown;
    try {
      await until(
        `${what} can be used`,
        async () => {
          try {
            await action();
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
    return await this.hands.read(
      'navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === "activated", () => false)',
    );
  }

  async isControlledByTheWorker(): Promise<boolean> {
    return await this.hands.read('navigator.serviceWorker.controller?.state === "activated"');
  }

  /** The width that the page has, in CSS pixels. */
  async width(): Promise<number> {
    return await this.hands.read('innerWidth');
  }

  async overflow(): Promise<number> {
    return await this.hands.read(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
  }

  async headline(): Promise<string> {
    return (
      (await this.hands.read<string | null>('document.querySelector("main h1")?.innerText ?? null')) ?? ''
    );
  }

  async text(): Promise<string> {
    return (await this.hands.read<string | null>('document.querySelector("main")?.innerText ?? null')) ?? '';
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
    const isThere = async () => (await this.text()).includes(text);
    await until(`the page says “${text}”`, isThere, STEP_MS).catch(async (error: unknown) => {
      throw new Error(`${String(error)}, on:\n${await this.text()}`, { cause: error });
    });
  }

  /** Of the answer that is chosen. */
  async chosen(): Promise<string | null> {
    return await this.hands.read(
      '[...document.querySelectorAll("main input:checked")].map((input) => input.closest("label").innerText.trim())[0] ?? null',
    );
  }

  async presses(name: string): Promise<void> {
    const is = `normalize-space(.)=${quoted(name)} or @aria-label=${quoted(name)}`;
    await this.act(`the button “${name}”`, () => this.hands.click(`//button[${is}]`));
  }

  async pressesTheOneThatBegins(name: string): Promise<void> {
    await this.act(`the button “${name} …”`, () =>
      this.hands.click(`//main//button[starts-with(normalize-space(.), ${quoted(name)})]`),
    );
  }

  /** A button of many alike, which only its name for screen readers tells apart. */
  async pressesTheOneNamedWith(words: string): Promise<void> {
    await this.act(`the button “… ${words} …”`, () =>
      this.hands.click(`//main//button[contains(@aria-label, ${quoted(words)})]`),
    );
  }

  async chooses(label: string, exact = false): Promise<void> {
    const text = exact
      ? `normalize-space(.)=${quoted(label)}`
      : `contains(normalize-space(.), ${quoted(label)})`;
    // A sheet lies beside the page.
    const option = `//*[self::main or @role="dialog"]//label[.//input and ${text}]`;
    await this.act(`the answer “${label}”`, () => this.hands.click(option));
    const input = `document.evaluate(${JSON.stringify(`${option}//input`)}, document, null, 9).singleNodeValue`;
    await until(
      `“${label}” is chosen`,
      () => this.hands.read<boolean>(`${input}?.checked === true`),
      STEP_MS,
    );
  }

  async types(id: string, text: string): Promise<void> {
    await this.act(`the field ${id}`, () => this.hands.type(`//*[@id=${quoted(id)}]`, text));
  }

  /** As the key that deletes would: React hears of it. */
  async clears(id: string): Promise<void> {
    const field = `document.getElementById(${JSON.stringify(id)})`;
    await this.hands.read(
      `Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(${field}, ""), ${field}.dispatchEvent(new Event("input", { bubbles: true }))`,
    );
  }

  async address(): Promise<string> {
    return await this.hands.read('location.href');
  }

  /** The list opens over the page, where no driver can click alike: what is checked is that the page takes the choice. */
  async picks(id: string, value: string): Promise<void> {
    const list = `document.getElementById(${JSON.stringify(id)})`;
    const isThere = `${list} !== null && ${list}.closest('[inert]') === null`;
    await until(`there is ${id}`, () => this.hands.read<boolean>(isThere), STEP_MS);
    await this.hands.read(
      `Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(${list}, ${JSON.stringify(value)}), ${list}.dispatchEvent(new Event("change", { bubbles: true }))`,
    );
    await until(
      `${value} is picked`,
      () => this.hands.read<boolean>(`${list}.value === ${JSON.stringify(value)}`),
      STEP_MS,
    );
  }

  async typesTheBirthDate(iso: string): Promise<void> {
    const [year = '', month = '', day = ''] = iso.split('-');
    for (const [part, text] of Object.entries({ Day: day, Month: month, Year: year })) {
      const field = `//*[@id="birth-date"]//input[@id=//label[normalize-space(.)="${part}"]/@for]`;
      await this.act(`the field “${part}”`, () => this.hands.type(field, text));
    }
  }

  /** What was entered is on the disk. */
  async isSaved(): Promise<void> {
    const line =
      '[...document.querySelectorAll("header p")].some((line) => line.innerText.trim() === "Saved")';
    await until('everything is saved', () => this.hands.read<boolean>(line), STEP_MS);
  }

  async answers(option: string): Promise<void> {
    const before = await this.headline();
    await this.chooses(option, true);
    await this.isSaved();
    await this.presses('Continue');
    await until('the next question shows', async () => (await this.headline()) !== before, STEP_MS);
  }

  /** From the landing to the first question of a form that asks first who somebody is, in California. */
  async begins(): Promise<void> {
    await this.picks('gate-place', 'US-CA');
    await this.presses('Start');
    await this.saysWhoTheyAre();
    await until(
      'the first question shows',
      async () => (await this.headline()) !== 'So we can reply',
      STEP_MS,
    );
  }

  async saysWhoTheyAre(): Promise<void> {
    await this.sees('So we can reply');
    await this.chooses('for myself');
    await this.types('given-name', 'Marguerite');
    await this.types('family-name', 'Okonkwo-Brandt');
    await this.typesTheBirthDate('1984-03-17');
    await this.chooses('Female', true);
    await this.chooses('Email', true);
    await this.types('contact-value', 'marguerite.canary@example.org');
    await this.chooses('keep it private');
    await this.presses('Continue');
  }

  /** An answer in free words. */
  async writes(text: string): Promise<void> {
    await this.act('the answer', () => this.hands.type('//main//textarea', text));
  }

  async agrees(): Promise<void> {
    await this.sees('Your consent');
    await this.chooses('Agree to all');
    await this.presses('Agree and continue');
  }

  /** On a phone of their own. */
  async signsAndSends(): Promise<void> {
    await this.chooses('Mine');
    await this.types('attestation-name', 'Marguerite Okonkwo-Brandt');
    await this.pressesTheOneThatBegins('Send');
  }

  /** What the system says when the device is back on a network. */
  async isToldOfTheNetwork(): Promise<void> {
    await this.hands.read('window.dispatchEvent(new Event("online"))');
  }
}
