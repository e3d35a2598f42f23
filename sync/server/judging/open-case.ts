/**
 * Opens a case for staff, and writes its questions and answers as the text that the console gets: what a patient's device has sealed is walked
 * over here alone, in a thread that nothing urgent waits for.
 */
import type { IntakeSubmit } from '../../protocol/operations/intake-submit.ts';
import type { SafetyAlert } from '../../protocol/operations/safety-alert.ts';
import { AnswersTooLargeError, answerTree, flaggedAnswers, questionTexts } from '../console/answer-tree.ts';
import type { ProblemCode } from '../problems.ts';
import type { SealedOperation } from '../sealing/open-envelope.ts';
import type { Unsealer } from '../sealing/unsealer.ts';
import { openOperation } from './open-operation.ts';
import type { FindPublished, PublishedSource } from './published.ts';
import type { CaseMarks } from './worker-messages.ts';

/** A submission without its response. */
export type IntakeHead = Omit<IntakeSubmit, 'response'>;

export type OpenedCase =
  /** @property answers, flagged JSON of the {@link import('../../protocol/api/cases.ts').AnswerNode}s. */
  | {
      readonly ok: true;
      readonly kind: 'intake.submit';
      readonly intake: IntakeHead;
      readonly answers: string;
      readonly flagged: string;
    }
  | { readonly ok: true; readonly kind: 'safety.alert'; readonly alert: SafetyAlert }
  /** Unfinished: the patient's alone until they hand it in. */
  | { readonly ok: true; readonly kind: 'intake.paused' }
  | { readonly ok: false; readonly code: ProblemCode };

export interface OpenCaseDependencies {
  readonly unsealer: Unsealer;
  readonly findPublished: FindPublished;
  readonly definition: PublishedSource['definition'];
}

export type OpenCase = (operation: SealedOperation, marks: CaseMarks) => Promise<OpenedCase>;

/** Of one question: enough to see why it is marked. All of them are listed by themselves. */
const MAX_RULES = 20;

/** Rules by the linkIds that met them, those that hold no longer included: they are why a person should look. */
function rulesByQuestion(
  hits: IntakeSubmit['ruleHits'],
  { met }: CaseMarks,
): ReadonlyMap<string, readonly string[]> {
  const byQuestion = new Map<string, Set<string>>();
  for (const { rule, evidence } of [...hits, ...met])
    for (const linkId of evidence) {
      const rules = byQuestion.get(linkId) ?? new Set();
      if (rules.size < MAX_RULES) rules.add(rule);
      byQuestion.set(linkId, rules);
    }
  return new Map([...byQuestion].map(([linkId, rules]) => [linkId, [...rules]]));
}

export function createOpenCase({ unsealer, findPublished, definition }: OpenCaseDependencies): OpenCase {
  /** Read where an item of the response carries no text, which those of our own runner do. */
  async function textsOf(vendor: string, formHash: string): Promise<ReadonlyMap<string, string>> {
    const published = await findPublished(vendor);
    const text = published?.offers.has(formHash) ? await definition(vendor, formHash) : undefined;
    return questionTexts(text === undefined ? undefined : JSON.parse(text));
  }

  return async (operation, marks) => {
    const opened = await openOperation(operation, unsealer);
    if (!opened.ok) return { ok: false, code: opened.code };
    if (opened.kind === 'safety.alert') return { ok: true, kind: opened.kind, alert: opened.payload };
    if (opened.kind === 'intake.paused') return { ok: true, kind: opened.kind };
    const { response, ...intake } = opened.payload;
    const texts = await textsOf(operation.vendor, intake.questionnaire.formHash);
    try {
      const answers = answerTree(response, intake.language, {
        rules: rulesByQuestion(intake.ruleHits, marks),
        confirmed: new Set(intake.confirmedImplausible),
        attachments: new Map(intake.attachments.map((one) => [one.sha256, one])),
        textOf: (linkId) => texts.get(linkId) ?? '',
      });
      return {
        ok: true,
        kind: 'intake.submit',
        intake,
        answers: JSON.stringify(answers),
        flagged: JSON.stringify(flaggedAnswers(answers)),
      };
    } catch (error) {
      if (error instanceof AnswersTooLargeError) return { ok: false, code: 'CONTENT_OUT_OF_BOUNDS' };
      throw error;
    }
  };
}
