import type { CompilePattern } from '../model/contract.ts';
import { REGEX } from '../model/extensions.ts';
import { extensionOf, objectsOf, stringOf } from '../model/fhir-json.ts';
import type { PlanItem } from '../plan/plan.ts';
import { expressionsOf, patternSource } from '../plan/plan-item.ts';
import { compareAnswers } from '../values/values.ts';
import { type Remark, remark } from './lint-codes.ts';
import { optionRemarks } from './lint-options.ts';

function patternRemarks(
  { item, limits }: PlanItem,
  compilePattern: CompilePattern | undefined,
): readonly Remark[] {
  const source = stringOf(extensionOf(item, REGEX)?.valueString);
  if (source === undefined || limits.pattern === undefined) return [];
  const remarks: Remark[] = [];
  if (patternSource(source) !== source) {
    remarks.push(
      ...remark(
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
        'pattern-unusable',
        `the pattern can not be run: ${compiled.unusable}`,
        'Use the syntax of RE2: no look-around, no back references.',
      ),
    );
  }
  return remarks;
}

/** Whether somebody other than the patient fills it in: the record, by observations or by an expression. */
function isPopulated({ item }: PlanItem): boolean {
  const populating = /(observationLinkPeriod|initialExpression|calculatedExpression|itemPopulationContext)$/;
  return (
    expressionsOf(item).length > 0 ||
    item.definition !== undefined ||
    objectsOf(item.extension).some(({ url }) => populating.test(stringOf(url) ?? ''))
  );
}

function limitRemarks(planItem: PlanItem): readonly Remark[] {
  const { limits, required, hidden, readOnly, initial, options, kind, enableWhen } = planItem;
  const remarks: Remark[] = [];
  const { minValue, maxValue, minLength, maxLength, minOccurs, maxOccurs, maxSize } = limits;
  const crossed =
    minValue !== undefined && maxValue !== undefined && compareAnswers(minValue, maxValue) === 1;
  const over = (minimum: number | undefined, maximum: number | undefined) =>
    (minimum ?? 0) > (maximum ?? Number.POSITIVE_INFINITY);
  if (crossed || over(minOccurs, maxOccurs) || over(minLength, maxLength)) {
    remarks.push(
      ...remark(
        'impossible-limits',
        'the minimum is above the maximum: no answer fits',
        'Swap or correct them.',
      ),
    );
  }
  if (maxSize !== undefined && maxSize < 1024) {
    remarks.push(
      ...remark(
        'max-size-in-bytes',
        `maxSize is in bytes: ${maxSize} allows next to nothing`,
        'Write bytes.',
      ),
    );
  }
  const selected = options?.options.some((option) => option.initial) === true;
  const fixed = kind === 'question' && (hidden || readOnly) && initial.length === 0 && !selected;
  if (required && fixed && enableWhen === undefined && !isPopulated(planItem)) {
    remarks.push(
      ...remark(
        'unreachable-required',
        'a required question that nobody can answer: it is hidden or read-only, without a value',
        'Give it an initial value, or do not require it.',
      ),
    );
  }
  return remarks;
}

/** What an author may have meant otherwise: patterns, options, limits, texts. */
export function contentRemarks(
  item: PlanItem,
  compilePattern: CompilePattern | undefined,
): readonly Remark[] {
  return [
    ...patternRemarks(item, compilePattern),
    ...optionRemarks(item),
    ...limitRemarks(item),
    ...(item.kind !== 'group' && item.text === undefined && !item.textIsComputed
      ? remark('no-text', 'the item has no text', 'Say what is asked.')
      : []),
  ];
}
