import { objectsOf, stringOf } from '../model/fhir-json.ts';
import type { CompiledPlan } from '../plan/plan.ts';
import { type Remark, remark } from './lint-codes.ts';

/** Licences go by several extensions, of R5 and of the guides for artifacts. */
const LICENCE = /(licen[sc]e|copyright(Label)?)$/i;

/** What a form says of itself: who owns it, and which edition it is. */
export function identityRemarks({ questionnaire, version }: CompiledPlan): readonly Remark[] {
  const licensed =
    stringOf(questionnaire.copyright) !== undefined ||
    objectsOf(questionnaire.extension).some(({ url }) => typeof url === 'string' && LICENCE.test(url));
  return [
    ...(licensed
      ? []
      : remark(
          'no-licence',
          'the form says neither copyright nor licence',
          'Say in copyright who owns the form and who may use it.',
        )),
    ...(version === undefined
      ? remark(
          'no-version',
          'the form has no version, so responses can not name its edition',
          'Give it a version, and a new one with every change.',
        )
      : []),
    ...(stringOf(questionnaire.title) === undefined
      ? remark('no-title', 'the form has no title', 'Say what it is, in words for patients.')
      : []),
  ];
}
