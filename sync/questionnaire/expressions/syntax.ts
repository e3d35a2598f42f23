import { parse } from 'fhirpath';
import { isObject } from '../model/fhir-json.ts';

/** Longer, or more deeply nested, than any published form has; the parser's time grows faster than its input. */
export const MAX_SOURCE_LENGTH = 10_000;
export const MAX_BRACKETS = 64;
export const MAX_DEPTH = 600;

/** The library's syntax tree, less what nobody reads. */
export interface Syntax {
  readonly type: string;
  readonly text: string;
  readonly children: readonly Syntax[];
  /** Type and extent in the source: the same for the same place of two parses. */
  readonly key: string;
}

export interface Extent {
  readonly first: number;
  readonly last: number;
}

interface Located extends Syntax, Extent {
  readonly children: readonly Located[];
}

type RawNode = { readonly [key: string]: unknown };

/** Lines are joined into one number with columns; neither gets near this. */
const LINE = 100_000;

function ownExtent(raw: RawNode): Extent {
  if (!isObject(raw.start)) return { first: Number.POSITIVE_INFINITY, last: -1 };
  const first = Number(raw.start.line) * LINE + Number(raw.start.column);
  return { first, last: first + Number(raw.length) };
}

/** Reads one node of the library's tree, whose extent is that of its children as well. */
export function readNode(raw: RawNode, children: readonly Extent[]): Omit<Located, 'children'> {
  const type = String(raw.type);
  let { first, last } = ownExtent(raw);
  for (const child of children) {
    first = Math.min(first, child.first);
    last = Math.max(last, child.last);
  }
  const text = typeof raw.delimitedText === 'string' ? raw.delimitedText : raw.text;
  return {
    type,
    text: typeof text === 'string' ? text : '',
    key: `${type}@${first}-${last}`,
    first,
    last,
  };
}

/** Reads a node and all below it. @throws RangeError where it is too deep */
export function readSyntax(raw: unknown, depth = 0): Located {
  if (depth > MAX_DEPTH) throw new RangeError('too deep');
  if (!isObject(raw)) return { type: '', text: '', children: [], key: '', first: 0, last: 0 };
  const children = Array.isArray(raw.children)
    ? raw.children.map((child: unknown) => readSyntax(child, depth + 1))
    : [];
  return { ...readNode(raw, children), children };
}

/** The deepest nesting of brackets outside of texts, comments aside: what makes the parser slow. */
function bracketDepth(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of source.matchAll(/'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|[([{\])}]/gs)) {
    if (token === '(' || token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ')' || token === ']' || token === '}') depth -= 1;
  }
  return deepest;
}

