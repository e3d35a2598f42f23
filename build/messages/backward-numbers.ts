/** What is read from the right. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
/** Groups of digits with a hyphen or a space between them, and the sign before them. */
const GROUPED = /(.?)\b\d+(?:[- \u00a0]\d+)+/gu;
/** LEFT-TO-RIGHT MARK and the starts of isolates: what comes after them keeps its order. */
const KEEPS_ORDER = /[\u200e\u2066\u2068]/;

/**
 * Numbers whose groups a browser shows in reverse, e.g. a telephone's: in text that is read from the right, neither a hyphen nor a space joins them (UAX 9, W4
 * and N1).
 */
export function backwardNumbers(text: string): readonly string[] {
  if (!RIGHT_TO_LEFT.test(text)) return [];
  return Array.from(text.matchAll(GROUPED)).flatMap(([all, before = '']) =>
    KEEPS_ORDER.test(before) ? [] : [all.slice(before.length)],
  );
}
