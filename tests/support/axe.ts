import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

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

/** Violations on the page as it is now; `expect(await axe(page)).toEqual([])` prints what is wrong and where. */
export async function axe(page: Page): Promise<readonly AxeViolation[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.map(({ id, impact, help, nodes }) => ({
    rule: id,
    impact: impact ?? 'unknown',
    help,
    elements: nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 160)}`),
  }));
}
