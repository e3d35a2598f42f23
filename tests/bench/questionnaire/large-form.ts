/** A real form of 808 items, with conditions, calculations and variables: opened, answered, judged. */
import type { Browser } from 'playwright';
import {
  hasSharedData,
  SHARED_DATA_MISSING,
  sharedFiles,
  sharedJson,
} from '../../../sync/questionnaire/testing/shared-data.ts';
import type { OpenPage } from './browser.ts';
import { focusMarked, markFields } from './fields.ts';
import type { Row } from './figures.ts';
import { interleave, type Scenario } from './scenario.ts';
import { longestTask } from './tasks.ts';

/** Answers given, spread over the fields that show at first. */
const ANSWERS = 40;

const row = (name: string, target = ''): Row => ({ name: `808 items: ${name}`, target, ratio: true });
const MOUNT = row('mount CPU, ms');
const ELEMENTS = row('DOM elements');
const ANSWER = row('CPU per answer, ms');
const LONGEST_ANSWER = row('longest task while answering, CPU ms', '<= 50');
const VALIDATE = row('check the open form, CPU ms', "below Smart Forms'");
const RECEIVE = row('judge it as received, CPU ms');
const all = [MOUNT, ELEMENTS, ANSWER, LONGEST_ANSWER, VALIDATE, RECEIVE];

async function answer({ page, quiet }: OpenPage, fields: number): Promise<number> {
  let given = 0;
  for (let index = 0; index < fields; index++) {
    const kind = await focusMarked(page, index);
    if (kind === undefined) continue;
    await page.keyboard.press(kind === 'text' ? '1' : ' ');
    given += 1;
  }
  await quiet();
  return given;
}

/** @returns what was left out, and why */
export async function measureLargeForm(scenario: Scenario, browser: Browser): Promise<string | undefined> {
  const { figures, visit, contestants } = scenario;
  const file = hasSharedData() ? sharedFiles('questionnaires/large')[0] : undefined;
  if (file === undefined) return `The form of 808 items was left out: it ${SHARED_DATA_MISSING}.`;
  const questionnaire = sharedJson(file);
  for (const { id, fhir } of contestants) if (!fhir) figures.leaveOut(MOUNT, id, 'not FHIR');
  const taking = contestants.filter(({ fhir }) => fhir);
  await interleave({ ...scenario, contestants: taking }, (contestant) =>
    visit(contestant, all, async (open) => {
      const { id } = contestant;
      const mounted = await open.mount(questionnaire);
      const fields = await markFields(open.page, ANSWERS);
      if (fields === 0) throw new Error('shows no field');
      figures.add(MOUNT, id, mounted);
      figures.add(ELEMENTS, id, await open.page.evaluate(() => document.querySelectorAll('*').length));
      let given = 0;
      let longest = 0;
      const used = await open.spent(async () => {
        ({ result: given, longest } = await longestTask(browser, open.page, () => answer(open, fields)));
      });
      figures.add(ANSWER, id, used / Math.max(1, given));
      figures.add(LONGEST_ANSWER, id, longest);
      if (!(await open.page.evaluate(() => 'validate' in window.bench))) {
        figures.leaveOut(VALIDATE, id, 'has nothing that judges a form');
        return;
      }
      await open.page.evaluate(() => window.bench.prepare?.());
      await open.quiet();
      const checked = await open.spent(() =>
        open.page.evaluate(async () => void (await window.bench.validate?.())),
      );
      figures.add(VALIDATE, id, checked);
      if (!(await open.page.evaluate(() => 'receive' in window.bench))) {
        figures.leaveOut(RECEIVE, id, 'checks the open form alone');
        return;
      }
      const judged = await open.spent(() =>
        open.page.evaluate(async () => void (await window.bench.receive?.())),
      );
      figures.add(RECEIVE, id, judged);
    }),
  );
  return undefined;
}
