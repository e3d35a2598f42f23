import { Icon } from '../../design/basic/icon.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Combobox } from '../../design/controls/combobox.tsx';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { answerTexts } from '../answer-text.ts';
import { optionId, optionOf, textAnswer, textOf } from '../answer-values.ts';
import type { ControlProps } from '../control-props.ts';
import styles from '../form.module.css';

/** One of a long list. */
export function ComboboxControl({ state, answers, onAnswer, field }: ControlProps) {
  const answer = answers[0];
  const chosen = optionId(state.options, answer) ?? null;
  const options = state.options.map((option, index) => ({ id: String(index), label: option.label }));
  const open = state.item.type === 'open-choice';
  return (
    <Combobox
      {...field}
      options={options}
      value={chosen}
      onChange={(id) => {
        const option = id === null ? undefined : optionOf(state.options, id);
        onAnswer(option ? [option.value] : []);
      }}
      {...(open
        ? {
            text: chosen === null ? textOf(answer) : '',
            onText: (text: string) => onAnswer([textAnswer(text, 'string') ?? []].flat()),
          }
        : {})}
    />
  );
}

/** Several of a long list: each choice joins those above the field. */
export function MultiComboboxControl({ state, answers, onAnswer, field }: ControlProps) {
  const t = useMessages('form');
  const format = useFormat();
  const names = answerTexts({ answers, options: state.options }, { t, format });
  const rest = state.options
    .map((option, index) => ({ id: String(index), label: option.label }))
    .filter(({ id }) => !answers.some((answer) => optionId(state.options, answer) === id));
  const add = (id: string | null) => {
    const option = id === null ? undefined : optionOf(state.options, id);
    if (!option) return;
    const kept = option.exclusive
      ? []
      : answers.filter((answer) => {
          const index = optionId(state.options, answer);
          return index === undefined || !optionOf(state.options, index)?.exclusive;
        });
    onAnswer([...kept, option.value]);
  };
  return (
    <>
      {answers.length > 0 && (
        <ul className={styles.chosen}>
          {names.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer has no identity but its place
            <li key={index} className={styles.chosenRow}>
              <span lang={field.lang}>{name}</span>
              <Button
                variant="quiet"
                onPress={() => onAnswer(answers.filter((_, place) => place !== index))}
                aria-label={t('repeat.removeNamed', { name })}
              >
                <Icon name="close" size={20} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {/* A new list after each choice, so that the field is empty again. */}
      <Combobox
        key={answers.length}
        {...field}
        hint={field.hint || t('choice.several')}
        options={rest}
        value={null}
        onChange={add}
      />
    </>
  );
}
