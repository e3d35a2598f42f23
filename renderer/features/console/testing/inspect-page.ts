/** What tests look for on any screen of the console. */
import axe from 'axe-core';
import { ibm } from '../../../design/testing/ibm.ts';

/** What reaches out of the page, or of a sheet, sideways. */
export function sideways(): readonly string[] {
  const boxes = [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
  return boxes.flatMap((box) => {
    const { scrollWidth, clientWidth } = box;
    if (scrollWidth <= clientWidth) return [];
    const { left, right } = box.getBoundingClientRect();
    const outside = [...box.querySelectorAll('*')].filter((element) => {
      const bounds = element.getBoundingClientRect();
      return bounds.right > right + 0.5 || bounds.left < left - 0.5;
    });
    return [
      `${scrollWidth} on ${clientWidth}`,
      ...outside.slice(-3).map((one) => one.outerHTML.slice(0, 120)),
    ];
  });
}

/** Targets under 44 px in a direction; of a choice, its row. */
export function smallTargets(): readonly string[] {
  const targets = document.querySelectorAll(
    ':is(a[href], button, select, textarea, input):not([tabindex="-1"], [aria-hidden=true], [aria-hidden=true] *, [hidden])',
  );
  const pressed = (element: Element) =>
    element.matches('input[type=radio], input[type=checkbox]')
      ? (element.closest('label')?.parentElement ?? element)
      : element;
  return [...new Set([...targets].map(pressed))].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect();
    // The link that jumps over the header is a point until it has the focus.
    if (width <= 1 || height <= 1 || (width >= 43.5 && height >= 43.5)) return [];
    return [`${Math.round(width)} x ${Math.round(height)}: ${target.outerHTML.slice(0, 120)}`];
  });
}

/** What both engines find. */
export async function violations(): Promise<readonly string[]> {
  const found = await axe.run(document, { rules: { 'document-title': { enabled: false } } });
  return [
    ...found.violations.map(({ id, nodes }) => `axe, ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ...(await ibm()).map((one) => `IBM: ${JSON.stringify(one)}`),
  ];
}
