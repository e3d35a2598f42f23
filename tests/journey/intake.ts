/** What a patient does with a form, in a patient's words; every step goes through what they see. */
import { expect, type Locator, type Page } from 'playwright/test';

export interface Person {
  readonly givenName: string;
  readonly familyName: string;
  /** ISO. */
  readonly birthDate: string;
  readonly email: string;
}

export const PERSON: Person = {
  givenName: 'Marguerite',
  familyName: 'Okonkwo-Brandt',
  birthDate: '1984-03-17',
  email: 'marguerite.canary@example.org',
};

export interface IntakeOptions {
  readonly person?: Person;
  /** As the picker names it. */
  readonly place?: string;
  readonly device?: 'own' | 'shared';
}

const WHO = 'So we can reply';
const CONSENT = 'Your consent';
const REVIEW = 'Check your answers';

/** React Aria hides the input behind its row: people press the row. */
export async function choose(scope: Page | Locator, name: string | RegExp): Promise<void> {
  const radio = scope.getByRole('radio', { name, exact: typeof name === 'string' }).first();
  await radio.waitFor({ state: 'attached' });
  // In a frame that grows meanwhile a press misses, and people press again.
  await expect(() => radio.check({ force: true, timeout: 5_000 })).toPass({ timeout: 20_000 });
}

/** The code by which patient and clinic speak of a form. */
export async function codeOnScreen(page: Page): Promise<string> {
  const text = await page.getByRole('main').innerText();
  const code = /\b[0-9A-Z]{2}-[0-9A-Z]{4}\b/.exec(text)?.[0];
  if (code === undefined) throw new Error(`There is no code on the screen:\n${text}`);
  return code;
}

export class Intake {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async continues(): Promise<void> {
    await this.page.getByRole('button', { name: 'Continue', exact: true }).click();
  }

  /** From the landing to the first question: past who they are, where the form asks first. */
  async begins(options: IntakeOptions = {}): Promise<void> {
    await this.passesTheGate(options.place ?? 'California', options.device);
    await this.page.waitForURL(/\/(welcome|consultation)$/);
    if (this.page.url().endsWith('/welcome')) await this.saysWhoTheyAre(options.person ?? PERSON);
  }

  /** @param device a shared one is named before the start, one's own at the end */
  async passesTheGate(place: string, device: 'own' | 'shared' = 'own'): Promise<void> {
    const { page } = this;
    await expect(page.locator('main section[inert]')).toHaveCount(0);
    await page.getByRole('combobox', { name: /Where are you right now/ }).selectOption({ label: place });
    if (device === 'shared')
      await this.page.getByRole('checkbox', { name: 'This is a shared device' }).check({ force: true });
    await this.page.getByRole('button', { name: /^Start/ }).click();
  }

  /** And how they are answered. */
  async saysWhoTheyAre(person: Person): Promise<void> {
    const { page } = this;
    await expect(page.getByRole('heading', { level: 1, name: WHO })).toBeVisible();
    if ((await page.getByRole('radio', { name: /for myself/ }).count()) > 0) await choose(page, /for myself/);
    await page.getByRole('textbox', { name: /First name/ }).fill(person.givenName);
    await page.getByRole('textbox', { name: /Last name/ }).fill(person.familyName);
    await this.fillsDate(page.getByRole('group', { name: /Date of birth/ }), person.birthDate);
    await choose(page, 'Female');
    await choose(page, 'Email');
    await page.getByRole('textbox', { name: /Email address/ }).fill(person.email);
    await choose(page, /keep it private/);
    await this.continues();
    await expect(page.getByRole('heading', { level: 1, name: WHO })).toBeHidden();
  }

  async fillsDate(group: Locator, iso: string): Promise<void> {
    const [year = '', month = '', day = ''] = iso.split('-');
    await group.getByRole('textbox', { name: /Day/ }).fill(day);
    await group.getByRole('textbox', { name: /Month/ }).fill(month);
    await group.getByRole('textbox', { name: /Year/ }).fill(year);
  }

