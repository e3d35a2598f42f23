import source from 'accessibility-checker-engine/ace.js?raw';
import {
  countingOnly,
  findInPage,
  type IbmViolation,
  RULES_THAT_ASK,
} from '../../../tests/support/ibm-in-page.ts';
import { endMotion } from './end-motion.ts';

/** What IBM's engine finds on the screen as it is now. */
export async function ibm(): Promise<readonly IbmViolation[]> {
  if (globalThis.ace === undefined) {
    // A script of its own: what the engine declares is meant to be global.
    const script = document.createElement('script');
    script.textContent = source;
    document.head.append(script);
    script.remove();
  }
  endMotion();
  return countingOnly(await findInPage(RULES_THAT_ASK));
}
