import { compile as compileFhirPath, ucumUtils } from 'fhirpath';
import type {
  CompiledExpression,
  CompilePattern,
  ExpressionEngine,
  ExpressionFocus,
} from '../model/contract.ts';
import { isObject } from '../model/fhir-json.ts';
import { quietUnits } from '../values/quiet-units.ts';
import { type Moment, readMoment } from './clock.ts';
import { ExpressionError, excerpt } from './expression-error.ts';
import { callFault } from './functions.ts';
import { createMeter, MAX_STEPS, rolesOf } from './meter.ts';
import { createOverrides } from './overrides.ts';
import { r4Model } from './r4-model.ts';
import { readsOf, variablesOf } from './reads.ts';
import { type CompileReplacement, compileMatch } from './regex.ts';
import {
  allSyntax,
  callOf,
  parseSyntax,
  patternLiteral,
  type Syntax,
  stringLiteral,
  term,
} from './syntax.ts';
import { toJson } from './to-json.ts';
import { createTypedValues } from './typed-values.ts';
import { type ScoreOf, scoresOf } from './weights.ts';

export interface ExpressionEngineOptions {
  /** Runs `matches` and `matchesFull`; expressions with these are unusable without it. */
  readonly compilePattern?: CompilePattern;
  /** Runs `replaceMatches`; expressions with it are unusable without it. */
  readonly compileReplacement?: CompileReplacement;
  /** Scores that the form at hand knows beyond what `%questionnaire` contains: value sets that came beside it. */
  readonly scoreOf?: ScoreOf;
  /** Steps that one evaluation may take; see `meter.ts`. */
  readonly steps?: number;
}

type Unusable = { readonly unusable: string };

/** Expressions and patterns that are kept compiled; forms have hundreds. */
const MAX_KEPT = 5000;

const TAKES_PATTERN = /^(matches|matchesFull|replaceMatches)$/;

/** The environment variables of FHIR and SDC that are the same for every expression (SDC, Expressions, FHIRPath supplements). */
const CODE_SYSTEMS: ReadonlyMap<string, string> = new Map([
  ['ucum', 'http://unitsofmeasure.org'],
  ['sct', 'http://snomed.info/sct'],
  ['loinc', 'http://loinc.org'],
]);

function keep<Value>(kept: Map<string, Value>, key: string, make: () => Value): Value {
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const value = make();
  kept.set(key, value);
  return value;
}

/** What each pattern that stands in an expression means, by what the library makes of it. */
function patternsIn(tree: Syntax): ReadonlyMap<string, string> {
  const patterns = new Map<string, string>();
  for (const node of allSyntax(tree)) {
    const call = callOf(node);
    const [first] = call?.parameters ?? [];
    if (first === undefined || !TAKES_PATTERN.test(call?.name ?? '')) continue;
    const [read, meant] = [stringLiteral(first), patternLiteral(first)];
    if (read !== undefined && meant !== undefined) patterns.set(read, meant);
  }
  return patterns;
}

/** @throws where the pattern can't be run */
function usable<Run extends (...texts: never[]) => unknown>(found: Run | Unusable): Run {
  if (typeof found === 'function') return found;
  throw new TypeError('unusable pattern');
}

/** The library's unary minus changes what `$this` and `$total` stand for, for the rest of their lambda. */
function negatesAgain(tree: Syntax): boolean {
  const nodes = [...allSyntax(tree)];
  return ['ThisInvocation', 'TotalInvocation'].some(
    (type) =>
      nodes.filter((node) => node.type === type).length > 1 &&
      nodes.some(
        (node) =>
          node.type === 'PolarityExpression' && node.children.some((child) => term(child).type === type),
      ),
  );
}

function constant(name: string): string | undefined {
  if (name.startsWith('vs-')) return `http://hl7.org/fhir/ValueSet/${name.slice(3)}`;
  if (name.startsWith('ext-')) return `http://hl7.org/fhir/StructureDefinition/${name.slice(4)}`;
  return CODE_SYSTEMS.get(name);
}

