import type { Language } from '../../../sync/domain/languages.ts';
import type { Block, LegalText, PublishedLegalDocument } from '../../../sync/domain/legal/legal-document.ts';

/** Whether what came over the network is rich text and not the page of a captive portal. */
export function isLegalText(value: unknown): value is LegalText {
  return typeof value === 'object' && value !== null && 'blocks' in value && Array.isArray(value.blocks);
}

/** The text in the language asked for, else in English. */
export function textOf(document: PublishedLegalDocument, language: Language) {
  const shown: Language = document.texts[language] ? language : 'en';
  return { shown, url: document.texts[shown]?.url ?? '' };
}

/** Reads a document's text. @throws where it can't be reached, or isn't one. */
export async function fetchLegalText(
  url: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<LegalText> {
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The document answered ${response.status}`);
  const body: unknown = await response.json();
  if (!isLegalText(body)) throw new Error('The document is not in the expected form');
  return body;
}

/** An id for a heading, so that the contents can lead to it: by its place, because two headings may read the same. */
export const sectionId = (index: number) => `section-${index + 1}`;

export interface Section {
  readonly id: string;
  readonly title: string;
}

/** The second-level headings, for the list of contents. */
export function sectionsOf(blocks: readonly Block[]): readonly Section[] {
  return blocks.flatMap((block, index) =>
    block.type === 'heading' && block.level === 2
      ? [{ id: sectionId(index), title: wordsOf(block.inlines) }]
      : [],
  );
}

const wordsOf = (inlines: readonly { readonly text: string }[]) => inlines.map(({ text }) => text).join('');

/** The document as plain text, to keep. */
export function plainText(title: string, facts: readonly string[], { blocks }: LegalText): string {
  const parts = blocks.map((block) => {
    if (block.type === 'list')
      return block.items
        .map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${wordsOf(item)}`)
        .join('\n');
    return block.type === 'heading' ? `\n${wordsOf(block.inlines)}` : wordsOf(block.inlines);
  });
  return [title, ...facts, '', ...parts.map((part) => `${part}\n`)].join('\n');
}
