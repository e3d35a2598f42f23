import { type ReactNode, useState } from 'react';
import type { AnswerValue } from '../../../../sync/questionnaire/model/contract.ts';
import { sameAnswer } from '../../../../sync/questionnaire/values/values.ts';
import { Text } from '../../../design/basic/text/text.tsx';
import { isAmbiguousNumber } from '../../../design/controls/fields/number-reading.ts';
import { NumberField } from '../../../design/controls/number/number-field.tsx';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { ControlField } from '../../context/control-props.ts';
import styles from '../../context/controls.module.css';
import { numberText } from '../../values/answer-values.ts';
import { figureOf } from './converted-entry.tsx';
import { useDecimalMark } from './decimal-mark.ts';
import { useTypedText } from './typed-text.ts';

export interface FigureProps {
  readonly field: ControlField;
  readonly answer: AnswerValue | undefined;
  readonly read: (typed: string) => AnswerValue | undefined;
  readonly onAnswer: (answers: readonly AnswerValue[]) => void;
  readonly unit: string | undefined;
  /** Chooses the unit, in its place. */
  readonly beside?: ReactNode;
  readonly integer: boolean;
  readonly allowNegative: boolean;
}

const same = (a: AnswerValue | undefined, b: AnswerValue | undefined) =>
  a && b ? sameAnswer(a, b) : a === b;

/** A number as it is typed; where the same signs could mean another, what was understood is below. */
export function Figure({ field, answer, read, onAnswer, unit, beside, integer, allowNegative }: FigureProps) {
  const t = useMessages('controls');
  const format = useFormat();
  const mark = useDecimalMark();
  const [text, setTyped] = useTypedText(
    answer,
    (value) => numberText(value, mark),
    (typed, value) => same(read(typed), value),
  );
  // What will be said needs its place before it comes, and not in hundreds of fields that nobody is in.
  const [isEntered, setEntered] = useState(false);
  const value = figureOf(answer);
  const isAmbiguous = value !== undefined && isAmbiguousNumber(text);
  return (
    <NumberField
      {...field}
      value={text}
      unit={unit}
      beside={beside}
      integer={integer}
      allowNegative={allowNegative}
      onFocus={() => setEntered(true)}
      onChange={(typed) => {
        setTyped(typed);
        const given = read(typed);
        onAnswer(given ? [given] : []);
      }}
      below={
        (isEntered || isAmbiguous) && (
          <div aria-live="polite" className={styles.told}>
            {isAmbiguous && (
              <Text tone="soft" tabular>
                {t('number.read', { number: format.number(value, { maximumFractionDigits: 20 }) })}
              </Text>
            )}
          </div>
        )
      }
    />
  );
}
