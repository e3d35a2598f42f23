/** Reads the shell's own sources as syntax trees, for the rules that no type can hold. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A node of ESTree as a visitor meets it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [name: string]: unknown;
}

export interface Source {
  /** From the folder that was read. */
  readonly path: string;
  readonly text: string;
  readonly nodes: readonly SyntaxNode[];
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function collect(value: unknown, found: SyntaxNode[]): void {
  if (Array.isArray(value)) for (const one of value) collect(one, found);
  else if (isNode(value)) {
    found.push(value);
    for (const child of Object.values(value)) collect(child, found);
  }
}

export function parseSource(path: string, text: string): Source {
  const nodes: SyntaxNode[] = [];
  const { program, errors } = parseSync(path, text, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${path} can't be read.`);
  collect(program, nodes);
  return { path, text, nodes };
}

/** Every source below `folder` that runs in a kiosk: neither tests nor what tests use. */
export function readSources(folder: string): readonly Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|\/)testing\//.test(path))
    .toSorted()
    .map((path) => parseSource(path, readFileSync(join(folder, path), 'utf8')));
}

/** `b` of `a.b` and of `b`. @returns undefined for whatever has no name */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier' && typeof node.name === 'string') return node.name;
  if (node.type === 'MemberExpression')
    return node.computed === true ? literalOf(node.property) : nameOf(node.property);
  if (node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression')
    return nameOf(node.expression);
  return undefined;
}

/** Text of a string that is written out. */
export function literalOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}
