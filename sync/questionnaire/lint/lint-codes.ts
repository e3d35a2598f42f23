/**
 * Every remark that lint makes, with the severity that it has at publishing.
 *
 * `error`: the standard forbids it, or what the form says can't be done at all (an expression that never runs, a question that
 * takes no answer). `warning`: a person can answer the form, and its author must look. `information`: other software reads it
 * another way, or reads what isn't read here. Published forms of good standing have items that nobody reaches and expressions on queries, so these are
 * warnings: refusing such a form would keep all the rest of it from patients. LINT.md is the same table for authors.
 */

export interface LintRule {
  readonly severity: 'error' | 'warning' | 'information';
  /** The standard's section, or the decision of this project where no standard speaks. */
  readonly section: string;
  readonly reason: string;
}

const R4 = 'FHIR R4 Questionnaire';
const SDC = 'SDC, Form Behavior and Calculation';
const OWN = 'this project';

const error = (section: string, reason: string): LintRule => ({
  severity: 'error',
  section,
  reason,
});
const warning = (section: string, reason: string): LintRule => ({
  severity: 'warning',
  section,
  reason,
});
const information = (section: string, reason: string): LintRule => ({
  severity: 'information',
  section,
  reason,
});

const SHAPE = {
  'not-a-questionnaire': error(`${R4}`, 'there is nothing to run'),
  malformed: error('FHIR R4 JSON', 'an element of another JSON type says nothing that can be relied on'),
  'link-id': error(`${R4}.item.linkId`, 'answers are found by it'),
  'item-type': error(`${R4}.item.type`, 'nothing says what is asked'),
  'too-deep': error(OWN, 'ends hostile nesting; no published form comes near'),
  'modifier-extension': error(
    'FHIR R4 Extensibility',
    'what changes the meaning of an element must be understood',
  ),
  'implicit-rules': error('FHIR R4 Resource.implicitRules', 'a form by unknown rules can not be run safely'),
} as const;

const INVARIANTS = {
  'que-1': error('que-1', 'a group holds items, a display none'),
  'que-2': error('que-2', 'an answer would have two questions'),
  'que-3': error('que-3', 'a display has no code'),
  'que-4': error('que-4', 'two lists of options: which one is meant is a guess'),
  'que-5': error('que-5', 'this type has no options'),
  'que-6': error('que-6', 'a display is neither required nor repeated'),
  'que-7': error('que-7', '"exists" compares with true or false'),
  'que-8': error('que-8', 'only a question has an initial value'),
  'que-9': error('que-9', 'a display can not be written to'),
  'que-10': error('que-10', 'this type has no length'),
  'que-11': error('que-11', 'options say themselves which is selected'),
  'que-12': error('que-12, by its text', 'all or any: a guess may hide a question that matters'),
  'que-13': error('que-13', 'one answer can not have several values'),
} as const;

const CONDITIONS = {
  'condition-dangling': error(`${R4}.item.enableWhen.question`, 'the question is not there'),
  'condition-self': error(`${R4}.item.enableWhen.question`, 'the item would decide about itself'),
  'condition-descendant': error(
    `${R4}.item.enableWhen.question`,
    'the question is only there if the item is',
  ),
  'condition-later': warning(`${R4}.item.enableWhen`, 'what was already read past appears or vanishes'),
  'condition-unanswerable': warning(
    `${R4}.item.enableWhen.question`,
    'a group or display never has an answer',
  ),
  'condition-type': warning(`${R4}.item.enableWhen.answer[x]`, 'the answer never has that type'),
  'condition-never': warning(`${R4}.item.enableWhen`, 'no answer that the question takes makes it hold'),
  'condition-until-answered': warning(
    `${R4}.item.enableWhen`,
    'what it shows is gone from every final response',
  ),
  'condition-circle': warning(
    `${R4}.item.enableWhen`,
    'what is shown depends on an assumption, and a device and a server that see other answers may differ',
  ),
  'enable-when-twice': error(
    `${SDC}: enableWhenExpression`,
    'the two exclude each other; which one counts is a guess',
  ),
  unreachable: warning(
    `${R4}.item.enableWhen`,
    'a question that can never be asked may be the one that matters',
  ),
} as const;

const JAVA = {
  'java-not-equal-unanswered': information(`${R4}.item.enableWhen.operator (R5)`, 'holds here, fails there'),
  'java-not-equal-repeats': information(
    `${R4}.item.enableWhen.operator (R5)`,
    'one equal answer is enough to fail here; there one different answer is enough to hold',
  ),
  'java-quantity': information(
    `${R4}.item.enableWhen.answer[x]`,
    'compared with its unit here, by number there',
  ),
  'java-reference': information(`${R4}.item.enableWhen.answer[x]`, 'compared here, a failure there'),
  'java-disabled-source': information(
    `${R4}.item.enableWhen (R5)`,
    'a disabled question reads as unanswered here, as it was left there',
  ),
  'java-instances': information(
    `${R4}.item.enableWhen.question, comment`,
    'the nearest instance is read here, every one in the nearest common group there',
  ),
  'java-occurs': information(
    'Extensions minOccurs, maxOccurs',
    'inclusive here; there a number that is just reached is already judged wrong',
  ),
} as const;

