/**
 * What the questionnaire engine promises to its callers. Nothing here knows a screen, a network or a clock.
 *
 * Four verbs open a form: {@link CompileQuestionnaire} (load), {@link CreateForm} (create), {@link EditForm} (edit a
 * response that exists) and {@link RestoreForm} (go on where a snapshot was taken).
 */
import type {
  Attachment,
  Coding,
  OperationOutcome,
  Quantity,
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireResponse,
  Reference,
  Signature,
} from 'fhir/r4.js';

/** Identifies one instance of one item for as long as the form lives; stable when siblings come and go, and kept by snapshots. */
export type NodeId = string;

/** A value as FHIR types it. Dates and times stay strings, so that partial precision and offsets survive (never `Date`). */
export type AnswerValue =
  | { readonly type: 'boolean'; readonly value: boolean }
  /**
   * `places`: digits after the decimal point as they were written, where the number doesn't show them ("0.10" is 0.1 with two).
   * FHIR R4 lets decimals be kept so: a 64-bit number with a precision field, exact up to 15 significant digits.
   */
  | { readonly type: 'decimal'; readonly value: number; readonly places?: number }
  | { readonly type: 'integer'; readonly value: number }
  | { readonly type: 'date'; readonly value: string }
  | { readonly type: 'dateTime'; readonly value: string }
  | { readonly type: 'time'; readonly value: string }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'uri'; readonly value: string }
  | { readonly type: 'Coding'; readonly value: Coding }
  | { readonly type: 'Quantity'; readonly value: Quantity }
  | { readonly type: 'Attachment'; readonly value: Attachment }
  | { readonly type: 'Reference'; readonly value: Reference };

export interface AnswerOption {
  readonly value: AnswerValue;
  /** What the patient reads, in the form's current language. */
  readonly label: string;
  readonly exclusive: boolean;
  /** ordinalValue or itemWeight, wherever the form states it. */
  readonly score?: number;
}

/** Stable codes: screens choose their words by them, and tests cite them. */
export type IssueCode =
  | 'required'
  | 'type'
  | 'min-length'
  | 'max-length'
  | 'pattern'
  | 'min-value'
  | 'max-value'
  | 'max-decimal-places'
  | 'min-quantity'
  | 'max-quantity'
  | 'quantity-incomparable'
  | 'min-occurs'
  | 'max-occurs'
  | 'not-an-option'
  | 'option-not-checked'
  | 'display-differs'
  | 'option-exclusive'
  | 'open-text-is-option'
  | 'unit-not-allowed'
  | 'line-break'
  | 'attachment-size'
  | 'attachment-type'
  | 'not-found'
  | 'structure'
  | 'disabled-answered'
  | 'text-changed'
  | 'outside-effective-period'
  | 'questionnaire-status'
  | 'constraint'
  /** What was submitted isn't what the form's own calculation gives. */
  | 'calculation-differs'
  /** An expression of the form could not be evaluated here: what it decides was not checked. */
  | 'expression-failed'
  | 'signature-required';

export interface Issue {
  readonly code: IssueCode;
  readonly severity: 'error' | 'warning' | 'information';
  /** The values a message needs: limits, counts, units. */
  readonly parameters: Readonly<Record<string, string | number>>;
  /** English, for the OperationOutcome and for logs; screens translate by code. */
  readonly diagnostics: string;
  /** The form itself filled this in (read-only, hidden, calculated), and nobody who answers can mend it: a warning, never an error. */
  readonly byForm?: true;
  readonly node?: NodeId;
  readonly linkId?: string;
  /** FHIRPath of the element in the response. */
  readonly expression: string;
}

