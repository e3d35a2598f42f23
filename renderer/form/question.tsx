import { memo, Suspense } from 'react';
import type { AnswerValue, NodeId, NodeState } from '../../sync/questionnaire/contract.ts';
import { Icon } from '../design/basic/icon.tsx';
import { Skeleton } from '../design/basic/skeleton.tsx';
import { Button } from '../design/controls/button.tsx';
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

/** A question that may be answered several times: a control per answer, and one more to fill. */
function RepeatedAnswers({ state, field, onAnswer }: AnswersProps) {
  const t = useMessages('form');
  const Control = controls[chooseControl(state)];
  const { answers } = state;
  const shown = Math.max(answers.length, 1);
  const most = maxOccurs(state.item) ?? Number.POSITIVE_INFINITY;
  const replace = (index: number, given: readonly AnswerValue[]) =>
    onAnswer([...answers.slice(0, index), ...given, ...answers.slice(index + 1)]);
  const blank = blankAnswer(state);
  return (
    <div className={styles.repeated}>
      {Array.from({ length: shown }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an answer has no identity but its place
        <div key={index} className={styles.repetition}>
          <Control
            state={state}
            answers={answers.slice(index, index + 1)}
            onAnswer={(given) =>
              replace(index, given.length === 0 && blank && answers.length > 1 ? [blank] : given)
            }
            field={
              index === 0
                ? field
                : {
                    ...field,
                    id: `${field.id}-${index}`,
                    labelledBy: undefined,
                    hint: undefined,
                    error: undefined,
                    hideLabel: true,
                    optionalWord: false,
                    label: t('repeat.nth', { number: index + 1, question: state.text }),
                  }
            }
          />
          {answers.length > 1 && !state.readOnly && (
            <Button
              variant="quiet"
              onPress={() => replace(index, [])}
              aria-label={t('repeat.removeNth', { number: index + 1 })}
            >
              <Icon name="trash" size={20} /> {t('repeat.remove')}
            </Button>
          )}
        </div>
      ))}
      {blank && answers.length > 0 && answers.length < most && !state.readOnly && (
        <div>
          <Button variant="secondary" onPress={() => onAnswer([...answers, blank])}>
            <Icon name="plus" size={20} /> {t('repeat.add')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** An answer that says nothing yet, and that the engine counts as missing: it keeps the place of a field that is being filled. */
function blankAnswer({ item }: NodeState): AnswerValue | undefined {
  switch (item.type) {
    case 'boolean':
      return undefined;
    case 'url':
      return { type: 'uri', value: '' };
    case 'date':
    case 'dateTime':
    case 'time':
      return { type: item.type, value: '' };
    case 'attachment':
      return { type: 'Attachment', value: {} };
    case 'reference':
      return { type: 'Reference', value: {} };
    default:
      return { type: 'string', value: '' };
  }
}
