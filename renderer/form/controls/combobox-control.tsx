import { useMemo, useState } from 'react';
import { Icon } from '../../design/basic/text/icon.tsx';
import { VisuallyHidden } from '../../design/basic/text/visually-hidden.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { Combobox } from '../../design/controls/choices/combobox.tsx';
import { focusField } from '../../design/controls/fields/focus-field.ts';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';
import own from '../context/controls.module.css';
import styles from '../context/form.module.css';
import { useAnswerWords } from '../context/text-languages.ts';
import { answerTexts } from '../values/answer-text.ts';
import { optionId, optionOf, textOf } from '../values/answer-values.ts';
import { maxOccurs } from '../values/item-extensions.ts';
import { isOpenList, OTHER, ownAnswer, useShownOptions } from './shown-options.tsx';

/** A list filters by what its rows say: the prefix is a part of that. */
const withPrefix = ({ prefix, label, ...rest }: ReturnType<typeof useShownOptions>['options'][number]) => ({
  ...rest,
  label: prefix === undefined ? label : `${prefix} ${label}`,
});

/** One of a long list. */
export function ComboboxControl(props: ControlProps) {
  const { state, answers, onAnswer, field } = props;
  const t = useMessages('form');
  const { options, idOf, answerOf } = useShownOptions(props);
  const answer = answers[0];
  const chosen = (answer && idOf(answer)) ?? null;
  const isOpen = isOpenList(state);
  // What is typed is the row for one's own words here.
  const rows = useMemo(() => options.filter(({ id }) => id !== OTHER).map(withPrefix), [options]);
  return (
    <Combobox
      {...field}
      hint={field.hint || (state.optionsStatus === 'unavailable' ? t('choice.incomplete') : undefined)}
      options={rows}
      value={chosen}
      onChange={(id) => {
        const value = id === null ? undefined : answerOf(id);
        onAnswer(value ? [value] : []);
      }}
      {...(isOpen
        ? {
            text: chosen === null ? textOf(answer) : '',
            onText: (text: string) => onAnswer([ownAnswer(state, text) ?? []].flat()),
          }
        : {})}
    />
  );
}

/** Several of a long list: each choice joins those above the field. */
export function MultiComboboxControl(props: ControlProps) {
  const { state, answers, onAnswer, field } = props;
  const t = useMessages('form');
  const c = useMessages('controls');
  const [told, tell] = useState('');
  const [typed, setTyped] = useState('');
  const { options } = useShownOptions(props);
  const isOpen = isOpenList(state);
  const names = answerTexts({ answers, options: state.options }, useAnswerWords());
  const isExclusive = (index: string | undefined) =>
    index !== undefined && optionOf(state.options, index)?.exclusive === true;
  const most = maxOccurs(state.item) ?? Number.POSITIVE_INFINITY;
  const isFull = answers.length >= most;
  const rest = useMemo(() => {
    const isChosen = (id: string) => answers.some((answer) => optionId(state.options, answer) === id);
    return options
      .filter(({ id }) => optionOf(state.options, id) && !isChosen(id))
      .map((option) => ({ ...withPrefix(option), isDisabled: isFull }));
  }, [options, answers, isFull, state.options]);
  const add = (id: string | null) => {
    const option = id === null ? undefined : optionOf(state.options, id);
    if (!option) return;
    const kept = option.exclusive
      ? []
      : answers.filter((answer) => !isExclusive(optionId(state.options, answer)));
    const what = option.exclusive ? 'choice.cleared' : 'choice.clearedAlone';
    tell(
      kept.length === answers.length
        ? c('choice.added', { name: option.label })
        : t(what, { name: option.exclusive ? option.label : (names[0] ?? '') }),
    );
    onAnswer([...kept, option.value]);
    // The list that was chosen from is replaced.
    requestAnimationFrame(() => focusField(field.id));
  };
  const addOwn = () => {
    const value = ownAnswer(state, typed.trim());
    if (!value) return;
    tell(c('choice.added', { name: typed.trim() }));
    setTyped('');
    onAnswer([...answers.filter((answer) => !isExclusive(optionId(state.options, answer))), value]);
    requestAnimationFrame(() => focusField(`${field.id}-other`));
  };
  return (
    <>
      {/* A new list after each choice, so that the field is empty again. */}
      <Combobox
        key={answers.length}
        {...field}
        hint={field.hint || t(isFull ? 'choice.enough' : 'choice.several', { most })}
        options={rest}
        value={null}
        onChange={add}
      />
      {isOpen && !isFull && (
        <div className={styles.other}>
          <TextField
            id={`${field.id}-other`}
            label={options.find(({ id }) => id === OTHER)?.label ?? t('choice.other')}
            value={typed}
            autoComplete="off"
            onChange={setTyped}
          />
          {typed.trim() !== '' && (
            <div className={own.addOwn}>
              <Button variant="secondary" onPress={addOwn}>
                <Icon name="plus" size={20} /> {c('choice.addOwn', { text: typed.trim() })}
              </Button>
            </div>
          )}
        </div>
      )}
      {answers.length > 0 && (
        <ul className={styles.chosen}>
          {names.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer has no identity but its place
            <li key={index} className={styles.chosenRow}>
              <span lang={field.lang}>
                <bdi>{name}</bdi>
              </span>
              <span className={own.iconButton}>
                <Button
                  variant="quiet"
                  onPress={() => {
                    tell(c('choice.taken', { name }));
                    onAnswer(answers.filter((_, place) => place !== index));
                    // The button is gone with its row.
                    requestAnimationFrame(() => focusField(field.id));
                  }}
                  aria-label={t('repeat.removeNamed', { name })}
                >
                  <Icon name="close" size={20} />
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <VisuallyHidden as="div" live="polite">
        {told}
      </VisuallyHidden>
    </>
  );
}
