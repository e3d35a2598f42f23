/** A person at the kiosk: presses what they see, page after page, and types with the keys of the screen. */
import { expect, type Locator, type Page } from 'playwright/test';
import { formOf, type Spoken, type Words, wordsOf } from '../../support/words.ts';

export interface Person {
  readonly givenName: string;
  readonly familyName: string;
  /** ISO. */
  readonly birthDate: string;
  readonly email: string;
}

/** By option's place, in words typed, or left out. */
export type Answer =
  | { readonly option: number }
  | { readonly options: readonly number[] }
  | { readonly yes: boolean }
  | { readonly text: string; readonly byKeys?: boolean }
  | 'skip';
/** Question by question, in the order of the form. */
export type Answers = readonly (readonly [linkId: string, answer: Answer])[];

type YesNo = readonly [yes: string, no: string];
const YES_NO: { readonly en: YesNo } & Readonly<Partial<Record<Spoken, YesNo>>> = {
  en: ['Yes', 'No'],
  es: ['Sí', 'No'],
  ar: ['نعم', 'لا'],
};
const MAX_TURNS = 12;

const MAX_TRIES = 3;

/** Whether a finger that is set down in its middle meets it, now and two frames later: a step that opens is yet divided into pages. */
const isUnderAFinger = async (element: Element): Promise<boolean> => {
  const target = element.matches('input') ? (element.closest('label') ?? element) : element;
  const isMet = () => {
    const { left, top, width, height } = target.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return met !== null && target.contains(met);
  };
  if (!isMet()) return false;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return isMet();
};

export class Visitor {
  readonly page: Page;
  readonly language: Spoken;
  readonly words: Words;
  constructor(page: Page, language: Spoken = 'en') {
    this.page = page;
    this.language = language;
    this.words = wordsOf(language);
  }

  main(): Locator {
    return this.page.getByRole('main');
  }

  heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  async sees(title: string | RegExp): Promise<void> {
    await expect(this.heading()).toHaveText(title, { timeout: 20_000 });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  async presses(name: string | RegExp): Promise<void> {
    await this.touches(this.button(name).first());
  }

  /** Turns pages until it is there: nothing on a kiosk scrolls. */
  async reaches(target: Locator): Promise<void> {
    await target.waitFor({ state: 'attached', timeout: 20_000 });
    const { words } = this;
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      if (await target.evaluate(isUnderAFinger)) return;
      const more = this.main().getByRole('button', { name: words('frame', 'pages.more'), exact: true });
      if ((await more.count()) === 0 || !(await more.isEnabled())) {
        const before = this.main().getByRole('button', {
          name: words('frame', 'pages.before'),
          exact: true,
        });
        // Behind what is typed into: the page turned by itself, and has to be turned back.
        if ((await before.count()) > 0 && (await before.isEnabled())) await before.click();
        continue;
      }
      await more.click();
    }
    throw new Error(`Nobody can press ${String(target)}`);
  }