export interface NodeState {
  readonly id: NodeId;
  readonly linkId: string;
  readonly kind: 'group' | 'question' | 'display';
  readonly item: QuestionnaireItem;
  /** Text of the item in the form's language. */
  readonly text: string;
  readonly enabled: boolean;
  /** questionnaire-hidden: not shown, but validated (hidden is not disabled). */
  readonly hidden: boolean;
  readonly readOnly: boolean;
  /** Filled by the form (calculatedExpression); a runner never asks it, a whole page shows it. */
  readonly calculated: boolean;
  /** Somebody has put another value in the place of the calculated one: it stays until {@link Form.recalculate}. */
  readonly edited: boolean;
  readonly required: boolean;
  readonly repeats: boolean;
  readonly answers: readonly AnswerValue[];
  readonly options: readonly AnswerOption[];
  /** `unavailable`: the value set is not at hand, so membership can't be judged. */
  readonly optionsStatus: 'none' | 'ready' | 'unavailable';
  /** What is wrong with the answers that are there; missing answers are reported by `validate('final')` only. */
  readonly issues: readonly Issue[];
  /** Instances of child items in document order: of a group, or nested under the answers of a question. */
  readonly children: readonly NodeId[];
  readonly parent: NodeId | undefined;
}

export type Unsubscribe = () => void;

/** Says why a Questionnaire can't be used, every fault at once. */
export interface QuestionnaireFault {
  readonly severity: 'error' | 'warning' | 'information';
  /** que-1 … que-13 of FHIR R4, or a code of this project. */
  readonly code: string;
  readonly path: string;
  readonly linkId?: string;
  readonly message: string;
  readonly remedy: string;
}

export type Compiled =
  | { readonly ok: true; readonly plan: Plan; readonly warnings: readonly QuestionnaireFault[] }
  | { readonly ok: false; readonly faults: readonly QuestionnaireFault[] };

/** The immutable, compiled form; shared by any number of open responses. */
export interface Plan {
  readonly questionnaire: Questionnaire;
  readonly url: string | undefined;
  readonly version: string | undefined;
  /** What must be loaded before the form can be opened, so that forms without it don't pay for it. */
  readonly needs: {
    readonly patterns: boolean;
    readonly expressions: boolean;
    /** Quantities are compared somewhere in the form. */
    readonly units: boolean;
  };
}

/** A full match in bounded time, or a reason why the pattern can't be run safely. */
export type CompilePattern = (source: string) => ((text: string) => boolean) | { readonly unusable: string };

/** Units by UCUM; `units.ts` has the implementation, loaded lazily. */
export interface Units {
  /** @returns the value in the other unit; undefined where a code is unknown or the units don't measure the same. */
  convert(value: number, from: string, to: string): number | undefined;
}

/** What an expression reads of a response, found without running it. */
export interface ExpressionReads {
  /** linkIds of the items that it reads, each with all below it, from `%resource` down; `all` where that can't be told. */
  readonly resource: ReadonlySet<string> | 'all';
  /** The same for what it reads from `%context` (or `$this`) down. */
  readonly context: ReadonlySet<string> | 'all';
  /** Names behind `%`, without those that FHIRPath and SDC define for every expression. */
  readonly variables: ReadonlySet<string>;
  /** It calls now(), today() or timeOfDay(). */
  readonly clock: boolean;
}

/** What an expression is evaluated on. All JSON, as FHIR writes it. */
export interface ExpressionFocus {
  /** `%resource`: the response, or as much of it as the expression reads. */
  readonly resource: unknown;
  /** `%context`: the response, or the element of it that the item stands for. */
  readonly context: unknown;
  /** FHIR path of the context's type, such as `QuestionnaireResponse.item`. */
  readonly contextPath: string;
  /** By name, without `%`: launch context, variables in scope, `questionnaire`, `qitem`. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** FHIR dateTime that now() and today() give; the machine's clock where absent. */
  readonly now?: string;
  /** What this evaluation may take, and has left when it ends; the engine's own bound where absent. */
  readonly budget?: StepBudget;
}

/** Steps are the engine's measure of work: the same on every machine. */
export interface StepBudget {
  left: number;
}

export interface CompiledExpression {
  readonly source: string;
  readonly reads: ExpressionReads;
  /** JSON values. @throws `ExpressionError` where it fails, or would take too long */
  evaluate(focus: ExpressionFocus): readonly unknown[];
}

/** FHIRPath; `expressions/fhirpath-engine.ts` has the implementation, loaded lazily. */
export interface ExpressionEngine {
  /** Parses once. `unusable`: a syntax error, or a shape whose running time can't be bounded. */
  compile(source: string): CompiledExpression | { readonly unusable: string };
  /** Does ahead what one of the compiled expressions would need when it is first evaluated. @returns whether there is more to do */
  prepare?(): boolean;
}

