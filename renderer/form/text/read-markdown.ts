import { Lexer, type Token, type Tokens } from 'marked';
import { decodeEntities, type RichNode, type RichTag, readXhtml } from './read-xhtml.ts';

const element = (
  tag: RichTag,
  children: readonly RichNode[],
  attributes: Record<string, string> = {},
): RichNode => ({
  tag,
  attributes,
  children: [...children],
});

/**
 * marked's own tokens; anything else (an extension's) has only text. Typed by hand, since its union can't be told apart by `type`.
 */
type Known =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.List
  | Tokens.Blockquote
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Link
  | Tokens.Image
  | Tokens.Code
  | Tokens.Codespan
  | Tokens.HTML
  | Tokens.Text
  | Tokens.Escape
  | Tokens.Table
  | Tokens.Br
  | Tokens.Hr
  | Tokens.Space;

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

function isKnown(token: Token): token is Known {
  return 'type' in token;
}

const nodesOf = (tokens: readonly Token[] | undefined): readonly RichNode[] =>
  (tokens ?? []).flatMap((token) => nodesOfOne(token));

function nodesOfOne(token: Token): readonly RichNode[] {
  if (!isKnown(token)) return [];
  switch (token.type) {
    case 'heading':
      return [element(HEADINGS[token.depth - 1] ?? 'h6', nodesOf(token.tokens))];
    case 'paragraph':
      return [element('p', nodesOf(token.tokens))];
    case 'blockquote':
      return [element('blockquote', nodesOf(token.tokens))];
    case 'list':
      return [
        element(
          token.ordered ? 'ol' : 'ul',
          token.items.map((item) => element('li', nodesOf(item.tokens))),
        ),
      ];
    case 'strong':
      return [element('strong', nodesOf(token.tokens))];
    case 'em':
      return [element('em', nodesOf(token.tokens))];
    case 'del':
      return [element('s', nodesOf(token.tokens))];
    case 'link':
      return [element('a', nodesOf(token.tokens), { href: token.href })];
    case 'image':
      return [element('img', [], { src: token.href, alt: token.text })];
    case 'code':
      return [element('pre', [decodeEntities(token.text)])];
    case 'codespan':
      return [element('code', [decodeEntities(token.text)])];
    case 'br':
      return [element('br', [])];
    case 'hr':
      return [element('hr', [])];
    case 'table':
      return [
        element('table', [
          element('thead', [
            element(
              'tr',
              token.header.map((cell) => element('th', nodesOf(cell.tokens))),
            ),
          ]),
          element(
            'tbody',
            token.rows.map((row) =>
              element(
                'tr',
                row.map((cell) => element('td', nodesOf(cell.tokens))),
              ),
            ),
          ),
        ]),
      ];
    case 'text':
      return 'tokens' in token && token.tokens ? nodesOf(token.tokens) : [decodeEntities(token.text)];
    case 'escape':
      return [token.text];
    case 'html':
      // Inline tags come one by one, and what is between them as other tokens: the words stay, the emphasis goes.
      return readXhtml(token.raw).filter(
        (node) => typeof node === 'string' || node.children.length > 0 || node.tag === 'br',
      );
    default:
      return [];
  }
}

/** Reads CommonMark with tables into the same tree as XHTML; HTML within it goes through the same list. */
export function readMarkdown(source: string): readonly RichNode[] {
  const nodes = nodesOf(new Lexer({ gfm: true }).lex(source.slice(0, 100_000)));
  const [only] = nodes;
  // One paragraph is a phrase: as a block it would set a label apart from its control.
  return nodes.length === 1 && typeof only === 'object' && only.tag === 'p' ? only.children : nodes;
}
