import { useState } from 'react';
import type { AnswerValue } from '../../../sync/questionnaire/contract.ts';
import { ChoiceRows } from '../../design/controls/choice-rows.tsx';
import { MultiChoiceRows } from '../../design/controls/multi-choice-rows.tsx';
import { TextField } from '../../design/controls/text-field.tsx';
import { useMessages } from '../../i18n/index.ts';
import { optionId, optionOf, textAnswer, textOf } from '../answer-values.ts';
import type { ControlProps } from '../control-props.ts';
import styles from '../form.module.css';
import { openLabel } from '../item-extensions.ts';

const OTHER = 'other';

function isOpen({ state }: ControlProps): boolean {
  return state.item.type === 'open-choice';
}

/** The answer in the patient's own words, beside the options. */
function ownWords({ state }: ControlProps, answers: readonly AnswerValue[]): AnswerValue | undefined {
  return answers.find((answer) => answer.type === 'string' && optionId(state.options, answer) === undefined);
}

interface OtherTextProps {
  readonly control: ControlProps;
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function OtherText({ control, label, text, onText }: OtherTextProps) {
  return (
    <div className={styles.other}>
      <TextField id={`${control.field.id}-other`} label={label} value={text} onChange={onText} />
    </div>
  );
}

/** One of several, as rows; with a text of one's own where the form is open to it. */
export function ChoiceControl(props: ControlProps) {
  const { state, answers, onAnswer, field } = props;
  const t = useMessages('form');
  const own = ownWords(props, answers);
  const [wantsOther, setWantsOther] = useState(own !== undefined);
  const options = state.options.map((option, index) => ({ id: String(index), label: option.label }));
  const other = { id: OTHER, label: openLabel(state.item) ?? t('choice.other') };
  const chosen = optionId(state.options, answers[0]);
  const isOther = chosen === undefined && (own !== undefined || wantsOther);
  return (
    <>
      <ChoiceRows
        {...field}
        options={isOpen(props) ? [...options, other] : options}
        value={chosen ?? (isOther ? OTHER : null)}
        onChange={(id) => {
          setWantsOther(id === OTHER);
          const option = id === OTHER ? undefined : optionOf(state.options, id);
          onAnswer(option ? [option.value] : []);
        }}
      />
      {isOther && isOpen(props) && (
        <OtherText
          control={props}
          label={t('choice.ownWords')}
          text={textOf(own)}
          onText={(text) => onAnswer([textAnswer(text, 'string') ?? []].flat())}
        />
      )}
    </>
  );
}

/** Several of several, as rows to tick. */
export function MultiChoiceControl(props: ControlProps) {
  const { state, answers, onAnswer, field } = props;
  const t = useMessages('form');
  const own = ownWords(props, answers);
  const [wantsOther, setWantsOther] = useState(own !== undefined);
  const options = state.options.map((option, index) => ({ id: String(index), label: option.label }));
  const other = { id: OTHER, label: openLabel(state.item) ?? t('choice.other') };
  const isOther = isOpen(props) && (own !== undefined || wantsOther);
  const chosen = answers.flatMap((answer) => optionId(state.options, answer) ?? []);
  const answersOf = (ids: readonly string[]) =>
    ids.flatMap((id) => (id === OTHER ? [] : (optionOf(state.options, id)?.value ?? [])));
  return (
    <>
      <MultiChoiceRows
        {...field}
        hint={field.hint || t('choice.several')}
        options={isOpen(props) ? [...options, other] : options}
        exclusiveIds={state.options.flatMap((option, index) => (option.exclusive ? [String(index)] : []))}
        value={isOther ? [...chosen, OTHER] : chosen}
        onChange={(ids) => {
          setWantsOther(ids.includes(OTHER));
          onAnswer([...answersOf(ids), ...(ids.includes(OTHER) && own ? [own] : [])]);
        }}
      />
      {isOther && (
        <OtherText
          control={props}
          label={t('choice.ownWords')}
          text={textOf(own)}
          onText={(text) => {
            const typed = textAnswer(text, 'string');
            onAnswer([...answersOf(chosen), ...(typed ? [typed] : [])]);
          }}
        />
      )}
    </>
  );
}