export interface FormOptions {
  /** BCP 47; chooses among the FHIR translation extensions. */
  readonly language?: string;
  /** Required where `plan.needs.patterns`. */
  readonly compilePattern?: CompilePattern;
  /** Required where `plan.needs.units`. */
  readonly units?: Units;
  /** Required where `plan.needs.expressions`. */
  readonly expressions?: ExpressionEngine;
  /** Resources of the SDC launch context, by name (`patient`, `encounter`, …). */
  readonly launchContext?: Readonly<Record<string, unknown>>;
  /** Answers an `application/x-fhir-query`; undefined where it can't. */
  readonly query?: (query: string) => unknown;
  /** FHIR dateTime for now() and today(): the moment of the response where one is judged. */
  readonly now?: string;
  /** Steps that all expressions together may take to open the form, and after each change of it. */
  readonly steps?: number;
}

/** Everything needed to go on after a restart, disabled answers included. JSON; versioned by `v`. */
export interface FormSnapshot {
  readonly v: 1;
  readonly canonical: string;
  readonly nodes: unknown;
}

export interface Score {
  /** Sum of ordinalValue/itemWeight over the enabled, answered questions. */
  readonly total: number;
  /** The highest sum that the enabled questions allow. */
  readonly max: number;
  /** Scored questions that are answered, and that could be. */
  readonly answered: number;
  readonly of: number;
  readonly byNode: ReadonlyMap<NodeId, number>;
}

export interface Form {
  readonly plan: Plan;
  /** What it converts quantities by, where it was given. */
  readonly units?: Units | undefined;
  readonly root: readonly NodeId[];
  /** Expressions took more than {@link FormOptions.steps}: what they work out is missing, everything else can be answered. */
  readonly overBudget: boolean;
  read(node: NodeId): NodeState | undefined;
  /** Called after each change of that node's state, once per transaction. */
  subscribe(node: NodeId, listener: () => void): Unsubscribe;
  /** Called after each transaction, with the nodes whose state changed. */
  onChange(listener: (changed: ReadonlySet<NodeId>) => void): Unsubscribe;

  /** Replaces all answers of a question; an empty list clears it. Invalid values are kept and reported, never dropped. */
  answer(node: NodeId, answers: readonly AnswerValue[]): void;
  /** Adds an instance of a repeating group beside `node`, and returns it. */
  addInstance(node: NodeId): NodeId;
  removeInstance(node: NodeId): void;
  /** Gives a calculated question its calculated value again. */
  recalculate(node: NodeId): void;
  /** Does ahead a few milliseconds' work of coming answers, for when nobody waits. @returns whether there is more to do */
  prepare(): boolean;
  /** Puts a signature to the response, or takes it away; any later change of an answer takes it away too. */
  sign(signature: Signature | undefined): void;
  setLanguage(language: string): void;

  /** The visible, enabled questions and displays in document order: what a runner pages through. */
  sequence(): readonly NodeId[];
  score(): Score;
  snapshot(): FormSnapshot;
  /** A projection made on demand: enabled answers only, with the text and option labels that were shown frozen into it. */
  response(
    about?: Pick<QuestionnaireResponse, 'status' | 'authored' | 'subject' | 'author'>,
  ): QuestionnaireResponse;
  /** SDC validation: `draft` allows what is still missing, `final` does not. */
  validate(mode: 'draft' | 'final'): readonly Issue[];
}

export type CompileQuestionnaire = (questionnaire: unknown) => Compiled;
export type CreateForm = (plan: Plan, options?: FormOptions) => Form;
export type EditForm = (plan: Plan, response: QuestionnaireResponse, options?: FormOptions) => Form;
/** Throws `SnapshotMismatchError` where the snapshot belongs to another form or version. */
export type RestoreForm = (plan: Plan, snapshot: FormSnapshot, options?: FormOptions) => Form;

/** Judges a response as it was received, structure included; the same rules on device and server. */
export type ValidateResponse = (
  plan: Plan,
  response: unknown,
  mode: 'draft' | 'final',
  options?: FormOptions,
) => {
  readonly issues: readonly Issue[];
  readonly outcome: OperationOutcome;
  readonly score: Score;
  /** See {@link Form.overBudget}: what was not worked out was not checked either. */
  readonly overBudget: boolean;
};