/** Stand for the texts of an expression, a character for each text. */
const FIRST_STAND_IN = 0xe000;
const STAND_INS = /([\ue000-\uf8ff])\1*/g;
/** Of which what is a text can be told without parsing: one line of ASCII without escapes, delimited names and comments. */
const PLAIN = /^(?!.*\/[/*])[\x20-\x7e]*$/;
/** Characters of the expressions whose trees are kept for others. */
const MAX_SHAPES = 50_000;

const shapes = new Map<string, Located>();
let shapesLength = 0;

/** @throws where it can't be parsed */
function parseShape(shape: string): Located {
  const known = shapes.get(shape);
  if (known !== undefined) return known;
  const tree = readSyntax(parse(shape));
  if (shapesLength + shape.length > MAX_SHAPES) {
    shapes.clear();
    shapesLength = 0;
  }
  shapes.set(shape, tree);
  shapesLength += shape.length;
  return tree;
}

/**
 * A form asks the same of one question after another: many of its expressions differ in nothing but a linkId. Those are parsed once, since
 * the parser is slow, and the texts put into the tree afterwards. Of the same length, so that everything has its place in the source.
 *
 * @throws where it can't be parsed
 */
function parseByShape(source: string): Located {
  if (!PLAIN.test(source) || /[\\`"]/.test(source)) return readSyntax(parse(source));
  const texts: string[] = [];
  const shape = source.replace(/'([^']*)'/g, (_, text: string) => {
    texts.push(text);
    return `'${String.fromCharCode(FIRST_STAND_IN + texts.length - 1).repeat(text.length)}'`;
  });
  const filled = (text: string) =>
    text.replace(STAND_INS, (_, mark: string) => texts[mark.charCodeAt(0) - FIRST_STAND_IN] ?? '');
  const fill = (node: Located): Located => ({
    ...node,
    text: filled(node.text),
    children: node.children.map(fill),
  });
  try {
    return fill(parseShape(shape));
  } catch {
    // What is wrong is said in its own words.
    return readSyntax(parse(source));
  }
}

/** Parses an expression, or says why it can't be used. */
export function parseSyntax(source: string): Syntax | { readonly unusable: string } {
  if (source.trim() === '') return { unusable: 'empty' };
  if (source.length > MAX_SOURCE_LENGTH) return { unusable: `longer than ${MAX_SOURCE_LENGTH} characters` };
  if (bracketDepth(source) > MAX_BRACKETS) return { unusable: `more than ${MAX_BRACKETS} brackets deep` };
  try {
    return parseByShape(source);
  } catch (error) {
    if (error instanceof RangeError) return { unusable: 'nested too deeply' };
    return { unusable: error instanceof Error ? `not FHIRPath: ${error.message}` : 'not FHIRPath' };
  }
}

/** A node and all below it, each before its children. */
export function allSyntax(node: Syntax): readonly Syntax[] {
  const found: Syntax[] = [];
  const visit = (one: Syntax): void => {
    found.push(one);
    one.children.forEach(visit);
  };
  visit(node);
  return found;
}

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|.)/gs, (whole, part: string) => {
    if (part.length > 1) return String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return { '\\r': '\r', '\\n': '\n', '\\t': '\t', '\\f': '\f' }[whole] ?? part;
  });
}

/** A name or a text without its quotes and escapes. */
export function unquoted(text: string): string {
  const quote = text.charAt(0);
  return (quote === "'" || quote === '`') && text.length > 1 && text.endsWith(quote)
    ? unescaped(text.slice(1, -1))
    : text;
}

/**
 * A pattern as its author meant it. FHIRPath has no escape `\d` (N1, literals: String), so that the library reads `'\d'` as "d", and a
 * pattern would need its backslashes doubled; most published forms don't. Where an escape is none of FHIRPath's, it is the pattern's.
 */
export function patternLiteral(node: Syntax): string | undefined {
  const inner = term(node);
  if (inner.type !== 'StringLiteral') return undefined;
  const kept = inner.text.replace(/\\(u[0-9a-fA-F]{4}|.)/gs, (whole, part: string) =>
    part.length > 1 || /['"`/rntf\\]/.test(part) ? whole : `\\${whole}`,
  );
  return unquoted(kept);
}

export interface Call {
  readonly name: string;
  readonly parameters: readonly Syntax[];
}

/** Reads a FunctionInvocation. `sort` has its parameters beside its name, all others in a list. */
export function callOf(node: Syntax): Call | undefined {
  const inner = node.type === 'FunctionInvocation' ? node.children[0] : undefined;
  if (inner === undefined) return undefined;
  const [name, ...rest] = inner.children;
  if (name?.type !== 'Identifier') return { name: unquoted(inner.text), parameters: inner.children };
  const parameters = rest.flatMap((child) => (child.type === 'ParamList' ? child.children : [child]));
  return { name: unquoted(name.text), parameters };
}

/** Takes away the layers that only say "this is a term". */
export function term(node: Syntax): Syntax {
  const [only] = node.children;
  return only !== undefined && TRANSPARENT.has(node.type) && node.children.length === 1 ? term(only) : node;
}

const TRANSPARENT: ReadonlySet<string> = new Set([
  'EntireExpression',
  'TermExpression',
  'InvocationTerm',
  'ParenthesizedTerm',
  'LiteralTerm',
]);

/** The text of a text literal. */
export function stringLiteral(node: Syntax): string | undefined {
  const inner = term(node);
  return inner.type === 'StringLiteral' ? unquoted(inner.text) : undefined;
}
