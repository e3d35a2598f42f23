/**
 * Trusted Types (W3C) for the one library that writes HTML: the keyboard's labels. Where the policy demands it, the browser asks this before any string
 * becomes HTML, and a label is all that gets through; scripts and their addresses never do.
 */

interface Policy {
  /** Null is a refusal: the assignment throws. */
  createHTML(html: string): string | null;
}
interface PolicyFactory {
  createPolicy(name: string, rules: Policy): unknown;
}

function isPolicyFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}

/** Text alone, or the keyboard's own frame around it; an entity is text. */
const LABEL = /^(<span>[^<]*<\/span>|[^<]*)$/;

export const labelOrNothing = (html: string): string | null => (LABEL.test(html) ? html : null);

/** @param trustedTypes `window.trustedTypes`; absent in browsers that don't have it */
export function trustLabelsOnly(trustedTypes: unknown): void {
  if (isPolicyFactory(trustedTypes)) trustedTypes.createPolicy('default', { createHTML: labelOrNothing });
}
