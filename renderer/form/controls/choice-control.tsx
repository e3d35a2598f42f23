import { useState } from 'react';
import { Text } from '../../design/basic/text/text.tsx';
import { ChoiceRows } from '../../design/controls/choices/choice-rows.tsx';
import { MultiChoiceRows } from '../../design/controls/choices/multi-choice-rows.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';
import styles from '../context/controls.module.css';
import { maxOccurs } from '../values/item-extensions.ts';
import { OwnWords } from './own-words.tsx';
import { OTHER, useShownOptions } from './shown-options.tsx';

/** Own words stay typed while another row is chosen, so that coming back finds them. */
function useOwnText(given: string) {
  const [kept, keep] = useState(given);
  return [given === '' ? kept : given, keep] as const;
}

/** One of several, as rows or cards; with a text of one's own where the form is open to it. */
export function ChoiceControl(props: ControlProps) {
  const { state, answers, onAnswer, field } = props;
  const t = useMessages('form');
  const { options, layout, isOpen, own, ownText: given, ownAnswer, idOf, answerOf } = useShownOptions(props);
  const [wantsOther, setWantsOther] = useState(own !== undefined);
  const [ownText, keepOwn] = useOwnText(given);
  const chosen = answers[0] && idOf(answers[0]);
  const isOther = isOpen && chosen === undefined && (own !== undefined || wantsOther);
  const write = (text: string) => onAnswer([ownAnswer(text) ?? []].flat());
  const words = isOther && (
    <OwnWords
      control={props}
      text={own === undefined ? ownText : given}
      onText={(text) => {
        keepOwn(text);
        write(text);
      }}
    />
  );
  return (
    <ChoiceRows
      {...field}
      {...layout}
      hint={state.optionsStatus === 'unavailable' ? field.hint || t('choice.incomplete') : field.hint}
      options={options}
      value={chosen ?? (isOther ? OTHER : null)}
      onChange={(id) => {
        setWantsOther(id === OTHER);
        if (id === OTHER) return write(ownText);
        const value = answerOf(id);
        onAnswer(value ? [value] : []);
      }}
      below={
        <>
          {words}
          {field.below}
        </>
      }
    />
  );
}

/** Several of several, as rows to tick. */
export function MultiChoiceControl(props: ControlProps) {
  const { state, answers, onAnswer, field } = props;
  const t = useMessages('form');
  const { options, layout, isOpen, own, ownText: given, ownAnswer, idOf, answerOf } = useShownOptions(props);
  const [wantsOther, setWantsOther] = useState(own !== undefined);
  const [ownText, keepOwn] = useOwnText(given);
  const [told, tell] = useState('');
  const isOther = isOpen && (own !== undefined || wantsOther);
  const chosen = answers.flatMap((answer) => idOf(answer) ?? []);
  const value = isOther ? [...chosen, OTHER] : chosen;
  const exclusive = state.options.flatMap((option, index) => (option.exclusive ? [String(index)] : []));
  const most = maxOccurs(state.item) ?? Number.POSITIVE_INFINITY;
  const isFull = most > 1 && value.length >= most && !value.some((id) => exclusive.includes(id));
  const answersOf = (ids: readonly string[], text: string) => [
    ...ids.flatMap((id) => (id === OTHER ? [] : (answerOf(id) ?? []))),
    ...(ids.includes(OTHER) ? [ownAnswer(text) ?? []].flat() : []),
  ];
  /** Rows that went by themselves: nothing else says so to who doesn't see them. */
  const tellWhatWent = (ids: readonly string[]) => {
    const added = ids.find((id) => !value.includes(id));
    const went = value.filter((id) => !ids.includes(id));
    const name = (id: string | undefined) => options.find((option) => option.id === id)?.label ?? '';
    if (added === undefined || went.length === 0) return tell('');
    tell(
      exclusive.includes(added)
        ? t('choice.cleared', { name: name(added) })
        : t('choice.clearedAlone', { name: name(went[0]) }),
    );
  };
  return (
    <>
      <MultiChoiceRows
        {...field}
        {...layout}
        hint={field.hint || t(state.optionsStatus === 'unavailable' ? 'choice.incomplete' : 'choice.several')}
        options={options.map((option) =>
          isFull && !value.includes(option.id) && !exclusive.includes(option.id)
            ? { ...option, isDisabled: true }
            : option,
        )}
        exclusiveIds={exclusive}
        value={value}
        onChange={(ids) => {
          tellWhatWent(ids);
          setWantsOther(ids.includes(OTHER));
          onAnswer(answersOf(ids, ownText));
        }}
      />
      <div role="status" className={styles.told}>
        {(told !== '' || isFull) && <Text tone="soft">{isFull ? t('choice.enough', { most }) : told}</Text>}
      </div>
      {isOther && (
        <OwnWords
          control={props}
          text={own === undefined ? ownText : given}
          onText={(text) => {
            keepOwn(text);
            onAnswer(answersOf([...chosen, OTHER], text));
          }}
        />
      )}
    </>
  );
}
