import { type ReactNode, useId } from 'react';
import type {
  AnswerOption,
  AnswerValue,
  NodeId,
  NodeState,
} from '../../../sync/questionnaire/model/contract.ts';
import { classes } from '../../base/classes.ts';
import { Icon } from '../../design/basic/text/icon.tsx';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { useFormSettings, useFrame, useNode, useShownIssues } from '../context/form-context.tsx';
import { controlId } from '../context/ids.ts';
import { ItemBoundary } from '../context/item-boundary.tsx';
import { itemText } from '../text/item-text.tsx';
import { optionId, textAnswer, textOf } from '../values/answer-values.ts';
import { issueText } from '../values/issue-text.ts';
import { openLabel } from '../values/item-extensions.ts';
import { roles } from './table-roles.ts';
import styles from './tables.module.css';

export interface MatrixProps {
  readonly nodes: readonly NodeId[];
  readonly options: readonly AnswerOption[];
  readonly labelledBy: string | undefined;
  readonly renderBroken: (retry: () => void) => ReactNode;
}

const sizeOf = (columns: number) => (columns > 5 ? styles.large : columns > 3 ? styles.medium : styles.small);

/** `table`: questions of the same answers, a row each; on a phone each row is a question with its answers below. */
export function Matrix({ nodes, options, labelledBy, renderBroken }: MatrixProps) {
  const { lang } = useFormSettings();
  const { form } = useFormSettings();
  const t = useMessages('form');
  const id = useId();
  const open = nodes
    .flatMap((node) => form.read(node)?.item ?? [])
    .find(({ type }) => type === 'open-choice');
  return (
    <div className={styles.frame}>
      <table
        {...roles.table}
        className={classes(styles.table, sizeOf(options.length + (open ? 2 : 0)))}
        aria-labelledby={labelledBy}
      >
        <thead {...roles.rowgroup} className={styles.head}>
          <tr {...roles.row}>
            <td {...roles.cell} className={styles.corner} />
            {options.map((option, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: the options of a question don't change their order
                key={index}
                {...roles.columnheader}
                id={`${id}-o${index}`}
                className={classes(styles.columnHead, styles.choiceHead)}
                lang={lang}
              >
                {option.label}
              </th>
            ))}
            {open && (
              <th {...roles.columnheader} id={`${id}-own`} className={styles.columnHead} lang={lang}>
                {openLabel(open) ?? t('choice.other')}
              </th>
            )}
          </tr>
        </thead>
        <tbody {...roles.rowgroup} className={styles.body}>
          {nodes.map((node) => (
            <ItemBoundary
              key={node}
              fallback={(retry) => (
                <tr {...roles.row}>
                  <td {...roles.cell} colSpan={options.length + (open ? 2 : 1)}>
                    {renderBroken(retry)}
                  </td>
                </tr>
              )}
            >
              <MatrixRow node={node} tableId={id} open={open !== undefined} />
            </ItemBoundary>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MatrixRowProps {
  readonly node: NodeId;
  readonly tableId: string;
  /** There is a column for answers in one's own words. */
  readonly open: boolean;
}

function MatrixRow({ node, tableId, open }: MatrixRowProps) {
  const { form, board, lang } = useFormSettings();
  const t = useMessages('form');
  const d = useMessages('design');
  const format = useFormat();
  const state = useNode(form, node);
  const issues = useShownIssues(board, node);
  if (!state?.enabled || state.hidden) return null;
  const id = controlId(node);
  const error = [...new Set(issues.map((issue) => issueText(issue, state, t, format)))].join(' ');
  return (
    <tr
      {...roles.row}
      id={id}
      className={classes(styles.row, styles.choiceRow, error !== '' && styles.invalid)}
      lang={lang}
    >
      <th {...roles.rowheader} className={styles.rowHead}>
        <span id={`${id}-label`}>{itemText(state)}</span>
        {!state.required && !state.readOnly && (
          <span className={styles.optional}> {d('field.optional')}</span>
        )}
        <div aria-live="polite">
          {error !== '' && (
            <div id={`${id}-error`} className={styles.error}>
              <Icon name="error" size={20} />
              <span>{error}</span>
            </div>
          )}
        </div>
      </th>
      {state.options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the options of a question don't change their order
        <td key={index} {...roles.cell} className={classes(styles.cell, styles.choiceCell)}>
          <MatrixChoice
            state={state}
            index={index}
            label={option.label}
            labelledBy={`${id}-label ${tableId}-o${index}`}
            describedBy={error === '' ? undefined : `${id}-error`}
          />
        </td>
      ))}
      {open && (
        <td {...roles.cell} className={styles.cell}>
          {state.item.type === 'open-choice' && (
            <OwnWords state={state} labelledBy={`${id}-label ${tableId}-own`} />
          )}
        </td>
      )}
    </tr>
  );
}

/** An answer that isn't among the columns: in place of a single one, beside several. */
function OwnWords({ state, labelledBy }: { readonly state: NodeState; readonly labelledBy: string }) {
  const { form, lang } = useFormSettings();
  const t = useMessages('form');
  const isOwn = (answer: AnswerValue) => optionId(state.options, answer) === undefined;
  return (
    <>
      <span className={styles.cellLabel} aria-hidden="true" lang={lang}>
        {openLabel(state.item) ?? t('choice.other')}
      </span>
      <TextField
        label=""
        labelledBy={labelledBy}
        isReadOnly={state.readOnly}
        autoComplete="off"
        value={textOf(state.answers.find(isOwn))}
        onChange={(typed) => {
          const own = textAnswer(typed, 'string');
          const kept = state.repeats || !own ? state.answers.filter((answer) => !isOwn(answer)) : [];
          form.answer(state.id, own ? [...kept, own] : kept);
        }}
      />
    </>
  );
}

interface MatrixChoiceProps {
  /** Where the focus goes for this question, if it is this answer. */
  readonly id?: string | undefined;
  readonly state: NodeState;
  readonly index: number;
  readonly label: string;
  readonly labelledBy: string;
  readonly describedBy: string | undefined;
}

/** One answer of one question: the browser's own mark, whose cell is its target. */
function MatrixChoice({ id, state, index, label, labelledBy, describedBy }: MatrixChoiceProps) {
  const { form } = useFormSettings();
  const option = state.options[index];
  const chosen = state.answers.some((answer) => optionId(state.options, answer) === String(index));
  const change = (checked: boolean) => {
    if (!option || state.readOnly) return;
    if (!state.repeats) return form.answer(state.id, [option.value]);
    const isExclusive = (answer: NodeState['answers'][number]) =>
      state.options[Number(optionId(state.options, answer))]?.exclusive === true;
    const others = state.answers.filter((answer) => optionId(state.options, answer) !== String(index));
    if (!checked) return form.answer(state.id, others);
    const kept = option.exclusive ? [] : others.filter((answer) => !isExclusive(answer));
    form.answer(state.id, [...kept, option.value]);
  };
  return (
    <label className={classes(styles.choice, state.readOnly && styles.readOnly)}>
      <input
        id={id}
        type={state.repeats ? 'checkbox' : 'radio'}
        name={controlId(state.id)}
        className={styles.mark}
        checked={chosen}
        disabled={state.readOnly}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        onChange={(event) => change(event.target.checked)}
      />
      <span className={styles.choiceText}>{label}</span>
    </label>
  );
}

/** `htable` with room: questions are columns, their answers rows. Elsewhere the questions are below each other. */
export function TransposedMatrix({ nodes, options, labelledBy }: Omit<MatrixProps, 'renderBroken'>) {
  const { lang } = useFormSettings();
  const id = useId();
  return (
    <div className={styles.frame}>
      <table {...roles.table} className={classes(styles.table, styles.small)} aria-labelledby={labelledBy}>
        <thead {...roles.rowgroup} className={styles.head}>
          <tr {...roles.row}>
            <td {...roles.cell} className={styles.corner} />
            {nodes.map((node) => (
              <ColumnQuestion key={node} node={node} />
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup} className={styles.body}>
          {options.map((option, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the options of a question don't change their order
            <tr key={index} {...roles.row} className={classes(styles.row, styles.choiceRow)}>
              <th {...roles.rowheader} id={`${id}-o${index}`} className={styles.rowHead} lang={lang}>
                {option.label}
              </th>
              {nodes.map((node) => (
                <ColumnChoice key={node} node={node} index={index} optionHead={`${id}-o${index}`} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnQuestion({ node }: { readonly node: NodeId }) {
  const { form, board, lang } = useFormSettings();
  const t = useMessages('form');
  const format = useFormat();
  const frame = useFrame(form, node);
  const issues = useShownIssues(board, node);
  const state = form.read(node);
  if (!frame?.enabled || frame.hidden || !state) return null;
  const error = [...new Set(issues.map((issue) => issueText(issue, state, t, format)))].join(' ');
  return (
    <th {...roles.columnheader} className={classes(styles.columnHead, styles.choiceHead)} lang={lang}>
      <span id={`${controlId(node)}-label`}>{itemText(frame)}</span>
      <div aria-live="polite">
        {error !== '' && (
          <div id={`${controlId(node)}-error`} className={styles.error}>
            <Icon name="error" size={20} />
            <span>{error}</span>
          </div>
        )}
      </div>
    </th>
  );
}

interface ColumnChoiceProps {
  readonly node: NodeId;
  readonly index: number;
  readonly optionHead: string;
}

function ColumnChoice({ node, index, optionHead }: ColumnChoiceProps) {
  const { form, board } = useFormSettings();
  const state = useNode(form, node);
  const issues = useShownIssues(board, node);
  const option = state?.options[index];
  if (!state?.enabled || state.hidden || !option) return null;
  return (
    <td {...roles.cell} className={classes(styles.cell, styles.choiceCell)}>
      <MatrixChoice
        id={index === 0 ? controlId(node) : undefined}
        state={state}
        index={index}
        label={option.label}
        labelledBy={`${controlId(node)}-label ${optionHead}`}
        describedBy={issues.length > 0 ? `${controlId(node)}-error` : undefined}
      />
    </td>
  );
}
