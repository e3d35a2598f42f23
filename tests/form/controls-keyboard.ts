/** Fills the page of all controls by keys, as somebody does who has no mouse. */
import { expect, type Page } from 'playwright/test';

const SYSTEM = 'https://care.example/codes';
const UCUM = 'http://unitsofmeasure.org';
const coding = (display: string) => ({
  system: SYSTEM,
  code: display.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
  display,
});

interface Step {
  /** Keys by name in brackets, text as it is. */
  readonly keys: readonly string[];
  readonly answers: readonly unknown[];
}

const tab = '[Tab]';
const down = '[ArrowDown]';

/** In the order of the page. Each begins at the first stop of its control. */
const STEPS: Readonly<Record<string, Step>> = {
  string: { keys: ['KV-2210'], answers: ['KV-2210'] },
  text: { keys: ['A cough.', '[Enter]', 'At night.'], answers: ['A cough.\nAt night.'] },
  url: { keys: ['https://care.example'], answers: ['https://care.example'] },
  integer: { keys: ['1,200'], answers: [1200] },
  decimal: { keys: ['5,6'], answers: [5.6] },
  // In the United States feet and inches come first.
  height: {
    keys: ['5', tab, '8'],
    answers: [173],
  },
  dose: { keys: ['20'], answers: [{ value: 20, unit: 'mg', system: UCUM, code: 'mg' }] },
  // Another unit, and the offer to convert.
  weight: {
    keys: ['70', tab, '[ArrowRight]', tab, '[Enter]'],
    answers: [{ value: 31.75, unit: 'kg', system: UCUM, code: 'kg' }],
  },
  amount: {
    keys: ['2', tab, 'Another', tab, 'bottles'],
    answers: [{ value: 2, unit: 'bottles' }],
  },
  strength: {
    keys: ['500', tab, 'milligrams'],
    answers: [{ value: 500, unit: 'milligrams', system: UCUM, code: 'mg' }],
  },
  pain: { keys: ['[ArrowRight]', '[ArrowRight]', '[ArrowRight]', tab, '[Control+a]', '7'], answers: [7] },
  boolean: { keys: [down], answers: [false] },
  'boolean-line': { keys: ['[Space]'], answers: [true] },
  tick: { keys: ['[Space]'], answers: [true] },
  choice: { keys: [down], answers: [coding('Several days')] },
  line: { keys: ['[ArrowRight]', '[ArrowRight]'], answers: [coding('Well')] },
  columns: { keys: [down, down], answers: [coding('This week')] },
  cards: { keys: ['[ArrowRight]'], answers: [coding('Belly')] },
  'drop-down': { keys: ['On foot'], answers: [coding('On foot')] },
  country: { keys: ['[Pick Leb]'], answers: [coding('Lebanon')] },
  open: { keys: ['[ArrowUp]', tab, 'Willow bark'], answers: ['Willow bark'] },
  several: { keys: ['[Space]', tab, '[Space]'], answers: [coding('Fever'), coding('A cough')] },
  'several-open': {
    keys: ['[Space]', tab, tab, tab, tab, '[Space]', tab, 'Bee stings'],
    answers: [coding('Nuts'), 'Bee stings'],
  },
  countries: {
    keys: ['[Pick Per]', '[Escape]', tab, 'At sea', tab, '[Enter]'],
    answers: [coding('Peru'), 'At sea'],
  },
  'missing-list': { keys: ['Care for all'], answers: [{ display: 'Care for all' }] },
  date: { keys: ['3 Feb 2026'], answers: ['2026-02-03'] },
  month: { keys: ['11', tab, '2025'], answers: ['2025-11'] },
  'date-time': {
    keys: ['11/20/2026', tab, tab, tab, tab, '8:15 am'],
    answers: ['2026-11-20T08:15:00+01:00'],
  },
  time: { keys: ['10:30 pm'], answers: ['22:30:00'] },
  reference: { keys: ['Dr. Haddad'], answers: [{ display: 'Dr. Haddad' }] },
  referred: { keys: [down], answers: [{ reference: 'Practitioner/2', display: 'Dr. Luis Ortega' }] },
  repeated: { keys: ['Appendix', tab, '[Enter]', 'Left knee'], answers: ['Appendix', 'Left knee'] },
};
/** A picker of files opens a window of the system, which no page's keys reach. */
const UNREACHABLE = { attachment: [] };
const MAX_STOPS = 12;

export class ControlsKeyboard {
  private readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get expected(): Readonly<Record<string, readonly unknown[]>> {
    return {
      ...UNREACHABLE,
      ...Object.fromEntries(Object.entries(STEPS).map(([linkId, { answers }]) => [linkId, answers])),
    };
  }

  private async place(): Promise<string | undefined> {
    return await this.page.evaluate(
      () => document.activeElement?.closest<HTMLElement>('[data-control]')?.dataset.control?.split(' ')[1],
    );
  }

  private async reaches(linkId: string): Promise<void> {
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      await this.page.keyboard.press('Tab');
      if ((await this.place()) === linkId) return;
    }
    throw new Error(`Tab doesn't come to ${linkId}; it is at ${await this.place()}`);
  }

  private async presses(linkId: string, keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const name = /^\[(.+)\]$/.exec(key)?.[1];
      if (name?.startsWith('Pick ')) await this.picks(linkId, name.slice('Pick '.length));
      else if (name === undefined) await this.page.keyboard.type(key);
      else await this.page.keyboard.press(name);
      // A control that comes with a key is there in the next frame.
      await this.page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
    }
  }

  private async answersOf(linkId: string): Promise<unknown> {
    return await this.page.evaluate((id) => globalThis.readAnswers()[id], linkId);
  }

  /** The one option that some letters leave. A list takes keys a moment after it shows: longer than a script needs to press them. */
  private async picks(linkId: string, letters: string): Promise<void> {
    await expect(async () => {
      await this.page.keyboard.press('Control+a');
      await this.page.keyboard.type(letters);
      await expect(this.page.locator('[role=listbox] [role=option]')).toHaveCount(1, { timeout: 2_000 });
      await this.page.keyboard.press('ArrowDown');
      await expect(this.page.locator('input:focus')).toHaveAttribute('aria-activedescendant', /./, {
        timeout: 1_000,
      });
      await this.page.keyboard.press('Enter');
      await expect.poll(() => this.answersOf(linkId), { timeout: 1_000 }).toHaveLength(1);
    }).toPass();
  }

  async fillsEverything(): Promise<void> {
    for (const [linkId, { keys, answers }] of Object.entries(STEPS)) {
      await this.reaches(linkId);
      await this.presses(linkId, keys);
      await expect.poll(() => this.answersOf(linkId), { message: linkId }).toEqual(answers);
    }
  }

  async signs(name: string): Promise<void> {
    await this.reaches('signature');
    await this.presses('signature', ['[ArrowRight]', tab, name, tab, '[Enter]']);
  }
}
