import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { projectRoot } from './paths.ts';

/** Every set of rules but the experimental ones; `target-size` runs only where `wcag22aa` is named. */
const TAGS = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22a',
  'wcag22aa',
  'best-practice',
  'section508',
  'EN-301-549',
  'TTv5',
];

export interface AxeViolation {
  readonly rule: string;
  readonly impact: string;
  readonly help: string;
  /** Selector and opening markup of each element. */
  readonly elements: readonly string[];
}

declare global {
  interface Window {
    /** What the engine's own script leaves behind. */
    axe?: { run(root: Document, options: RunOptions): Promise<AxeResults> };
  }
}

let engine: string | undefined;

/** Sent into pages as text: it uses nothing of this module. */
async function findInPage(tags: readonly string[]): Promise<AxeResults['violations']> {
  if (!window.axe) throw new Error('axe is not in this page');
  const { violations } = await window.axe.run(document, {
    runOnly: { type: 'tag', values: [...tags] },
    resultTypes: ['violations'],
  });
  return violations;
}

/**
 * Violations on the page as it is now; `expect(await axe(page)).toEqual([])` prints what is wrong and where. The engine is brought once for each
 * document, and its findings are read where they were found: @axe-core/playwright does both in another page again, twice the work.
 */
export async function axe(page: Page, tags: readonly string[] = TAGS): Promise<readonly AxeViolation[]> {
  engine ??= readFileSync(join(projectRoot, 'node_modules/axe-core/axe.min.js'), 'utf8');
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(engine);
  const violations = await page.evaluate(findInPage, tags);
  return violations.map(({ id, impact, help, nodes }) => ({
    rule: id,
    impact: impact ?? 'unknown',
    help,
    elements: nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 160)}`),
  }));
}
