/** What can be told of an expression before it is evaluated. */
import { compile as compileFhirPath } from 'fhirpath';
import type { CompiledExpression } from '../model/contract.ts';
import { callFault } from './functions.ts';
import { type createMeter, rolesOf } from './meter.ts';
import { r4Model } from './r4-model.ts';
import { readsOf, variablesOf } from './reads.ts';
import {
  allSyntax,
  callOf,
  parseSyntax,
  patternLiteral,
  type Syntax,
  stringLiteral,
  term,
} from './syntax.ts';

/** Characters of all shared sources: six times the largest published form's. Each takes some 100 bytes of memory. */
const MAX_SHARED = 250_000;

const TAKES_PATTERN = /^(matches|matchesFull|replaceMatches)$/;

type Unusable = { readonly unusable: string };

/** A call with a regular expression. */
export interface PatternCall {
  readonly name: string;
  /** As the library reads it, where it stands in the expression. */
  readonly read: string | undefined;
  /** As its author meant it. */
  readonly meant: string | undefined;
  readonly flags: string;
}

function patternCall(node: Syntax): readonly PatternCall[] {
  const { name = '', parameters: [first, second] = [] } = callOf(node) ?? {};
  if (first === undefined || !TAKES_PATTERN.test(name)) return [];
  const flags = name === 'replaceMatches' || second === undefined ? '' : (stringLiteral(second) ?? '');
  return [{ name, read: stringLiteral(first), meant: patternLiteral(first), flags }];
}

/** What can be told of a call without running it. */
function faultOf(node: Syntax): string | undefined {
  if (node.type === 'InstanceSelector') return 'making objects is not supported';
  const call = callOf(node);
  return call && callFault(call.name, call.parameters.length);
}

/** The library's unary minus changes what `$this` and `$total` stand for, for the rest of their lambda. */
function negatesAgain(nodes: readonly Syntax[]): boolean {
  return ['ThisInvocation', 'TotalInvocation'].some(
    (type) =>
      nodes.filter((node) => node.type === type).length > 1 &&
      nodes.some(
        (node) =>
          node.type === 'PolarityExpression' && node.children.some((child) => term(child).type === type),
      ),
  );
}

/** What an expression is by itself, whatever engine runs it. */
export interface ParsedExpression {
  readonly source: string;
  readonly reads: CompiledExpression['reads'];
  /** Names behind %. */
  readonly names: readonly string[];
  readonly roles: ReturnType<typeof rolesOf>;
  readonly places: Parameters<typeof createMeter>[1];
  readonly patternCalls: readonly PatternCall[];
  /** The library's own, which parses a second time: made when it is first evaluated, since many a form's expressions never are. */
  run: ReturnType<typeof compileFhirPath> | undefined;
}

function parse(source: string): ParsedExpression | Unusable {
  const tree = parseSyntax(source);
  if ('unusable' in tree) return tree;
  const nodes = allSyntax(tree);
  for (const node of nodes) {
    const fault = faultOf(node);
    if (fault !== undefined) return { unusable: fault };
  }
  if (negatesAgain(nodes))
    return { unusable: 'a minus before $this or $total, which is used again: write 0 - $this' };
  return {
    source,
    reads: readsOf(tree),
    names: variablesOf(tree),
    roles: rolesOf(tree),
    places: new WeakMap(),
    patternCalls: nodes.flatMap(patternCall),
    run: undefined,
  };
}

const shared = new Map<string, ParsedExpression>();
let sharedLength = 0;

/**
 * Parsing is most of what it takes to open a form with expressions, and the same form is opened again and again: to fill in, to populate,
 * to judge. So what was parsed is shared by all engines.
 */
export function parseExpression(source: string): ParsedExpression | Unusable {
  const known = shared.get(source);
  if (known !== undefined) return known;
  const found = parse(source);
  if ('unusable' in found) return found;
  if (sharedLength + source.length > MAX_SHARED) {
    shared.clear();
    sharedLength = 0;
  }
  shared.set(source, found);
  sharedLength += source.length;
  return found;
}

/** @throws where the library can't parse it */
export function runOf(found: ParsedExpression): NonNullable<ParsedExpression['run']> {
  found.run ??= compileFhirPath(found.source, r4Model, { resolveInternalTypes: false });
  return found.run;
}
