import type { Coding, Quantity } from 'fhir/r4.js';
import { useMemo, useState } from 'react';
import type { AnswerValue } from '../../../../sync/questionnaire/model/contract.ts';
import { unitName } from '../../../../sync/questionnaire/values/unit-name.ts';
import { Row } from '../../../design/basic/layout/stack.tsx';
import { Text } from '../../../design/basic/text/text.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import type { ChoiceOption } from '../../../design/controls/choices/choice-options.tsx';
import { NativeSelect } from '../../../design/controls/choices/native-select.tsx';
import { SegmentedChoice } from '../../../design/controls/choices/segmented-choice.tsx';
import { focusField } from '../../../design/controls/fields/focus-field.ts';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { ControlProps } from '../../context/control-props.ts';
import styles from '../../context/form.module.css';
import { useFormSettings } from '../../context/form-context.tsx';
import { useAnswerWords } from '../../context/text-languages.ts';
import { answerText } from '../../values/answer-text.ts';
import { numberText, quantityAnswer } from '../../values/answer-values.ts';
import { numericLimit, placeOfUnit } from '../../values/item-extensions.ts';
import { convert } from '../../values/measures.ts';
import { useDecimalMark } from './decimal-mark.ts';
import { Figure } from './figure.tsx';
import { Measured } from './number-control.tsx';
import { neat, unitChoices } from './unit-choices.ts';

const OTHER = 'other';
/** More don't fit beside each other. */
const MAX_SEGMENTS = 3;
const LONGEST_SEGMENT = 8;

const quantityOf = (answer: AnswerValue | undefined): Quantity | undefined =>
  answer?.type === 'Quantity' ? answer.value : undefined;

/** A figure with a unit that is part of the answer: fixed by the form, chosen among those it offers, or one's own. */
export function QuantityControl(props: ControlProps) {
  const { form } = useFormSettings();
  const { state } = props;
  const { questionnaire } = form.plan;
  const choices = useMemo(() => unitChoices(state.item, questionnaire), [state.item, questionnaire]);
  const mark = useDecimalMark();
  const [unit] = choices.units;
  if (choices.units.length > 1 || choices.isOpen) return <UnitQuantity {...props} {...choices} />;
  return (
    <Measured
      {...props}
      unit={unit}
      read={(typed) => quantityAnswer(typed, unit, mark)}
      answerOf={(value) => quantityAnswer(String(value), unit) ?? { type: 'decimal', value }}
    />
  );
}

interface Offer {
  readonly before: AnswerValue;
  readonly after: AnswerValue;
}

function UnitQuantity({
  state,
  answers,
  onAnswer,
  field,
  units,
  isOpen,
  isIncomplete,
}: ControlProps & ReturnType<typeof unitChoices>) {
  const t = useMessages('controls');
  const words = useAnswerWords();
  const mark = useDecimalMark();
  const settings = useFormSettings();
  const answer = answers[0];
  const given = quantityOf(answer);
  const [waiting, setWaiting] = useState<Coding | undefined>(
    // Without a number there is no answer yet that could carry its unit.
    () => settings.unitPreference.unitOf(units) ?? units[0] ?? {},
  );
  const [offer, setOffer] = useState<Offer>();
  const ofAnswer = given && placeOfUnit(units, given);
  const unit: Coding | undefined =
    given === undefined
      ? waiting
      : ofAnswer !== undefined && ofAnswer >= 0
        ? units[ofAnswer]
        : { ...(given.unit === undefined ? {} : { display: given.unit }) };
  const place = unit === undefined ? -1 : units.indexOf(unit);
  const chosen = place >= 0 ? String(place) : OTHER;
  const options = [
    ...units.map((coding, index) => ({
      id: String(index),
      label: unitName(coding, words.languages) ?? '',
      lang: field.lang,
    })),
    ...(isOpen ? [{ id: OTHER, label: t('unit.other') }] : []),
  ];
  const read = (typed: string) => quantityAnswer(typed, unit, mark);

  /** The number stays as it was typed; what it would be in the new unit is offered. */
  const take = (next: Coding) => {
    setWaiting(next);
    setOffer(undefined);
    if (given?.value === undefined) return;
    const kept = quantityAnswer(numberText(answer, '.'), next);
    if (!kept) return;
    onAnswer([kept]);
    if (given.code === undefined || next.code === undefined || given.code === next.code) return;
    const converted =
      settings.units?.convert(given.value, given.code, next.code) ??
      convert(given.value, given.code, next.code, 6);
    const after = converted === undefined ? undefined : quantityAnswer(String(neat(converted)), next);
    if (after && answer && quantityOf(after)?.value !== given.value) setOffer({ before: answer, after });
  };
  const settle = (value?: AnswerValue) => {
    setOffer(undefined);
    if (value) onAnswer([value]);
    focusField(field.id);
  };
  const pick = (id: string | null) => take(id === null || id === OTHER ? {} : (units[Number(id)] ?? {}));
  const isOwn = chosen === OTHER;
  const inWords = (one: AnswerValue) => answerText(one, words, state.item);
  return (
    <div className={styles.measured}>
      <Figure
        field={field}
        answer={answer}
        read={read}
        onAnswer={(next) => {
          setOffer(undefined);
          onAnswer(next);
        }}
        unit={undefined}
        beside={
          options.length < 2 ? undefined : (
            <UnitList id={`${field.id}-unit`} options={options} value={chosen} onChange={pick} />
          )
        }
        integer={false}
        allowNegative={(numericLimit(state.item, 'minValue') ?? 0) < 0 || unit?.code === 'Cel'}
      />
      {isOwn && isOpen && (
        <TextField
          id={`${field.id}-own-unit`}
          label={t('unit.own')}
          hint={isIncomplete ? t('unit.missing') : undefined}
          value={unit?.display ?? ''}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(text) => {
            const next: Coding = text === '' ? {} : { display: text };
            setWaiting(next);
            if (given?.value !== undefined)
              onAnswer([quantityAnswer(numberText(answer, '.'), next) ?? []].flat());
          }}
        />
      )}
      <div aria-live="polite">
        {offer && (
          <Text>
            {t('unit.changed', {
              before: inWords(offer.before),
              after: inWords(offer.after),
            })}
          </Text>
        )}
      </div>
      {offer && (
        <Row gap={3}>
          <Button variant="secondary" onPress={() => settle(offer.after)}>
            {t('unit.convert', { after: inWords(offer.after) })}
          </Button>
          <Button variant="quiet" onPress={() => settle()}>
            {t('unit.keep', { number: answer ? inWords(answer) : '' })}
          </Button>
        </Row>
      )}
    </div>
  );
}

interface UnitListProps {
  readonly id: string;
  readonly options: readonly ChoiceOption[];
  readonly value: string;
  readonly onChange: (id: string | null) => void;
}

/** A switch between two or three short units, a list of more. */
function UnitList({ options, ...rest }: UnitListProps) {
  const t = useMessages('controls');
  const segments =
    options.length <= MAX_SEGMENTS && options.every(({ label }) => label.length <= LONGEST_SEGMENT);
  const shared = { ...rest, options, label: t('unit.label'), hideLabel: true };
  return segments ? <SegmentedChoice {...shared} /> : <NativeSelect {...shared} canClear={false} />;
}
