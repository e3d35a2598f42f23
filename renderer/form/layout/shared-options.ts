import type { AnswerOption, Form, NodeId } from '../../../sync/questionnaire/model/contract.ts';
import { sameAnswer } from '../../../sync/questionnaire/values/values.ts';

/** More answers than this are no columns on any screen. */
const MAX_COLUMNS = 7;

const sameOptions = (one: readonly AnswerOption[], other: readonly AnswerOption[]): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every(({ value, label }, index) => {
      const match = other[index];
      return match !== undefined && match.label === label && sameAnswer(value, match.value);
    }));

/**
 * The answers that all questions of a `table` or `htable` share; undefined where they differ, are too many for columns, or where
 * something else is among the questions: then the group is a list.
 */
export function sharedOptions(form: Form, nodes: readonly NodeId[]): readonly AnswerOption[] | undefined {
  const states = nodes.flatMap((node) => form.read(node) ?? []);
  const [first] = states;
  if (!first || first.options.length === 0 || first.options.length > MAX_COLUMNS) return undefined;
  const alike = states.every(
    ({ kind, item, options, children }) =>
      kind === 'question' &&
      (item.type === 'choice' || item.type === 'open-choice') &&
      children.length === 0 &&
      sameOptions(first.options, options),
  );
  return alike ? first.options : undefined;
}
