import type { CompilePattern } from './contract.ts';
import { CALCULATED_EXPRESSION, REGEX } from './extensions.ts';
import { extensionOf, extensionsOf, isObject, stringOf } from './fhir-json.ts';
import { type Remark, remark } from './invariants.ts';
import type { CompiledPlan, PlanItem } from './plan.ts';
import { expressionsOf, patternSource } from './plan-item.ts';
import { compareAnswers } from './values.ts';

const CHOICES: readonly string[] = ['choice', 'open-choice'];

function patternRemarks({ item, limits }: PlanItem, compilePattern: CompilePattern | undefined) {
  const source = stringOf(extensionOf(item, REGEX)?.valueString);
  if (source === undefined || limits.pattern === undefined) return [];
  const remarks: Remark[] = [];
  if (patternSource(source) !== source) {
    remarks.push(
      ...remark(
        'warning',
        'pattern-is-fhirpath',
        'the pattern is a FHIRPath call of matches()',
        'Write the regular expression alone; other software reads the call literally.',
      ),
    );
  }
  const compiled = compilePattern?.(limits.pattern);
  if (typeof compiled === 'object') {
    remarks.push(
      ...remark(
        'error',
        'pattern-unusable',
        `the pattern can not be run: ${compiled.unusable}`,
        'Use the syntax of RE2: no look-around, no back references.',
      ),
    );
  }
  return remarks;
}

function optionRemarks({ type, item, options }: PlanItem): readonly Remark[] {
  const remarks: Remark[] = [];
  if (CHOICES.includes(type) && options === undefined && expressionsOf(item).length === 0) {
    remarks.push(
      ...remark('warning', 'no-options', 'a choice without options', 'Give answerOption or answerValueSet.'),
    );
  }
  if (options?.status === 'unavailable') {
    remarks.push(
      ...remark(
        'warning',
        'value-set-unavailable',
        `the value set ${item.answerValueSet ?? ''} is not at hand, or not all of it`,
        'Contain it with an expansion; until then answers are not checked against it.',
      ),
    );
  }
  if (CHOICES.includes(type) && (item.maxLength !== undefined || extensionOf(item, REGEX) !== undefined)) {
    remarks.push(
      ...remark(
        'warning',
        'constraint-on-choice',
        'a choice has limits of its value',
        'Limit the options instead (SDC).',
      ),
    );
  }
  return remarks;
}

function limitRemarks({ item, limits, required, hidden, readOnly, initial, options, kind }: PlanItem) {
  const remarks: Remark[] = [];
  const { minValue, maxValue, minOccurs, maxOccurs, maxSize } = limits;
  const crossed =
    minValue !== undefined && maxValue !== undefined && compareAnswers(minValue, maxValue) === 1;
  if (crossed || (minOccurs ?? 0) > (maxOccurs ?? Number.POSITIVE_INFINITY)) {
    remarks.push(
      ...remark(
        'warning',
        'impossible-limits',
        'the minimum is above the maximum: no answer fits',
        'Swap or correct them.',
      ),
    );
  }
  if (maxSize !== undefined && maxSize < 1024) {
    remarks.push(
      ...remark(
        'warning',
        'max-size-in-bytes',
        `maxSize is in bytes: ${maxSize} allows next to nothing`,
        'Write bytes.',
      ),
    );
  }
  const selected = options?.options.some((option) => option.initial) === true;
  const fixed = kind === 'question' && (hidden || readOnly) && initial.length === 0 && !selected;
  if (required && fixed && expressionsOf(item).length === 0) {
    remarks.push(
      ...remark(
        'warning',
        'unreachable-required',
        'a required question that nobody can answer: it is hidden or read-only, without a value',
        'Give it an initial value, or do not require it.',
      ),
    );
  }
  return remarks;
}

/** `%resource.item.where(…).answer` reaches the top level only. */
const TOP_LEVEL_ONLY = /%resource\.item(?:\.where\([^()]*(?:\([^()]*\)[^()]*)*\))?\.answer\b/;

function expressionRemarks(item: PlanItem, plan: CompiledPlan): readonly Remark[] {
  const remarks: Remark[] = [];
  const names = expressionsOf(item.item);
  if (names.length > 0) {
    remarks.push(
      ...remark(
        'warning',
        'expression-not-evaluated',
        `${names.join(', ')} needs an expression engine, and is not evaluated`,
        'Use enableWhen and initial where they suffice.',
      ),
    );
  }
  const calculated = extensionsOf(item.item, CALCULATED_EXPRESSION).some(
    ({ valueExpression: expression }) => {
      return isObject(expression) && TOP_LEVEL_ONLY.test(stringOf(expression.expression) ?? '');
    },
  );
  const reached = plan.children.some((child) => child.kind === 'question' && child !== item);
  if (calculated && !reached) {
    remarks.push(
      ...remark(
        'warning',
        'expression-misses-nesting',
        'the calculation reads answers of top-level items only, and all questions stand inside of groups',
        'Read %resource.repeat(item), or name the group.',
      ),
    );
  }
  return remarks;
}

/** What an author may have meant otherwise: patterns, options, limits, expressions. */
export function contentRemarks(
  item: PlanItem,
  plan: CompiledPlan,
  compilePattern: CompilePattern | undefined,
): readonly Remark[] {
  return [
    ...patternRemarks(item, compilePattern),
    ...optionRemarks(item),
    ...limitRemarks(item),
    ...expressionRemarks(item, plan),
    ...(item.kind !== 'group' && item.text === undefined && !item.textIsComputed
      ? remark('warning', 'no-text', 'the item has no text', 'Say what is asked.')
      : []),
  ];
}
