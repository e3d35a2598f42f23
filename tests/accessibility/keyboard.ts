/** A patient who has no mouse: Tab, arrows, Space and Enter, and letters into the field that has the focus. */
import { expect, type Locator, type Page } from 'playwright/test';

/** More stops than any screen has between two things that belong together. */
const MAX_STOPS = 60;

interface Focus {
  readonly element: string;
  /** The thickest outline on what has the focus, or on the row that stands for a hidden input. */
  readonly ring: number;
  /** Whether something lies over its middle, or it is outside of the window. */
  readonly obscured: boolean;
}

async function focusOf(page: Page): Promise<Focus> {
  return await page.evaluate(() => {
    const active = document.activeElement ?? document.body;
    const outline = (element: Element) =>
      Math.max(
        ...[undefined, '::before', '::after'].map((part) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
          return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
        }),
      );
    /** Of a slider the thumb carries the ring, a part whose style can be read from the rules alone. */
    const thumb = () =>
      [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules])
        .filter((rule) => rule instanceof CSSStyleRule)
        .filter(
          ({ selectorText }) =>
            selectorText.endsWith('::-webkit-slider-thumb') &&
            active.matches(selectorText.replace('::-webkit-slider-thumb', '')),
        )
        .map(({ style }) => Number.parseFloat(style.outline) || 0);
    // A row stands for the hidden input or for the link in it.
    let shown = active;
    const row = active.closest('label, li');
    for (let above = active.parentElement; row?.contains(above) && above; above = above.parentElement) {
      if (outline(above) > outline(shown)) shown = above;
    }
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const over = document.elementFromPoint(
      (left + right) / 2,
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    );
    return {
      element: active.outerHTML.slice(0, 160),
      ring: Math.max(outline(shown), ...(active.matches('[type=range]') ? thumb() : [])),
      obscured: over === null || !(shown.contains(over) || over.contains(shown)),
    };
  });
}

export class Keyboard {
  readonly page: Page;
  private readonly around: Page;
  /** @param page what is gone through: a frame, too, of the page around it */
  constructor(around: Page, page = around) {
    this.around = around;
    this.page = page;
  }

  async presses(key: string): Promise<void> {
    await this.around.keyboard.press(key);
  }

  async types(text: string): Promise<void> {
    await this.around.keyboard.type(text);
  }

  /** The focus can be seen: a ring of 3 px around something that nothing covers. */
  async seesTheFocus(): Promise<void> {
    await expect
      .poll(async () => {
        const { element, ring, obscured } = await focusOf(this.page);
        return ring < 3 || obscured ? `${ring} px${obscured ? ', covered' : ''}: ${element}` : 'seen';
      })
      .toBe('seen');
  }

  async hasFocus(within: Locator): Promise<boolean> {
    if ((await within.count()) === 0) return false;
    return await within.evaluateAll((elements) =>
      elements.some((element) => element.contains(document.activeElement)),
    );
  }

  /** Tab until the focus is there, seeing it all the way. */
  async tabsTo(target: Locator): Promise<void> {
    await expect(target.first()).toBeVisible();
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      await this.presses('Tab');
      await this.seesTheFocus();
      if (await this.hasFocus(target)) return;
    }
    throw new Error(`Tab doesn’t lead to ${String(target)}`);
  }

  async activates(name: string | RegExp): Promise<void> {
    await this.tabsTo(this.page.getByRole('button', { name, exact: typeof name === 'string' }));
    await this.presses('Enter');
  }

  /** One of a group of radio buttons: Tab into the group, arrows to the one, Space where it is the first. */
  async chooses(index: number, group: Locator = this.page.getByRole('main')): Promise<void> {
    await this.tabsTo(group.getByRole('radio'));
    if (index === 0) await this.presses('Space');
    for (let step = 0; step < index; step += 1) {
      await this.presses('ArrowDown');
      await this.seesTheFocus();
    }
    await expect(group.getByRole('radio').nth(index)).toBeChecked();
  }

  async writes(field: Locator, text: string): Promise<void> {
    await this.tabsTo(field);
    await this.types(text);
    await expect(field).toHaveValue(text);
  }

  /** A new screen: its heading has the focus, in view and without a ring, since it can't be pressed; and nothing moves any more. */
  async arrivesAt(title: string | RegExp): Promise<void> {
    const heading = this.page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(title);
    await this.arrives();
  }

  async arrives(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect.poll(async () => (await focusOf(this.page)).obscured).toBe(false);
    expect(
      await this.page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === 'running')
          .map((animation) =>
            animation.effect instanceof KeyframeEffect
              ? animation.effect.target?.outerHTML.slice(0, 120)
              : '',
          ),
      ),
    ).toEqual([]);
  }
}
