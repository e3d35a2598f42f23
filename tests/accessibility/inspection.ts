/** Looks at one screen in some of the ways in which people see it. */
import { expect, type Frame, type Page } from 'playwright/test';
import { axe } from '../support/axe.ts';
import { ibm } from '../support/ibm.ts';
import { everyCombination } from '../support/pairs.ts';
import type { Walk } from './walk.ts';

export interface Viewing {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  readonly contrast?: 'more' | undefined;
  /** In per cent of the browser's own text size. */
  readonly text?: 200 | undefined;
}

/**
 * Every pair of width and scheme, of width and contrast, and of text size and scheme occurs. Each screen is seen in some of
 * them; over all screens and languages all of them occur many times.
 */
export const VIEWINGS: readonly Viewing[] = [
  { width: 390, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 320, scheme: 'light', contrast: 'more' },
  { width: 390, scheme: 'dark', text: 200 },
  { width: 1280, scheme: 'light', contrast: 'more' },
  { width: 320, scheme: 'dark' },
  { width: 390, scheme: 'dark', contrast: 'more' },
  { width: 1280, scheme: 'light', text: 200 },
  { width: 320, scheme: 'light' },
];
const NARROWEST: Viewing = { width: 320, scheme: 'light' };
const HEIGHT = 844;

/**
 * Each screen in one way, the next one in the next; `npm run test:full` takes all ways for each. How a screen is coloured changes nothing of its
 * room, and how much room it has little of its colours: neither is tried in all the ways of the other.
 */
export const isWhole = process.env.FULL === '1';
const EVERY_VIEWING: readonly Viewing[] = [
  { width: 320, scheme: 'dark' },
  { width: 320, scheme: 'dark', contrast: 'more' },
  ...everyCombination({
    width: [320, 390, 1280],
    scheme: ['light'],
    contrast: [undefined, 'more'],
    text: [undefined, 200],
  } as const),
];
/** Where words run out of room: seen of every screen, every day with text twice as large. */
const ROOMS: readonly Viewing[] = [{ ...NARROWEST, text: 200 }, ...(isWhole ? [NARROWEST] : [])];
/** Longer than a day's, with that many more looks. */
export const WALK_MS = isWhole ? 7_200_000 : 300_000;

/** @param seen a frame of the page, if that is what is looked at */
export async function view(
  page: Page,
  { width, scheme, contrast, text }: Viewing,
  seen: Page | Frame = page,
): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({
    colorScheme: scheme,
    contrast: contrast ?? 'no-preference',
    reducedMotion: 'reduce',
  });
  await seen.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size;
    },
    `${text ?? 100}%`,
  );
  // Colours that still change would be measured halfway.
  await seen.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** What reaches out of the page sideways; empty where nothing does. */
export async function sidewaysOverflow(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const reachesOut = ({ left, right }: DOMRect) => right > clientWidth + 0.5 || left < -0.5;
    const outside: string[] = [];
    // Words may reach out of an element that doesn't.
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const range = document.createRange();
      range.selectNode(node);
      if ([...range.getClientRects()].some(reachesOut))
        outside.push(node instanceof Element ? node.outerHTML.slice(0, 160) : `“${node.nodeValue}”`);
    }
    return [`${scrollWidth} wide on ${clientWidth}`, ...outside.slice(-4)];
  });
}

/** Who goes through the screens, and looks at each. */
export interface Visitor {
  readonly walk: Walk;
  readonly page: Page;
  readonly inspection: Inspection;
}

export class Inspection {
  private readonly page: Page;
  private next: number;
  private isSeenElsewhere = false;
  private readonly seen: Page;
  /**
   * @param offset with which of the viewings it begins, so that each language sees a screen in others
   * @param seen a frame of the page, if that is what is looked at
   */
  constructor(page: Page, offset: number, seen = page) {
    this.page = page;
    this.next = offset;
    this.seen = seen;
  }

  /** Steps over screens that another vendor's test sees each day: looked at in `npm run test:full` alone. */
  async leavesToAnother(steps: () => Promise<void>): Promise<void> {
    this.isSeenElsewhere = !isWhole;
    await steps();
    this.isSeenElsewhere = false;
  }

  /** The screen as it is now: no violations, and nothing to scroll sideways. Goes on after a failure, to name them all. */
  async sees(screen: string): Promise<void> {
    if (this.isSeenElsewhere) return;
    const before = this.page.viewportSize() ?? { width: 390, height: HEIGHT };
    const next = VIEWINGS[this.next % VIEWINGS.length] ?? NARROWEST;
    this.next += 1;
    for (const viewing of isWhole ? EVERY_VIEWING : [next]) await this.seesIt(screen, viewing);
    for (const room of ROOMS) {
      await view(this.page, room, this.seen);
      const seen = `sideways: ${screen}, ${room.width}, ${room.text ?? 100} %`;
      expect.soft(await sidewaysOverflow(this.seen), seen).toEqual([]);
    }
    // Steps go on as a phone shows them: at 200 % a bar may cover what is pressed next.
    await view(this.page, { ...NARROWEST, width: before.width }, this.seen);
  }

  private async seesIt(screen: string, viewing: Viewing): Promise<void> {
    const { width, scheme, contrast, text } = viewing;
    const seen = [screen, width, scheme, contrast && 'high contrast', text && '200 %']
      .filter(Boolean)
      .join(', ');
    await view(this.page, viewing, this.seen);
    expect.soft(await axe(this.seen), `violations: ${seen}`).toEqual([]);
    expect.soft(await ibm(this.seen), `IBM's violations: ${seen}`).toEqual([]);
    expect.soft(await sidewaysOverflow(this.seen), `sideways: ${seen}`).toEqual([]);
  }
}
