/** The options of a question as rows and lists show them. */
import { useMemo } from 'react';
import type { AnswerValue, NodeState } from '../../../sync/questionnaire/model/contract.ts';
import type { ChoiceLayoutProps, ChoiceOption } from '../../design/controls/choices/choice-options.tsx';
import { useFormat, useMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';
import { useTextLanguages } from '../context/text-languages.ts';
import { answerText } from '../values/answer-text.ts';
import { optionId, optionOf, textAnswer, textOf } from '../values/answer-values.ts';
import { choiceLayout, openLabel, optionDetails, pictureAddress } from '../values/item-extensions.ts';

/** Of the row for an answer in one's own words. */
export const OTHER = 'other';
const GONE = 'gone-';

/** Whether a list takes an answer that isn't in it: by its type, or because a part of it isn't on this device. */
export function isOpenList({ item, optionsStatus }: Pick<NodeState, 'item' | 'optionsStatus'>): boolean {
  return item.type === 'open-choice' || optionsStatus === 'unavailable';
}

/** What was typed, as the type of the question stores it. */
export function ownAnswer({ item }: Pick<NodeState, 'item'>, text: string): AnswerValue | undefined {
  return wordsAsAnswer(item.type === 'open-choice', text);
}

/** @param isNamed the form itself asks for own words, and not only a list that is incomplete here */
function wordsAsAnswer(isNamed: boolean, text: string): AnswerValue | undefined {
  if (isNamed) return textAnswer(text, 'string');
  return text.trim() === '' ? undefined : { type: 'Coding', value: { display: text } };
}

function isInOwnWords(answer: AnswerValue): boolean {
  return answer.type === 'string' || (answer.type === 'Coding' && answer.value.code === undefined);
}

export interface ShownOptions {
  /** With those that are answered and no longer offered, and the row for one's own words last. */
  readonly options: readonly ChoiceOption[];
  readonly layout: ChoiceLayoutProps;
  readonly isOpen: boolean;
  /** The answer in one's own words. */
  readonly own: AnswerValue | undefined;
  /** What was typed there: nothing where only its row was chosen. */
  readonly ownText: string;
  /** The answer for what was typed: the row's own name where that is nothing, so that the choice isn't lost. */
  ownAnswer(text: string): AnswerValue | undefined;
  /** The row of an answer that is in the list, or was. */
  idOf(answer: AnswerValue): string | undefined;
  answerOf(id: string): AnswerValue | undefined;
}

export function useShownOptions({ state, answers, field }: ControlProps): ShownOptions {
  const t = useMessages('form');
  const format = useFormat();
  const languages = useTextLanguages();
  const isOpen = isOpenList(state);
  const unlisted = answers.filter((answer) => optionId(state.options, answer) === undefined);
  const own = isOpen ? unlisted.find(isInOwnWords) : undefined;
  const ownText = textOf(own);
  // An option that the form has taken back stays in sight for as long as it is the answer.
  const gone = unlisted.filter((answer) => answer !== own);
  const { options: given, item, repeats } = state;
  const { lang } = field;
  const { language, formLanguage } = languages;
  // The same rows while the answer changes: a list that is open would take new ones for another list, and close.
  const listed = useMemo(
    () =>
      given.map((option, index): ChoiceOption => {
        const { prefix, media } = optionDetails(item, option.value);
        const address = pictureAddress(media);
        return {
          id: String(index),
          label: option.label,
          lang,
          ...(prefix === undefined ? {} : { prefix }),
          ...(repeats && option.exclusive ? { description: t('choice.alone') } : {}),
          ...(address === undefined ? {} : { picture: <img src={address} alt="" /> }),
        };
      }),
    [given, item, repeats, lang, t],
  );
  const goneLabels = gone.map((answer) => answerText(answer, { t, format, languages })).join('\n');
  const otherLabel = useMemo(
    () => openLabel(item, { language, formLanguage }) ?? t('choice.other'),
    [item, language, formLanguage, t],
  );
  const options = useMemo(
    () => [
      ...listed,
      ...(goneLabels === ''
        ? []
        : goneLabels.split('\n').map((label, index) => ({
            id: `${GONE}${index}`,
            label,
            lang,
            description: t('choice.gone'),
          }))),
      ...(isOpen ? [{ id: OTHER, label: otherLabel }] : []),
    ],
    [listed, goneLabels, isOpen, lang, otherLabel, t],
  );
  // A list that is open only because a part of it is missing asks for what isn't there: the row's name says nothing.
  const isNamed = item.type === 'open-choice';
  const { orientation, columns } = choiceLayout(state.item);
  const layout: ChoiceLayoutProps = listed.some(({ picture }) => picture !== undefined)
    ? { layout: 'cards', columns }
    : orientation === 'horizontal'
      ? { layout: 'line', columns: columns ?? Math.min(listed.length, 6) }
      : { layout: columns === undefined ? 'rows' : 'columns', columns };
  return {
    options,
    layout,
    isOpen,
    own,
    ownText: isNamed && ownText === otherLabel ? '' : ownText,
    ownAnswer: (text) => wordsAsAnswer(isNamed, isNamed && text.trim() === '' ? otherLabel : text),
    idOf: (answer) => {
      const id = optionId(state.options, answer);
      const place = gone.indexOf(answer);
      return id ?? (place < 0 ? undefined : `${GONE}${place}`);
    },
    answerOf: (id) =>
      id.startsWith(GONE) ? gone[Number(id.slice(GONE.length))] : optionOf(state.options, id)?.value,
  };
}
