/**
 * Shows a submission to staff: its questions and answers as the text that the console gets. What a patient's device has sealed is walked over here
 * alone, in a thread that nothing urgent waits for.
 */
import type { IntakeSubmit } from '../../../protocol/operations/payloads/intake-submit.ts';
import type { ShowContext, Shown } from '../../core/judging/kinds.ts';
import type { CaseMarks, ShownItem } from '../inbox/feature.ts';
import { AnswersTooLargeError, answerTree, flaggedAnswers, questionTexts } from './answer-tree.ts';

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

/** Read where an item of the response carries no text, which those of our own runner do. */
async function textsOf(
  formHash: string,
  { vendor, published, definition }: ShowContext,
): Promise<ReadonlyMap<string, string>> {
  const text = published?.offers.has(formHash) ? await definition(vendor, formHash) : undefined;
  return questionTexts(text === undefined ? undefined : JSON.parse(text));
}

export async function showIntake(
  { response, ...intake }: IntakeSubmit,
  context: ShowContext,
  marks: CaseMarks,
): Promise<Shown> {
  const texts = await textsOf(intake.questionnaire.formHash, context);
  try {
    const answers = answerTree(response, intake.language, {
      rules: rulesByQuestion(intake.ruleHits, marks),
      confirmed: new Set(intake.confirmedImplausible),
      attachments: new Map(intake.attachments.map((one) => [one.sha256, one])),
      textOf: (linkId) => texts.get(linkId) ?? '',
    });
    const shown = { answers: JSON.stringify(answers), flagged: JSON.stringify(flaggedAnswers(answers)) };
    return { ok: true, shown: { intake, shown } satisfies ShownItem };
  } catch (error) {
    if (error instanceof AnswersTooLargeError) return { ok: false, code: 'CONTENT_OUT_OF_BOUNDS' };
    throw error;
  }
}
