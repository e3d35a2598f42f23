/** Markdown of a legal document as blocks without markup, so that no screen ever needs to trust HTML. */
import { marked, type Token, type Tokens } from 'marked';
import type { Block, Inline, LegalText } from '../../../sync/domain/legal/legal-document.ts';
import type { Faults } from './faults.ts';

type Report = (code: string, message: string, remedy: string) => void;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};
const plain = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole);

function linkOf(token: Tokens.Link, report: Report): Inline {
  const safe = /^(https:\/\/|mailto:|tel:)/i.test(token.href);
  if (!safe)
    report(
      'legal-link',
      `the link to ${JSON.stringify(token.href)} is not allowed`,
      'Link to an https:, mailto: or tel: address.',
    );
  return { type: 'link', text: plainText(token.tokens), href: safe ? token.href : '' };
}

function plainText(tokens: readonly Token[] | undefined): string {
  return (tokens ?? [])
    .map((token) =>
      'tokens' in token && token.tokens
        ? plainText(token.tokens)
        : plain('text' in token ? String(token.text) : ''),
    )
    .join('');
}

function inlinesOf(tokens: readonly Token[] | undefined, report: Report): readonly Inline[] {
  return (tokens ?? []).flatMap((token): readonly Inline[] => {
    switch (token.type) {
      case 'text':
      case 'paragraph':
        return 'tokens' in token && token.tokens
          ? inlinesOf(token.tokens, report)
          : [{ type: 'text', text: plain(token.text) }];
      case 'escape':
      case 'codespan':
        return [{ type: 'text', text: plain(token.text) }];
      case 'br':
        return [{ type: 'text', text: ' ' }];
      case 'strong':
        return [{ type: 'strong', text: plainText(token.tokens) }];
      case 'em':
        return [{ type: 'emphasis', text: plainText(token.tokens) }];
      case 'link':
        return [linkOf(token as Tokens.Link, report)];
      case 'html':
        report(
          'legal-html',
          `HTML is not allowed: ${JSON.stringify(token.raw.trim().slice(0, 60))}`,
          'Write it as Markdown.',
        );
        return [];
      case 'space':
        return [];
      default:
        report(
          'legal-markdown',
          `${token.type} is not supported here`,
          'Use text, **strong**, *emphasis* and links.',
        );
        return [];
    }
  });
}

/** Line breaks of the source are spaces for the reader, and neighbouring texts are one. */
function tidy(inlines: readonly Inline[]): readonly Inline[] {
  const kept: Inline[] = [];
  for (const inline of inlines) {
    const text = inline.text.replace(/\s+/g, ' ');
    const last = kept.at(-1);
    if (inline.type === 'text' && last?.type === 'text')
      kept[kept.length - 1] = { type: 'text', text: last.text + text };
    else kept.push({ ...inline, text });
  }
  return kept;
}

function listOf(token: Tokens.List, report: Report): Block {
  const items = token.items.map((item) => {
    if (item.task) report('legal-markdown', 'a list of tasks is not supported', 'Use a plain list.');
    const nested = item.tokens.some((child) => child.type === 'list');
    if (nested)
      report(
        'legal-markdown',
        'a list inside a list is not supported',
        'Make it one list, or two paragraphs.',
      );
    return tidy(
      inlinesOf(
        item.tokens.filter((child) => child.type !== 'list'),
        report,
      ),
    );
  });
  return { type: 'list', ordered: token.ordered, items };
}

function blockOf(token: Token, report: Report): readonly Block[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      if (token.depth !== 2 && token.depth !== 3) {
        report(
          'legal-heading',
          `a heading of level ${token.depth}`,
          'Use ## and ###: the title comes from vendor.json.',
        );
      }
      return [
        { type: 'heading', level: token.depth === 3 ? 3 : 2, inlines: tidy(inlinesOf(token.tokens, report)) },
      ];
    case 'paragraph':
      return [{ type: 'paragraph', inlines: tidy(inlinesOf(token.tokens, report)) }];
    case 'list':
      return [listOf(token as Tokens.List, report)];
    case 'html':
      report(
        'legal-html',
        `HTML is not allowed: ${JSON.stringify(token.raw.trim().slice(0, 60))}`,
        'Write it as Markdown.',
      );
      return [];
    default:
      report('legal-markdown', `${token.type} is not supported`, 'Use headings, paragraphs and lists.');
      return [];
  }
}

/** Longer than any document that a person reads; marked takes quadratic time on hostile input. */
export const MAX_LEGAL_CHARACTERS = 100_000;

/** The document's blocks; everything that has no place in them is a fault with its line. */
export function readLegalText(markdown: string, faults: Faults): LegalText {
  if (markdown.length > MAX_LEGAL_CHARACTERS) {
    faults.error('legal-size', '$', 'the document is longer than 100,000 characters', 'Split it.');
    return { blocks: [] };
  }
  const blocks: Block[] = [];
  let line = 1;
  let tokens: readonly Token[] = [];
  try {
    tokens = marked.lexer(markdown.replace(/^\uFEFF/, ''));
  } catch {
    faults.error(
      'legal-markdown',
      '$',
      'the Markdown can not be read',
      'Simplify it: headings, paragraphs and lists.',
    );
  }
  for (const token of tokens) {
    const path = `line ${line}`;
    blocks.push(...blockOf(token, (code, message, remedy) => faults.error(code, path, message, remedy)));
    line += token.raw.split('\n').length - 1;
  }
  if (blocks.length === 0) faults.error('legal-empty', '$', 'the document says nothing', 'Write it.');
  return { blocks };
}