/** FHIRPath for forms (FHIRPath N1 with FHIR's and SDC's supplements), on the FHIRPath library, with every evaluation bounded. */
export function createExpressionEngine(options: ExpressionEngineOptions = {}): ExpressionEngine {
  const compiled = new Map<string, CompiledExpression | Unusable>();
  const matches = new Map<string, ReturnType<typeof compileMatch>>();
  const replacements = new Map<string, ReturnType<CompileReplacement>>();
  const scores = new WeakMap<object, ScoreOf>();
  const typed = createTypedValues();
  quietUnits(ucumUtils);
  const { compilePattern, compileReplacement, steps = MAX_STEPS } = options;
  let moment: { readonly text: string; readonly value: Moment } | undefined;

  function match(pattern: string, flags: string, full: boolean): ReturnType<typeof compileMatch> {
    if (compilePattern === undefined) return { unusable: 'regular expressions are not loaded' };
    return keep(matches, `${flags}/${full}/${pattern}`, () =>
      compileMatch(compilePattern, pattern, flags, full),
    );
  }

  function replacement(pattern: string): ReturnType<CompileReplacement> {
    if (compileReplacement === undefined) return { unusable: 'regular expressions are not loaded' };
    return keep(replacements, pattern, () => compileReplacement(pattern));
  }

  function momentOf(now: string | undefined): Moment | undefined {
    if (now === undefined) return undefined;
    if (moment?.text !== now) moment = { text: now, value: readMoment(now) };
    return moment.value;
  }

  function scoreOf(questionnaire: unknown): ScoreOf {
    if (!isObject(questionnaire)) return options.scoreOf ?? (() => undefined);
    let own = scores.get(questionnaire);
    if (own === undefined) {
      own = scoresOf(questionnaire);
      scores.set(questionnaire, own);
    }
    const stated = own;
    return (linkId, answer) => options.scoreOf?.(linkId, answer) ?? stated(linkId, answer);
  }

  /** What can be told of a call without running it. */
  function faultOf(node: Syntax): string | undefined {
    if (node.type === 'InstanceSelector') return 'making objects is not supported';
    const call = callOf(node);
    if (call === undefined) return undefined;
    const fault = callFault(call.name, call.parameters.length);
    if (fault !== undefined) return fault;
    const [first, second] = call.parameters;
    if (!TAKES_PATTERN.test(call.name) || first === undefined) return undefined;
    const pattern = patternLiteral(first) ?? '';
    const flags = call.name === 'replaceMatches' || second === undefined ? '' : (stringLiteral(second) ?? '');
    const runner =
      call.name === 'replaceMatches'
        ? replacement(pattern)
        : match(pattern, flags, call.name === 'matchesFull');
    return typeof runner === 'function' ? undefined : `the pattern of ${call.name}(): ${runner.unusable}`;
  }

  function variables(
    names: readonly string[],
    focus: ExpressionFocus,
    source: string,
  ): Record<string, unknown> {
    // Without a prototype, so that %toString is no variable.
    const given: Record<string, unknown> = Object.create(null);
    for (const name of names) {
      const fixed = constant(name);
      if (name === 'context') continue;
      if (name === 'resource' || name === 'rootResource') given[name] = focus.resource;
      else if (fixed !== undefined) given[name] = fixed;
      else if (!Object.hasOwn(focus.variables, name))
        throw new ExpressionError('unknown-variable', `no variable %${name} for: ${excerpt(source)}`);
      else if (name === 'qitem') given[name] = typed.element(focus.variables[name], 'Questionnaire.item');
      else given[name] = typed.variable(focus.variables[name]);
    }
    return given;
  }

  function build(source: string): CompiledExpression | Unusable {
    const tree = parseSyntax(source);
    if ('unusable' in tree) return tree;
    for (const node of allSyntax(tree)) {
      const fault = faultOf(node);
      if (fault !== undefined) return { unusable: fault };
    }
    // Parsed a second time, by the library itself, when it is first evaluated: many a form's expressions never are.
    let run: ReturnType<typeof compileFhirPath> | undefined;
    if (negatesAgain(tree))
      return { unusable: 'a minus before $this or $total, which is used again: write 0 - $this' };
    const names = variablesOf(tree);
    const roles = rolesOf(tree);
    const patterns = patternsIn(tree);
    const meant = (pattern: string) => patterns.get(pattern) ?? pattern;
    const places: Parameters<typeof createMeter>[1] = new WeakMap();
    return {
      source,
      reads: readsOf(tree),
      evaluate(focus) {
        const { budget } = focus;
        const meter = createMeter(roles, places, budget ? Math.min(steps, budget.left) : steps);
        const isResource = isObject(focus.context) && typeof focus.context.resourceType === 'string';
        try {
          const given = variables(names, focus, source);
          run ??= compileFhirPath(source, r4Model, { resolveInternalTypes: false });
          const nodes: unknown = run(
            isResource ? focus.context : typed.element(focus.context, focus.contextPath),
            given,
            {
              preciseMath: true,
              debugger: (_context, input, result, node) => meter.step(input, result, node),
              traceFn: () => undefined,
              userInvocationTable: createOverrides({
                meter,
                moment: momentOf(focus.now),
                scoreOf: scoreOf(focus.variables.questionnaire),
                match: (pattern, flags, full) => usable(match(meant(pattern), flags, full)),
                replacement: (pattern) => usable(replacement(meant(pattern))),
              }),
            },
          );
          const list: readonly unknown[] = Array.isArray(nodes) ? nodes : [];
          const results: unknown[] = [];
          const kept: unknown[] = [];
          for (const node of list) {
            const json = toJson(node);
            if (json === undefined) continue;
            results.push(json);
            kept.push(node);
          }
          typed.remember(results, kept);
          return results;
        } catch (error) {
          if (error instanceof ExpressionError) throw error;
          const reason = meter.exceeded || error instanceof RangeError ? 'budget' : 'failed';
          throw new ExpressionError(
            reason,
            `${reason === 'budget' ? 'takes too long' : 'cannot be evaluated'}: ${excerpt(source)}`,
          );
        } finally {
          if (budget) budget.left -= meter.taken;
        }
      },
    };
  }

  return { compile: (source) => keep(compiled, source, () => build(source)) };
}