  async touches(target: Locator): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        await this.reaches(target);
        const row = target.locator('xpath=ancestor-or-self::label');
        return await ((await row.count()) > 0 ? row : target).first().click({ timeout: 5_000 });
      } catch (error) {
        // Some presses end the session, and the page dies with them.
        if (this.page.isClosed()) return;
        // It went to another page of the screen meanwhile.
        if (tries === MAX_TRIES) throw error;
      }
  }

  async chooses(name: string | RegExp, group?: string | RegExp): Promise<void> {
    const scope = group === undefined ? this.main() : this.main().getByRole('radiogroup', { name: group });
    const radio = scope.getByRole('radio', { name, exact: typeof name === 'string' }).first();
    await this.touches(radio);
    await expect(radio).toBeChecked();
  }

  /** With the keys of the screen, which come with the field. */
  async typesByKeys(field: Locator, text: string): Promise<void> {
    await this.reaches(field);
    await field.click();
    const keys = this.page.locator('[data-keys]');
    await expect(keys).toBeVisible();
    const key = (name: string) => keys.locator(`[data-skbtn="${name.replaceAll(/["\\]/g, '\\$&')}"]`);
    const has = async (name: string) => (await key(name).count()) > 0;
    for (const sign of text) {
      const name = sign === ' ' ? '{space}' : sign === '\n' ? '{enter}' : sign;
      for (const set of ['{letters}', '{shift}', '{symbols}', '{accents}', '{latin}', '{shift}']) {
        if (await has(name)) break;
        if (await has(set)) await key(set).first().click();
      }
      await key(name).first().click({ timeout: 10_000 });
    }
    await expect(field).toHaveValue(text);
  }

  async types(field: Locator, text: string): Promise<void> {
    await this.reaches(field);
    await field.fill(text);
  }

  async begins(): Promise<void> {
    await this.page
      .locator(`[lang="${this.language}"]`)
      .getByRole('button', { name: this.words('kiosk', 'attract.start') })
      .click();
  }

  /** On the keypad, part by part as the language writes a date. */
  async givesBirthDate(iso: string): Promise<void> {
    const { words } = this;
    await this.sees(new RegExp(`${words('kiosk', 'birth.title')}|${words('kiosk', 'birth.resume')}`));
    const [year = '', month = '', day = ''] = iso.split('-');
    const digits = this.language === 'en' ? `${month}${day}${year}` : `${day}${month}${year}`;
    for (const digit of digits) await this.button(digit).click();
    await this.presses(words('kiosk', 'continue'));
  }

  async givesName(name: string): Promise<void> {
    await this.sees(this.words('kiosk', 'name.title'));
    await this.typesByKeys(this.page.getByLabel(this.words('kiosk', 'name.label'), { exact: true }), name);
    await this.presses(this.words('kiosk', 'continue'));
  }

  async givesCode(code: string): Promise<void> {
    await this.presses(this.words('kiosk', 'ways.code'));
    await this.sees(this.words('kiosk', 'code.title'));
    await this.types(this.page.getByLabel(this.words('kiosk', 'code.label'), { exact: true }), code);
    await this.presses(this.words('kiosk', 'continue'));
  }

  async continues(): Promise<void> {
    await this.presses(this.words('flow', 'runner.continue'));
  }

  field(area: 'welcome' | 'flow', key: string): Locator {
    return this.main().getByLabel(this.words(area, key), { exact: true });
  }

  /** From "Who are you?" to the first question. What check-in knows isn't typed again. */
  async introducesThemself(person: Person, { byKeys = false } = {}): Promise<void> {
    const { words } = this;
    const say = (key: string) => words('welcome', key);
    await this.sees(new RegExp(`${literally(say('who.title'))}|${literally(say('who.titleSelf'))}`));
    const type = byKeys
      ? (field: Locator, text: string) => this.typesByKeys(field, text)
      : (field: Locator, text: string) => this.types(field, text);
    const self = this.main().getByRole('radio', { name: say('who.self') });
    if ((await self.count()) > 0) await this.chooses(say('who.self'));
    for (const [key, text] of [
      ['who.givenName', person.givenName],
      ['who.familyName', person.familyName],
    ] as const)
      if ((await this.field('welcome', key).inputValue()) === '')
        await type(this.field('welcome', key), text);
    const [year = '', month = '', day = ''] = person.birthDate.split('-');
    const parts = [month, day, year] as const;
    for (const [index, part] of (['birth.month', 'birth.day', 'birth.year'] as const).entries()) {
      const field = this.main()
        .getByRole('group', { name: words('flow', 'who.birthDate') })
        .getByLabel(words('kiosk', part), { exact: true });
      if ((await field.inputValue()) === '') await this.types(field, parts[index] ?? '');
    }
    await this.chooses(say('who.sex.female'));
    await this.continues();
    await this.sees(say('contact.title'));
    await this.chooses(words('flow', 'contact.method.email'));
    await this.types(this.field('welcome', 'contact.email'), person.email);
    await this.touches(this.page.locator('#contact-message input').last());
    await this.continues();
  }

  async agrees(): Promise<void> {
    await this.sees(this.words('welcome', 'consent.title'));
    // The first of several is for all of them.
    await this.touches(this.main().getByRole('checkbox').first());
    await this.presses(this.words('welcome', 'consent.agree'));
  }

  async answers(vendor: string, slug: string, answers: Answers): Promise<void> {
    const form = formOf(vendor, slug, this.language);
    const [yes, no] = YES_NO[this.language] ?? YES_NO.en;
    for (const [linkId, answer] of answers) {
      const { text, options } = form.item(linkId);
      await expect(this.heading()).toContainText(text, { timeout: 20_000 });
      if (answer === 'skip') {
        await this.presses(this.words('flow', 'runner.skip'));
        continue;
      }
      if ('yes' in answer) await this.chooses(answer.yes ? yes : no);
      else if ('option' in answer) await this.chooses(options[answer.option] ?? '');
      else if ('options' in answer) {
        for (const each of answer.options)
          await this.touches(this.main().getByRole('checkbox', { name: options[each] ?? '', exact: true }));
      } else {
        const field = this.main().getByRole('textbox').first();
        if (answer.byKeys === true) await this.typesByKeys(field, answer.text);
        else await this.types(field, answer.text);
      }
      await this.continues();
    }
  }

  /** From the last question on, or from the review. */
  async signsAndSends(name: string): Promise<void> {
    const consent = this.words('welcome', 'consent.title');
    await this.sees(new RegExp(`${literally(consent)}|${literally(this.words('flow', 'review.title'))}`));
    if ((await this.heading().innerText()) === consent) await this.agrees();
    await this.sees(this.words('flow', 'review.title'));
    await this.types(this.field('flow', 'attest.name'), name);
    const send = [this.words('flow', 'review.send'), this.words('flow', 'review.sendLater')];
    await this.presses(new RegExp(send.map((each) => literally(each.replace(/\{.*$/, ''))).join('|')));
  }

  async startsOver(): Promise<void> {
    await this.presses(this.words('frame', 'utility.start-over'));
    await this.touches(
      this.page
        .getByRole('alertdialog')
        .getByRole('button', { name: this.words('frame', 'startOver.confirm') }),
    );
  }

  /** What the screen has called saved outlives a crash (G1): the answers, and where they led to. */
  async isSaved(): Promise<void> {
    const line = this.page.locator('header').getByText(this.words('flow', 'save.saved'), { exact: true });
    await expect(line).toBeVisible({ timeout: 20_000 });
  }

  /** By which patient and clinic speak of a form. */
  async codeOnScreen(): Promise<string> {
    const text = await this.main().innerText();
    const code = /\b[0-9A-Z]{2}-[0-9A-Z]{4}\b/.exec(text)?.[0];
    if (code === undefined) throw new Error('There is no code on the screen.');
    return code;
  }
}

function literally(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
