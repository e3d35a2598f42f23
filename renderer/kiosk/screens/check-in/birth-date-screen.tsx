import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { type DatePart, dateOrder } from '../../../design/controls/dates/date-parts.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { KioskFrame, KioskQuestion } from '../../frame/index.ts';
import { useKnown, useSend } from '../../visit/visit-context.ts';
import keypad from '../parts/keypad.module.css';
import { Keypad } from '../parts/keypad.tsx';
import { OtherWays } from '../parts/other-ways.tsx';
import { Problem } from '../parts/problem.tsx';
import {
  deleteDigit,
  emptyDate,
  judgeDate,
  monthName,
  type TypedDate,
  typeDigit,
  withPart,
} from './birth-date.ts';
import styles from './birth-date-screen.module.css';

/** The date by its digits, which the keypad, a real keyboard or a tactile one types. What was given before comes back masked. */
export function BirthDateScreen({ resuming }: { readonly resuming: boolean }) {
  const t = useMessages('kiosk');
  const send = useSend();
  const { locale } = useFormat();
  const order = dateOrder(locale);
  const given = useKnown(({ birthDate }) => birthDate);
  const today = useKnown(({ status }) => status.now.slice(0, 10));
  const [date, setDate] = useState<TypedDate>(() => emptyDate(order));
  const [masked, setMasked] = useState(given !== '');
  const [problem, setProblem] = useState<'missing' | 'wrong' | 'future'>();

  const change = (to: (date: TypedDate) => TypedDate) => {
    setProblem(undefined);
    // What is masked can't be mended by somebody who sees dots: the first key starts over.
    setMasked(false);
    setDate((current) => to(masked ? emptyDate(order) : current));
  };
  const submit = () => {
    if (masked) return send({ type: 'BIRTH_DATE_GIVEN', birthDate: given });
    const judged = judgeDate(date.parts, order, today);
    if ('iso' in judged) return send({ type: 'BIRTH_DATE_GIVEN', birthDate: judged.iso });
    setProblem(judged.problem);
    setDate({ ...date, active: judged.part });
  };
  return (
    <KioskFrame
      title={t('birth.title')}
      question={
        <>
          <KioskQuestion
            title={t(resuming ? 'birth.resume' : 'birth.title')}
            hint={resuming ? undefined : t('birth.hint')}
          />
          {problem && <Problem>{t(`birth.${problem}`)}</Problem>}
          <DateBoxes
            {...{ order, locale, date, masked }}
            onActive={(active) => setDate((current) => ({ ...current, active }))}
            onType={(part, text) => change((current) => withPart(current, part, text, order))}
            onEnter={submit}
          />
        </>
      }
      action={
        <Button size="l" fullWidth onPress={submit}>
          {t('continue')}
        </Button>
      }
      {...(resuming ? { back: () => send({ type: 'BACK' }) } : { ways: <OtherWays /> })}
    >
      <Keypad
        onDigit={(digit) => change((current) => typeDigit(current, digit, order))}
        onDelete={() => change((current) => deleteDigit(current, order))}
        onClear={() => change(() => emptyDate(order))}
      />
    </KioskFrame>
  );
}

interface DateBoxesProps {
  readonly order: readonly DatePart[];
  readonly locale: string;
  readonly date: TypedDate;
  readonly masked: boolean;
  readonly onActive: (part: DatePart) => void;
  readonly onType: (part: DatePart, text: string) => void;
  readonly onEnter: () => void;
}

const DOTS: Readonly<Record<DatePart, string>> = { day: '••', month: '••', year: '••••' };

function DateBoxes({ order, locale, date, masked, onActive, onType, onEnter }: DateBoxesProps) {
  const t = useMessages('kiosk');
  const group = useRef<HTMLFieldSetElement>(null);
  const echoId = useId();
  const { parts, active } = date;
  // A real keyboard types on into the next part.
  useEffect(() => {
    const focused = document.activeElement;
    if (!group.current?.contains(focused)) return;
    group.current.querySelector<HTMLInputElement>(`[data-part="${active}"]`)?.focus();
  }, [active]);
  const month = masked ? undefined : monthName(parts.month, locale);
  return (
    <fieldset ref={group} className={styles.boxes} aria-label={t('birth.title')}>
      {order.map((part) => (
        <div
          key={part}
          className={styles.box}
          data-kind={part}
          data-active={(!masked && part === active) || undefined}
        >
          <label className={keypad.name} htmlFor={`${echoId}-${part}`}>
            {t(`birth.${part}`)}
          </label>
          <input
            id={`${echoId}-${part}`}
            data-part={part}
            className={`${keypad.field} ${styles.input}`}
            dir="ltr"
            // The keypad is below: no other keys come up.
            inputMode="none"
            autoComplete="off"
            value={masked ? DOTS[part] : parts[part]}
            aria-describedby={part === 'month' ? echoId : undefined}
            onFocus={() => onActive(part)}
            onChange={(event) => onType(part, event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onEnter();
            }}
          />
          {part === 'month' && (
            <span id={echoId} className={styles.echo} aria-live="polite">
              {month}
            </span>
          )}
        </div>
      ))}
    </fieldset>
  );
}
