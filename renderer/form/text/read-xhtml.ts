/**
 * Reads a fragment of XHTML into a tree of what may be shown. No parser of the browser's sees it: Trusted Types forbid that, and an
 * element that isn't in the list can't come out, however the markup is broken.
 */

export type RichNode = string | RichElement;

export interface RichElement {
  readonly tag: RichTag;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: RichNode[];
}

/** FHIR narrative's elements (R4, 2.4.1), without those that only lay out a document. */
const TAGS = [
  'a',
  'abbr',
  'b',
  'blockquote',
  'br',
  'code',
  'dd',
  'div',
  'dl',
  'dt',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'i',
  'img',
  'li',
  'ol',
  'p',
  'pre',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'u',
  'ul',
] as const;
export type RichTag = (typeof TAGS)[number];

const VOID: readonly string[] = ['br', 'hr', 'img'];
/** Dropped with all that is in them; of other unknown elements the text stays. */
const DROPPED: readonly string[] = [
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'noscript',
  'title',
];
const ATTRIBUTES: readonly string[] = [
  'href',
  'src',
  'alt',
  'title',
  'style',
  'colspan',
  'rowspan',
  'lang',
  'dir',
];
/** More than any question has; ends a hostile text. */
const MAX_CHARACTERS = 100_000;
const MAX_DEPTH = 32;

const isTag = (name: string): name is RichTag => TAGS.some((tag) => tag === name);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  micro: 'µ',
  plusmn: '±',
  times: '×',
  divide: '÷',
  frac12: '½',
  le: '≤',
  ge: '≥',
  ne: '≠',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  larr: '←',
  rarr: '→',
  euro: '€',
  pound: '£',
  sup2: '²',
  sup3: '³',
  shy: '\u00ad',
};

export function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,7});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

function readAttributes(source: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of source.matchAll(
    /([a-z][a-z0-9:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  )) {
    const key = name.toLowerCase();
    if (ATTRIBUTES.includes(key)) attributes[key] = decodeEntities(double ?? single ?? bare ?? '');
  }
  return attributes;
}

/** @returns the nodes below the fragment's own outer div, if it has one */
export function readXhtml(source: string): readonly RichNode[] {
  const root: RichElement = { tag: 'div', attributes: {}, children: [] };
  const open: RichElement[] = [root];
  let dropped: string | undefined;
  const text = source.slice(0, MAX_CHARACTERS);
  // A comment, a declaration, a tag, or the text up to the next one; a lone "<" is text.
  for (const [piece, close, name, rest] of text.matchAll(
    /<!--[\s\S]*?-->|<[!?][^>]*>|<(\/?)([a-z][a-z0-9:-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>|[^<]+|</gi,
  )) {
    const top = open.at(-1) ?? root;
    if (name === undefined) {
      if (dropped === undefined && !/^<[!?]/.test(piece)) top.children.push(decodeEntities(piece));
      continue;
    }
    const tag = name.toLowerCase();
    if (dropped !== undefined) {
      if (close && tag === dropped) dropped = undefined;
      continue;
    }
    if (DROPPED.includes(tag)) {
      if (!close && !rest?.endsWith('/')) dropped = tag;
      continue;
    }
    if (!isTag(tag)) continue;
    if (close) {
      const at = open.findLastIndex((element) => element.tag === tag);
      if (at > 0) open.length = at;
      continue;
    }
    const element: RichElement = { tag, attributes: readAttributes(rest ?? ''), children: [] };
    top.children.push(element);
    if (!VOID.includes(tag) && !rest?.endsWith('/') && open.length < MAX_DEPTH) open.push(element);
  }
  const [only] = root.children;
  return root.children.length === 1 && typeof only === 'object' && only.tag === 'div'
    ? only.children
    : root.children;
}
