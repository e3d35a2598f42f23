/** A patient's way through the product in any language: by the product's words, and by the place of an option where it has none. */
import { expect, type Locator, type Page } from 'playwright/test';
import type { Language } from '../../sync/domain/languages.ts';
import { type Area, questionsOf, words } from '../support/words.ts';

/** What is done at a question, by its linkId; the question goes on by Continue afterwards. */
export type Answers = Readonly<Record<string, (walk: Walk) => Promise<void>>>;

export class Walk {
  readonly page: Page;
  readonly language: Language;
  constructor(page: Page, language: Language) {
    this.page = page;
    this.language = language;
  }

  get main(): Locator {
    return this.page.getByRole('main');
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog');
  }

  get question(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  button(area: Area, key: string): Locator {
    return this.page.getByRole('button', { name: words(this.language, area, key), exact: true });
  }

  async presses(area: Area, key: string): Promise<void> {
    await this.button(area, key).first().click();
  }

  /** The input is out of sight behind its row: people press the row. */
  async chooses(index: number, within: Locator = this.main): Promise<void> {
    const input = within.locator('input:is([type=radio], [type=checkbox])').nth(index);
    // A page that was just looked at in other sizes still moves: a bar may be where the row will be.
    await expect(() => input.check({ force: true })).toPass({ timeout: 15_000 });
  }

  async fills(index: number, text: string): Promise<void> {
    await this.main.getByRole('textbox').nth(index).fill(text);
  }

  /** Year, month and day, whichever order the language has. */
  async fillsDate(within: Locator, iso: string): Promise<void> {
    const [year = '', month = '', day = ''] = iso.split('-');
    for (const [key, text] of Object.entries({ 'date.year': year, 'date.month': month, 'date.day': day }))
      await within.getByRole('textbox', { name: words(this.language, 'design', key) }).fill(text);
  }

  /** Waits for the next screen: its heading is another element, even where it reads the same. */
  async leaves(action: () => Promise<void>): Promise<void> {
    const heading = await this.question.elementHandle();
    await action();
    await expect(async () => {
      expect(await heading?.evaluate((element) => element.isConnected)).toBe(false);
      await expect(this.question).toBeVisible();
    }).toPass();
  }

  async goesOn(): Promise<void> {
    await this.leaves(() => this.presses('flow', 'runner.continue'));
  }

  /** Continue without what is needed: the errors stand on the screen. */
  async isRefused(): Promise<void> {
    await this.presses('flow', 'runner.continue');
    await this.showsAnError();
  }

  async showsAnError(): Promise<void> {
    await expect(this.page.locator('[id$="-error"]').first()).toBeVisible();
  }

  async passesTheGate(place = 'US-CA'): Promise<void> {
    await expect(this.page.locator('main section[inert]')).toHaveCount(0);
    await this.page.locator('#gate-place').selectOption(place);
    await this.leaves(() => this.presses('welcome', 'gate.start'));
  }

  /** @param at called before the page is filled in */
  async saysWhoTheyAre(at: (page: string, walk: Walk) => Promise<void> = async () => {}): Promise<void> {
    await at('about', this);
    // Where others may answer for a patient, the first choice is for oneself.
    const forMyself = this.page.locator('#answered-by input[type=radio]');
    if ((await forMyself.count()) > 0) await forMyself.first().check({ force: true });
    await this.page.locator('#given-name').fill('Marguerite');
    await this.page.locator('#family-name').fill('Okonkwo-Brandt');
    await this.fillsDate(this.page.locator('#birth-date'), '1984-03-17');
    await this.chooses(0, this.page.locator('#sex'));
    await this.chooses(2, this.page.locator('#contact-method'));
    await this.page.locator('#contact-value').fill('marguerite.canary@example.org');
    await this.chooses(1, this.page.locator('#contact-message'));
    await this.goesOn();
  }

  async agrees(at: (page: string, walk: Walk) => Promise<void> = async () => {}): Promise<void> {
    await at('consent', this);
    for (const box of await this.main.getByRole('checkbox').all()) await box.check({ force: true });
    await this.leaves(() => this.presses('welcome', 'consent.agree'));
  }

  /** Every question that comes, until what is asked beside them. */
  async answers(vendor: string, form: string, given: Answers): Promise<void> {
    const questions = questionsOf(vendor, form, this.language);
    const ends = [
      words(this.language, 'flow', 'review.title'),
      words(this.language, 'welcome', 'about.title'),
      words(this.language, 'welcome', 'consent.title'),
    ];
    for (let step = 0; step < 60; step += 1) {
      const text = (await this.question.innerText()).trim();
      if (ends.includes(text)) return;
      const [, linkId] = [...questions].find(([question]) => text.startsWith(question)) ?? [];
      const answer = given[linkId ?? ''];
      if (!answer) throw new Error(`Nothing is said about the question ${linkId ?? text}`);
      await answer(this);
      if ((await this.question.innerText()).trim() === text) await this.goesOn();
    }
    throw new Error('The form has no end');
  }
}
