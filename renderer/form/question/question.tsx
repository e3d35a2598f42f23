import { memo, type ReactNode, Suspense, useState } from 'react';
import type { AnswerValue, NodeId, NodeState } from '../../../sync/questionnaire/model/contract.ts';
import { sameAnswer } from '../../../sync/questionnaire/values/values.ts';
import { Skeleton } from '../../design/basic/layout/skeleton.tsx';
import { Icon } from '../../design/basic/text/icon.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { focusField } from '../../design/controls/fields/focus-field.ts';
import { useMessages } from '../../i18n/index.ts';
import type { ControlField } from '../context/control-props.ts';
import styles from '../context/form.module.css';
import { useAsked, useFormSettings } from '../context/form-context.tsx';
import { controlId } from '../context/ids.ts';
import { CalculatedNote } from '../controls/calculated-note.tsx';
import { ReadOnlyAnswer } from '../controls/read-only-answer.tsx';
import { IssueWords } from '../text/issue-words.tsx';
import { isTextHidden, itemText, nameWithoutText, plainText } from '../text/item-text.tsx';
import { hintOf } from '../text/notes.tsx';
import { type ControlKey, chooseControl, takesAllAnswers } from '../values/choose-control.ts';
import { maxOccurs } from '../values/item-extensions.ts';
import { controls, isRare } from './registry.tsx';

export interface QuestionProps {
  readonly node: NodeId;
  /** Id of the heading that already says the question. */
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
  /** In a cell of a table: lists open there, and don't show as rows. */
  readonly compact?: boolean | undefined;
}

export { controlId } from '../context/ids.ts';

const COMPACT: Readonly<Partial<Record<ControlKey, ControlKey>>> = {
  choice: 'select',
  'multi-choice': 'multi-combobox',
};

function controlOf(state: NodeState, compact: boolean): ControlKey {
  const key = chooseControl(state);
  return (compact ? COMPACT[key] : undefined) ?? key;
}

/** One question: its control, its issues, nothing else of the form. */
export const Question = memo(function Question({
  node,
  labelledBy,
  describedBy,
  compact = false,
}: QuestionProps) {
  const { form, board, lang, whole, clearing } = useFormSettings();
  const { state, issues } = useAsked(form, board, node);
  if (!state) return null;
  const label = state.text === '' ? nameWithoutText(state) : itemText(state);
  const control = controlOf(state, compact);
  const onAnswer = (answers: readonly AnswerValue[]) => form.answer(node, answers);
  const id = controlId(node);
  const field: ControlField = {
    id,
    // Controls whose own words are the page's take the language off themselves, and not off the question.
    label: lang === undefined ? label : <bdi lang={lang}>{label}</bdi>,
    hideLabel: isTextHidden(state),
    labelledBy,
    describedBy,
    hint: hintOf(state, form),
    error: issues.length === 0 ? undefined : <IssueWords issues={issues} state={state} />,
    // A whole form first says errors in its summary, which takes the focus: hundreds of questions need no place to say them.
    awaitsError: !whole || board.hasShown(node),
    below: clearing?.(control, { state, id, onAnswer }),
    lang,
    isRequired: state.required,
    isReadOnly: state.readOnly,
    optionalWord: labelledBy === undefined && !state.required && !state.readOnly,
  };
  const answered = answersOf({ state, control, field, onAnswer });
  return isRare(control) ? <Suspense fallback={<Skeleton />}>{answered}</Suspense> : answered;
});

interface AnswersProps {
  readonly state: NodeState;
  readonly control: ControlKey;
  readonly field: ControlField;
  readonly onAnswer: (answers: readonly AnswerValue[]) => void;
}

/** No component of its own: there would be one more for each question. */
function answersOf(props: AnswersProps): ReactNode {
  const { state, control, field, onAnswer } = props;
  const Control = controls[control];
  // Photos are seen, not read.
  if (state.readOnly && control !== 'attachment') {
    return <ReadOnlyAnswer state={state} field={field} answers={state.answers} />;
  }
  const taken =
    !state.repeats || takesAllAnswers(control) ? (
      <Control state={state} field={field} answers={state.answers} onAnswer={onAnswer} />
    ) : (
      <RepeatedAnswers {...props} />
    );
  // Most questions are nothing but their control: an element for each would be hundreds on a long page.
  if (!state.calculated) return taken;
  return (
    <div>
      {taken}
      <CalculatedNote state={state} fieldId={field.id} />
    </div>
  );
}

type Slot = AnswerValue | undefined;

const isGiven = (slot: Slot): slot is AnswerValue => slot !== undefined;

/** A question that may be answered several times: a control per answer, and one more to fill. */
function RepeatedAnswers({ state, control, field, onAnswer }: AnswersProps) {
  const t = useMessages('form');
  const Control = controls[control];
  const { answers } = state;
  // The engine keeps no empty answers: the place of a field that is being filled is kept here.
  const [places, setPlaces] = useState<readonly Slot[]>(answers);
  const given = places.filter(isGiven);
  const isCurrent =
    given.length === answers.length && given.every((slot, index) => sameAnswer(slot, answers[index] ?? slot));
  const kept: readonly Slot[] = isCurrent ? places : answers;
  const slots = kept.length > 0 ? kept : [undefined];
  const most = maxOccurs(state.item) ?? Number.POSITIVE_INFINITY;
  const change = (next: readonly Slot[]) => {
    setPlaces(next);
    onAnswer(next.filter(isGiven));
  };
  const idOf = (index: number) => (index === 0 ? field.id : `${field.id}-${index}`);
  return (
    <div className={styles.repeated}>
      {slots.map((slot, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an answer has no identity but its place
        <div key={index} className={styles.repetition}>
          <Control
            state={state}
            answers={slot ? [slot] : []}
            onAnswer={(next) => change(slots.map((other, place) => (place === index ? next[0] : other)))}
            field={
              index === 0
                ? field
                : {
                    ...field,
                    id: idOf(index),
                    labelledBy: undefined,
                    hint: undefined,
                    error: undefined,
                    below: undefined,
                    hideLabel: true,
                    optionalWord: false,
                    label: t('repeat.nth', { number: index + 1, question: plainText(state) }),
                  }
            }
          />
          {slots.length > 1 && !state.readOnly && (
            <Button
              variant="quiet"
              onPress={() => change(slots.filter((_, place) => place !== index))}
              aria-label={t('repeat.removeNth', { number: index + 1 })}
            >
              <Icon name="trash" size={20} /> {t('repeat.remove')}
            </Button>
          )}
        </div>
      ))}
      {slots.every(isGiven) && slots.length < most && !state.readOnly && (
        <div>
          <Button
            variant="secondary"
            onPress={() => {
              change([...slots, undefined]);
              requestAnimationFrame(() => focusField(idOf(slots.length)));
            }}
          >
            <Icon name="plus" size={20} /> {t('repeat.add')}
          </Button>
        </div>
      )}
    </div>
  );
}
