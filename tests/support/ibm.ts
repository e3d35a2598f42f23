import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { countingOnly, findInPage, type IbmViolation, RULES_THAT_ASK } from './ibm-in-page.ts';
import { projectRoot } from './paths.ts';

let engine: string | undefined;

/** Violations on the page as it is now; `expect(await ibm(page)).toEqual([])` prints what is wrong and where. */
export async function ibm(page: Page): Promise<readonly IbmViolation[]> {
  engine ??= readFileSync(join(projectRoot, 'node_modules/accessibility-checker-engine/ace.js'), 'utf8');
  // Through the debugger, which a page's own policy doesn't bind: the headers stay as strict as they are served.
  if (await page.evaluate(() => globalThis.ace === undefined)) await page.evaluate(engine);
  return countingOnly(await page.evaluate(findInPage, RULES_THAT_ASK));
}
