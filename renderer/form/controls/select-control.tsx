import { useState } from 'react';
import { NativeSelect } from '../../design/controls/choices/native-select.tsx';
import type { ControlProps } from '../context/control-props.ts';
import { textOf } from '../values/answer-values.ts';
import { OwnWords } from './own-words.tsx';
import { OTHER, ownAnswer, useShownOptions } from './shown-options.tsx';

/** One of a list that drops down, where the author asks for it. */
export function SelectControl(props: ControlProps) {
  const { state, answers, onAnswer, field } = props;
  const { options, isOpen, own, idOf, answerOf } = useShownOptions(props);
  const [wantsOther, setWantsOther] = useState(own !== undefined);
  const chosen = answers[0] && idOf(answers[0]);
  const isOther = isOpen && chosen === undefined && (own !== undefined || wantsOther);
  return (
    <>
      <NativeSelect
        {...field}
        options={options}
        value={chosen ?? (isOther ? OTHER : null)}
        canClear={!state.required}
        onChange={(id) => {
          setWantsOther(id === OTHER);
          const value = id === null ? undefined : answerOf(id);
          onAnswer(value ? [value] : []);
        }}
      />
      {isOther && (
        <OwnWords
          control={props}
          text={textOf(own)}
          onText={(text) => onAnswer([ownAnswer(state, text) ?? []].flat())}
        />
      )}
    </>
  );
}