const EXPRESSIONS = {
  'expression-unusable': error(
    SDC,
    'a syntax error, or a running time without bound: it never gives a value',
  ),
  'expression-missing': error('FHIR R4 Expression, exp-1', 'there is nothing to evaluate'),
  'expression-language': warning(SDC, 'only FHIRPath, and queries of variables, are evaluated here'),
  'expression-unknown-variable': error(`${SDC}: variable`, 'every evaluation fails'),
  'expression-unknown-link-id': warning(SDC, 'it reads what is never there'),
  'expression-circle': error(SDC, 'what it gives depends on itself'),
  'expression-misses-nesting': warning(SDC, 'it reads the top level only, and the questions are in groups'),
  'reads-launch-context': warning(
    'SDC, Validation Expectations',
    'the server that judges the response has no such context: what it decides is not checked again',
  ),
  'launch-context-undeclared': warning('SDC launchContext', 'an app gives only what a form asks for'),
  'variable-name': error('SDC variable', 'a variable without a name of its own can not be read'),
  'calculated-on-group': error('SDC calculatedExpression', 'only a question can hold what was calculated'),
  'constraint-incomplete': warning(
    'Extensions questionnaire-constraint, targetConstraint',
    'nobody is told what is wrong',
  ),
  'toggle-unknown-option': error('SDC answerOptionsToggleExpression', 'what it shows is no option'),
  'option-never-offered': warning('SDC answerOptionsToggleExpression', 'its condition is always false'),
} as const;

const CONTENT = {
  'no-items': error(`${R4}.item`, 'the form asks nothing'),
  'no-text': warning(`${R4}.item.text`, 'nobody knows what is asked'),
  'no-options': warning(`${R4}.item.answerOption`, 'a choice of nothing'),
  'option-code-twice': warning(`${R4}.item.answerOption`, 'two choices that are one answer'),
  'option-label-twice': warning(`${R4}.item.answerOption`, 'two choices that look the same'),
  'value-set-unavailable': warning(`${R4}.item.answerValueSet`, 'answers are not checked against it'),
  'constraint-on-choice': warning('SDC, Validation Expectations', 'a choice is limited by its options'),
  'impossible-limits': error('Extensions minValue, maxValue, minOccurs, maxOccurs', 'no answer fits'),
  'initial-invalid': error(`${R4}.item.initial`, 'the form refuses what it has filled in itself'),
  'unreachable-required': warning(
    `${R4}.item.required`,
    'nobody can complete the form, unless an app fills it in',
  ),
  'max-size-in-bytes': warning('Extension maxSize', 'was megabytes in DSTU 2: nothing fits'),
  'pattern-unusable': error('Extension regex', 'answers are not checked against it'),
  'pattern-is-fhirpath': warning('Extension regex', 'other software reads the call as a pattern'),
  'extension-not-read': information(OWN, 'its author may rely on what has no effect here'),
} as const;

const IDENTITY = {
  'no-url': warning(`${R4}.url`, 'a response can not say which form it answers'),
  'no-version': warning(`${R4}.version`, 'a response can not say which edition it answers'),
  'no-title': warning(`${R4}.title`, 'a person can not tell what this is'),
  'no-licence': warning(`${R4}.copyright`, 'an instrument has an owner, who says who may use it'),
  'no-language': warning('FHIR R4 Resource.language', 'which of its languages the texts are in is a guess'),
  'not-active': warning(`${R4}.status`, 'a draft or retired form is not for patients'),
  'translation-missing': warning('Extension translation', 'part of the form is in another language'),
  'translation-demanded': error('Extension translation', 'a language that was promised is not there'),
} as const;

export const LINT_RULES = {
  ...SHAPE,
  ...INVARIANTS,
  ...CONDITIONS,
  ...JAVA,
  ...EXPRESSIONS,
  ...CONTENT,
  ...IDENTITY,
} as const satisfies Readonly<Record<string, LintRule>>;

export type LintCode = keyof typeof LINT_RULES;

/** What a lint rule says; the place is added by its caller. */
export interface Remark {
  readonly severity: LintRule['severity'];
  readonly code: LintCode;
  readonly message: string;
  readonly remedy: string;
  /** Behind the path of the item or form, such as `.extension[2]`. */
  readonly at?: string;
}

export function remark(code: LintCode, message: string, remedy: string, at?: string): readonly Remark[] {
  const { severity } = LINT_RULES[code];
  return [{ severity, code, message, remedy, ...(at === undefined ? {} : { at }) }];
}