  async agrees(): Promise<void> {
    const { page } = this;
    await expect(page.getByRole('heading', { level: 1, name: CONSENT })).toBeVisible();
    for (const box of await page.getByRole('checkbox').all()) await box.check({ force: true });
    await page.getByRole('button', { name: 'Agree and continue' }).click();
    await this.isAsked(REVIEW);
  }

  question(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  async isAsked(question: string | RegExp): Promise<void> {
    await expect(this.question()).toHaveText(question);
  }

  async answers(option: string | RegExp): Promise<void> {
    await choose(this.page, option);
    await this.isSaved();
    await this.continues();
  }

  /** Another answer to a question that was answered before: Continue may read "Save change". */
  async changesTo(option: string | RegExp): Promise<void> {
    await choose(this.page, option);
    await this.isSaved();
    await this.page.getByRole('button', { name: /^(Continue|Save change)$/ }).click();
  }

  /** One of several that may be ticked. */
  async ticks(option: string): Promise<void> {
    await this.page.getByRole('checkbox', { name: option, exact: true }).check({ force: true });
    await this.isSaved();
    await this.continues();
  }

  async seesThatItWasRead(): Promise<void> {
    await this.page.bringToFront();
    await this.page.reload();
    await expect(
      this.page.getByRole('heading', { level: 1, name: 'A clinician has read your answers' }),
    ).toBeVisible({ timeout: 60_000 });
  }

  async isSaved(): Promise<void> {
    await expect(this.page.getByText('Saved', { exact: true }).first()).toBeVisible();
  }

  async skips(): Promise<void> {
    await this.page.getByRole('button', { name: 'Skip this question' }).click();
  }

  async types(text: string): Promise<void> {
    await this.page.getByRole('main').getByRole('textbox').first().fill(text);
    await this.isSaved();
    await this.continues();
  }

  /** Past what the form asks after its questions, unless that is known. */
  async reachesTheReview(person: Person = PERSON): Promise<void> {
    const text = () => this.question().innerText();
    await expect(this.question()).toHaveText(new RegExp(`^(${WHO}|${CONSENT}|${REVIEW})$`));
    if ((await text()) === WHO) await this.saysWhoTheyAre(person);
    await expect(this.question()).toHaveText(new RegExp(`^(${CONSENT}|${REVIEW})$`));
    if ((await text()) === CONSENT) await this.agrees();
    await this.isAsked(REVIEW);
  }

  /** Answers a question that isn't known beforehand, by the first option, a number or nothing, and goes on. */
  async answersTheNext(): Promise<void> {
    const { page } = this;
    // Two questions of a form may read alike: the element tells them apart.
    const asked = await this.question().elementHandle();
    const main = page.getByRole('main');
    const options = main.getByRole('radio').or(main.getByRole('checkbox'));
    const fields = main.getByRole('textbox');
    // A rare control comes a moment after its question; a step that only says something has none.
    await options
      .or(fields)
      .first()
      .waitFor({ state: 'attached', timeout: 3_000 })
      .catch(() => undefined);
    if ((await options.count()) > 0) await options.first().check({ force: true });
    else if ((await fields.count()) > 0) await fields.first().fill('3');
    await this.continues();
    await expect(async () => {
      expect(await asked?.evaluate((heading) => heading.isConnected)).toBe(false);
      await expect(this.question()).toBeVisible();
    }).toPass({ timeout: 15_000 });
  }

  async answersWhateverComes(): Promise<void> {
    for (let number = 0; number < 200; number += 1) {
      if ([WHO, CONSENT, REVIEW].includes(await this.question().innerText()))
        return await this.reachesTheReview();
      await this.answersTheNext();
    }
    throw new Error('The form has no end');
  }

  async signsAndSends(person: Person = PERSON, device: 'own' | 'shared' = 'own'): Promise<void> {
    const { page } = this;
    if ((await page.getByRole('radiogroup', { name: 'Whose device is this?' }).count()) > 0)
      await choose(page, device === 'own' ? /^Mine/ : /^Shared/);
    await page
      .getByRole('textbox', { name: /Your full name/ })
      .fill(`${person.givenName} ${person.familyName}`);
    await page.getByRole('button', { name: /^Send (to|when)/ }).click();
  }
}
