import { memo, Suspense, useState } from 'react';
import type { AnswerValue, NodeId, NodeState } from '../../sync/questionnaire/contract.ts';
import { sameAnswer } from '../../sync/questionnaire/values.ts';
import { Icon } from '../design/basic/icon.tsx';
import { Skeleton } from '../design/basic/skeleton.tsx';
import { Button } from '../design/controls/button.tsx';
import { focusField } from '../design/controls/focus-field.ts';
import { useFormat, useMessages } from '../i18n/index.ts';
import { chooseControl, takesAllAnswers } from './choose-control.ts';
import type { ControlField } from './control-props.ts';
import styles from './form.module.css';
import { useFormSettings, useNode, useShownIssues } from './form-context.tsx';
import { issueText } from './issue-text.ts';
import { entryFormat, itemControlCodes, maxOccurs } from './item-extensions.ts';
import { controls } from './registry.tsx';

export interface QuestionProps {
  readonly node: NodeId;
  /** Id of the heading that already says the question. */
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
}

/** The id of the control of a node, for moving the focus there. */
export const controlId = (node: NodeId): string => `q-${node.replace(/[^A-Za-z0-9_-]/g, '_')}`;

/** One question: its control, its issues, nothing else of the form. */
export const Question = memo(function Question({ node, labelledBy, describedBy }: QuestionProps) {
  const { form, board, lang } = useFormSettings();
  const state = useNode(form, node);
  const issues = useShownIssues(board, node);
  const t = useMessages('form');
  const format = useFormat();
  if (!state) return null;
  const error = [...new Set(issues.map((issue) => issueText(issue, state, t, format)))].join(' ');
  const field: ControlField = {
    id: controlId(node),
    label: state.text,
    hideLabel: false,
    labelledBy,
    describedBy,
    hint: helpOf(state, (id) => form.read(id)) ?? entryFormat(state.item),
    error: error === '' ? undefined : error,
    lang,
    isRequired: state.required,
    isReadOnly: state.readOnly,
    optionalWord: labelledBy === undefined && !state.required && !state.readOnly,
  };
  return (
    <Suspense fallback={<Skeleton />}>
      <Answers state={state} field={field} onAnswer={(answers) => form.answer(node, answers)} />
    </Suspense>
  );
});

/** The texts of help and flyover displays below a question stand with it as its hint. */
function helpOf(state: NodeState, read: (id: NodeId) => NodeState | undefined): string | undefined {
  const texts = state.children.flatMap((child) => {
    const display = read(child);
    const isHelp =
      display?.kind === 'display' &&
      itemControlCodes(display.item).some((code) => code === 'help' || code === 'flyover');
    return isHelp && display.enabled ? [display.text] : [];
  });
  return texts.length > 0 ? texts.join(' ') : undefined;
}

interface AnswersProps {
  readonly state: NodeState;
  readonly field: ControlField;
  readonly onAnswer: (answers: readonly AnswerValue[]) => void;
}

function Answers({ state, field, onAnswer }: AnswersProps) {
  const key = chooseControl(state);
  const Control = controls[key];
  if (!state.repeats || takesAllAnswers(key)) {
    return <Control state={state} field={field} answers={state.answers} onAnswer={onAnswer} />;
  }
  return <RepeatedAnswers state={state} field={field} onAnswer={onAnswer} />;
}

type Slot = AnswerValue | undefined;

const isGiven = (slot: Slot): slot is AnswerValue => slot !== undefined;

/** A question that may be answered several times: a control per answer, and one more to fill. */
function RepeatedAnswers({ state, field, onAnswer }: AnswersProps) {
  const t = useMessages('form');
  const Control = controls[chooseControl(state)];
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
                    hideLabel: true,
                    optionalWord: false,
                    label: t('repeat.nth', { number: index + 1, question: state.text }),
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
