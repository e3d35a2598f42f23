/** What counts of the findings of IBM's engine, for pages that Playwright drives and for tests that run in the page themselves. */
import type { Checker } from 'accessibility-checker-engine';

declare global {
  /** What the engine's own script, `accessibility-checker-engine/ace.js`, leaves behind. */
  var ace: { readonly Checker: typeof Checker } | undefined;
}

export interface IbmViolation {
  readonly rule: string;
  readonly message: string;
  /** XPath of the element. */
  readonly path: string;
  /** Opening markup of the element. */
  readonly element: string;
}

interface Exception {
  readonly rule: string;
  /** Opening markup of the elements about which the rule is wrong. */
  readonly element: RegExp;
  /** Of the rule's messages, where it is wrong in one alone. */
  readonly message?: RegExp;
  readonly reason: string;
}

/** Where the engine is plainly wrong. */
const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'input_autocomplete_valid',
    element: /^<input(?=[^>]* type="email")(?=[^>]* autocomplete="username")/,
    reason:
      'HTML has "username" in fields for e-mail addresses, too (HTML Standard, 4.10.18.7.1, control group "Username"); password managers need it where people sign in by e-mail.',
  },
  {
    rule: 'fieldset_label_valid',
    element: / aria-labelledby="(?:group-|q-n\d+-entry-)/,
    message: /has a duplicate name to another group$/,
    reason:
      "A form's author may give groups and fields of two parts in different groups the same words: “Diseases” of “My health” and of “My family”. Those around them tell them apart, which the rule doesn't look at.",
  },
];

/** Rules that only ever ask, see below, and take a quarter of its time. */
export const RULES_THAT_ASK: readonly string[] = [
  'style_focus_visible',
  'element_tabbable_visible',
  'element_tabbable_unobscured',
  'style_color_misuse',
  'style_viewport_resizable',
];

/**
 * Sent into pages as text: it uses nothing of this module.
 * @param left rules that aren't asked
 */
export async function findInPage(left: readonly string[]): Promise<readonly IbmViolation[]> {
  const engine = globalThis.ace;
  if (!engine) throw new Error("IBM's engine is not in this page");
  const checker = new engine.Checker();
  // By far the slowest, and only ever fails where a style attribute has `!important`.
  const needless = document.querySelector('[style*="important"]') ? left : [...left, 'text_spacing_valid'];
  // Its `disableRule` disables all of them.
  checker.rulesetRules.WCAG_2_2 = (checker.rulesetRules.WCAG_2_2 ?? []).filter(
    (rule) => !needless.includes(rule),
  );
  const { results } = await checker.check(document, ['WCAG_2_2']);
  // `POTENTIAL` and `MANUAL` are questions for a person, which the engine asks wherever a page has colours, a style for the
  // focus or a short line of bold text, and which no change to the page answers; `RECOMMENDATION` goes beyond WCAG.
  return results
    .filter(({ value: [policy, confidence] }) => policy === 'VIOLATION' && confidence === 'FAIL')
    .map(({ ruleId, message, path, snippet }) => ({
      rule: ruleId,
      message,
      path: path.dom ?? '',
      element: snippet,
    }));
}

/** Without those in which the engine is wrong. */
export function countingOnly(found: readonly IbmViolation[]): readonly IbmViolation[] {
  return found.filter(
    (each) =>
      !EXCEPTIONS.some(
        ({ rule, element, message = /^/ }) =>
          rule === each.rule && element.test(each.element) && message.test(each.message),
      ),
  );
}
