import { ucumUtils } from 'fhirpath';
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
import { createMeter, MAX_STEPS } from './meter.ts';
import { createOverrides, type Surroundings } from './overrides.ts';
import { type ParsedExpression, type PatternCall, parseExpression, runOf } from './parsed-expression.ts';
import { type CompileReplacement, compileMatch } from './regex.ts';
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

/** @throws where the pattern can't be run */
function usable<Run extends (...texts: never[]) => unknown>(found: Run | Unusable): Run {
  if (typeof found === 'function') return found;
  throw new TypeError('unusable pattern');
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
  /** Those that may not have been evaluated yet. */
  const unprepared: ParsedExpression[] = [];
  let lastMoment: { readonly text: string; readonly value: Moment } | undefined;
  let surroundings: Surroundings | undefined;
  const overrides = createOverrides(() => {
    if (surroundings === undefined) throw new TypeError('nothing is evaluated');
    return surroundings;
  });

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
    if (lastMoment?.text !== now) lastMoment = { text: now, value: readMoment(now) };
    return lastMoment.value;
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

  /** Why the pattern of a call can't be run. */
  function patternFault({ name, meant = '', flags }: PatternCall): readonly string[] {
    const runner =
      name === 'replaceMatches' ? replacement(meant) : match(meant, flags, name === 'matchesFull');
    return typeof runner === 'function' ? [] : [`the pattern of ${name}(): ${runner.unusable}`];
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
    const found = parseExpression(source);
    if ('unusable' in found) return found;
    const { reads, names, roles, places, patternCalls } = found;
    const [fault] = patternCalls.flatMap(patternFault);
    if (fault !== undefined) return { unusable: fault };
    const patterns = new Map(patternCalls.map(({ read, meant }) => [read, meant]));
    const meant = (pattern: string) => patterns.get(pattern) ?? pattern;
    unprepared.push(found);
    return {
      source,
      reads,
      evaluate(focus) {
        const { budget } = focus;
        const meter = createMeter(roles, places, budget ? Math.min(steps, budget.left) : steps);
        const isResource = isObject(focus.context) && typeof focus.context.resourceType === 'string';
        try {
          const given = variables(names, focus, source);
          const moment = momentOf(focus.now);
          surroundings = {
            meter,
            moment,
            scoreOf: scoreOf(focus.variables.questionnaire),
            match: (pattern, flags, full) => usable(match(meant(pattern), flags, full)),
            replacement: (pattern) => usable(replacement(meant(pattern))),
          };
          const nodes: unknown = runOf(found)(
            isResource ? focus.context : typed.element(focus.context, focus.contextPath),
            given,
            {
              preciseMath: true,
              debugger: (_context, input, result, node) => meter.step(input, result, node),
              traceFn: () => undefined,
              userInvocationTable: moment === undefined ? overrides.untimed : overrides.timed,
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

  return {
    compile: (source) => keep(compiled, source, () => build(source)),
    prepare() {
      const next = unprepared.shift();
      try {
        if (next !== undefined) runOf(next);
      } catch {
        // Its evaluation says so.
      }
      return unprepared.length > 0;
    },
  };
}
