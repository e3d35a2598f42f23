/** Finds what can be answered on a page, whichever library rendered it. */
import type { Page } from 'playwright';

/**
 * Moves the focus into the field of a question: the first text field behind the text that names it.
 * @throws {Error} where there is none
 */
export async function focusField(page: Page, label: string): Promise<void> {
  const problem = await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let text = walker.nextNode();
    while (text && !text.textContent?.includes(wanted)) text = walker.nextNode();
    if (!text) return `nothing on the page says ${wanted}`;
    const fields = document.querySelectorAll<HTMLElement>(
      'input:not([type=hidden], [type=radio], [type=checkbox]), textarea',
    );
    const after = text;
    const field = [...fields].find(
      (one) => after.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    if (!field) return `no field behind ${wanted}`;
    field.scrollIntoView({ block: 'center' });
    field.focus();
    return document.activeElement === field ? undefined : `the field of ${wanted} takes no focus`;
  }, label);
  if (problem !== undefined) throw new Error(problem);
}

/** What the focused field holds. */
export const typedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '';
  });

const MARK = 'data-bench-field';

/** Marks fields to answer, spread over the visible ones: text fields, radio buttons, check boxes. @returns how many there are */
export function markFields(page: Page, most: number): Promise<number> {
  return page.evaluate(
    ([mark, limit]) => {
      const radios = new Set<string>();
      const fields = [
        ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
          'input:not([type=hidden]), textarea',
        ),
      ].filter((field) => {
        if (field.disabled || field.readOnly || field.role === 'combobox') return false;
        if (field.checkVisibility({ visibilityProperty: true }) === false) return false;
        if (field.type !== 'radio') return true;
        if (radios.has(field.name)) return false;
        radios.add(field.name);
        return true;
      });
      const wanted = Math.min(limit, fields.length);
      for (let index = 0; index < wanted; index++)
        fields[Math.floor((index * fields.length) / wanted)]?.setAttribute(mark, String(index));
      return wanted;
    },
    [MARK, most] as const,
  );
}

/** @returns whether it is text; undefined where it is gone, since an answer before it took it away */
export function focusMarked(page: Page, index: number): Promise<'text' | 'choice' | undefined> {
  return page.evaluate(
    ([mark, wanted]) => {
      const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[${mark}="${wanted}"]`);
      if (!field) return undefined;
      field.scrollIntoView({ block: 'center' });
      field.focus();
      if (document.activeElement !== field) return undefined;
      return field.type === 'radio' || field.type === 'checkbox' ? 'choice' : 'text';
    },
    [MARK, index] as const,
  );
}
