/** Moves the answers of one version of a form to another: those with the same linkId and the same type, at the same place. Pure. */
import type {
  Questionnaire,
  QuestionnaireItem,
  QuestionnaireResponse,
  QuestionnaireResponseItem,
} from 'fhir/r4.js';

export interface MovedAnswers {
  readonly response: QuestionnaireResponse;
  /** Questions that were answered and could not be moved: they are asked again. */
  readonly left: readonly string[];
}

type Items = readonly QuestionnaireItem[] | undefined;

function moveItems(
  items: readonly QuestionnaireResponseItem[] | undefined,
  before: Items,
  after: Items,
  left: string[],
): QuestionnaireResponseItem[] {
  return (items ?? []).flatMap((item): QuestionnaireResponseItem[] => {
    const old = before?.find((candidate) => candidate.linkId === item.linkId);
    const now = after?.find((candidate) => candidate.linkId === item.linkId);
    if (!old || !now || old.type !== now.type) {
      left.push(...answered(item));
      return [];
    }
    const children = moveItems(item.item, old.item, now.item, left);
    const answers = (now.repeats ? item.answer : item.answer?.slice(0, 1))?.map(
      ({ item: nested, ...answer }) => {
        const below = moveItems(nested, old.item, now.item, left);
        return below.length > 0 ? { ...answer, item: below } : answer;
      },
    );
    const { item: _children, answer: _answers, text: _text, ...rest } = item;
    return [
      {
        ...rest,
        // The wording may have changed: the patient reads the new one before it is sent.
        ...(now.text === undefined ? {} : { text: now.text }),
        ...(children.length > 0 ? { item: children } : {}),
        ...(answers && answers.length > 0 ? { answer: answers } : {}),
      },
    ];
  });
}

function answered(item: QuestionnaireResponseItem): readonly string[] {
  const below = [...(item.item ?? []), ...(item.answer ?? []).flatMap((answer) => answer.item ?? [])].flatMap(
    answered,
  );
  return item.answer && item.answer.length > 0 ? [item.linkId, ...below] : below;
}

export function migrateAnswers(
  response: QuestionnaireResponse,
  before: Questionnaire,
  after: Questionnaire,
): MovedAnswers {
  const left: string[] = [];
  const item = moveItems(response.item, before.item, after.item, left);
  const canonical =
    after.url === undefined ? undefined : `${after.url}${after.version ? `|${after.version}` : ''}`;
  const { item: _items, questionnaire: _old, ...rest } = response;
  return {
    response: {
      ...rest,
      status: 'in-progress',
      ...(canonical === undefined ? {} : { questionnaire: canonical }),
      ...(item.length > 0 ? { item } : {}),
    },
    left: [...new Set(left)],
  };
}
