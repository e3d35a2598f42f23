/** What axe finds on examples of the standard, and targets too small for a finger. */
import type { Page } from 'playwright';
import {
  hasSharedData,
  SHARED_DATA_MISSING,
  sharedFiles,
  sharedJson,
} from '../../../sync/questionnaire/testing/shared-data.ts';
import { axe } from '../../support/axe.ts';
import type { Row } from './figures.ts';
import { givenForm, type Scenario } from './scenario.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
const EXAMPLES = ['render', 'form-behavior'];
const SMALLEST = 44;

const SMALL: Row = { name: `controls under ${SMALLEST} px, form of 20 questions`, target: '0', ratio: false };

interface Controls {
  readonly small: number;
  readonly all: number;
}

/** The height of what a finger can press: of a radio button or check box, its labels with it. */
function countControls(page: Page): Promise<Controls> {
  return page.evaluate((smallest) => {
    const selector =
      'button, a[href], select, textarea, input:not([type=hidden]), [role=button], [role=combobox], [role=slider], [role=radio], [role=checkbox], [role=switch], [role=tab]';
    const heights = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return [];
      const checkable = control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type);
      const boxes = [control, ...(checkable ? (control.labels ?? []) : [])]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height }) => width > 1 && height > 1);
      if (boxes.length === 0) return [];
      const top = Math.min(...boxes.map((box) => box.top));
      const bottom = Math.max(...boxes.map((box) => box.bottom));
      return [bottom - top];
    });
    return { small: heights.filter((height) => height < smallest - 0.5).length, all: heights.length };
  }, SMALLEST);
}

/** @returns what was left out, and why */
export async function measureAccessibility({
  contestants,
  figures,
  visit,
}: Scenario): Promise<readonly string[]> {
  const form = givenForm({ questions: 20, expressions: 0 });
  for (const contestant of contestants)
    await visit(contestant, [SMALL], async (open) => {
      await open.mount(form.of(contestant));
      const { small, all } = await countControls(open.page);
      figures.add(SMALL, contestant.id, `${small} of ${all}`);
    });
  if (!hasSharedData()) return [`axe on examples was left out: it ${SHARED_DATA_MISSING}.`];
  const missing: string[] = [];
  for (const example of EXAMPLES) {
    const file = sharedFiles('questionnaires').find((name) => name.endsWith(`-${example}.json`));
    if (file === undefined) {
      missing.push(`axe on the "${example}" example was left out: it is not among the shared data.`);
      continue;
    }
    const row: Row = {
      name: `axe, elements in violation of WCAG 2.2 AA: "${example}"`,
      target: '0',
      ratio: false,
    };
    const questionnaire = sharedJson(file);
    for (const contestant of contestants) {
      if (!contestant.fhir) {
        figures.leaveOut(row, contestant.id, 'not FHIR');
        continue;
      }
      await visit(contestant, [row], async (open) => {
        await open.mount(questionnaire);
        const controls = await open.page.locator('#form :is(input, textarea, select, button)').count();
        if (controls === 0) throw new Error('shows no control');
        const violations = await axe(open.page, WCAG);
        figures.add(
          row,
          contestant.id,
          violations.reduce((sum, { elements }) => sum + elements.length, 0),
        );
        const rules = violations.map(({ rule, elements }) => `${rule} ${elements.length}`).join(', ');
        figures.add(row, contestant.id, rules);
      });
    }
  }
  return missing;
}
