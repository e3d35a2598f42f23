import type { Questionnaire, QuestionnaireResponse } from 'fhir/r4.js';
import type { Form, FormSnapshot } from '../../../../../sync/questionnaire/model/contract.ts';
import type { DraftContent } from '../../../../platform/contract/contract.ts';
import { migrateAnswers } from './migrate-answers.ts';

/** What is asked of the engine. */
interface Opening<Prepared> {
  create(prepared: Prepared, language: string): Form;
  restore(prepared: Prepared, snapshot: FormSnapshot, language: string): Form;
  edit(prepared: Prepared, response: QuestionnaireResponse, language: string): Promise<Form>;
}

interface Version<Prepared> {
  readonly prepared: Prepared;
  readonly definition: unknown;
}

/** The draft's answers in another version of its form. */
export function movedForm<Prepared>(
  engine: Opening<Prepared>,
  { form }: Pick<DraftContent, 'form'>,
  from: Version<Prepared>,
  to: Version<Prepared>,
  language: string,
): Promise<Form> {
  const before = form
    ? engine.restore(from.prepared, form, language)
    : engine.create(from.prepared, language);
  const { response } = migrateAnswers(
    before.response({ status: 'in-progress' }),
    from.definition as Questionnaire,
    to.definition as Questionnaire,
  );
  return engine.edit(to.prepared, response, language);
}
