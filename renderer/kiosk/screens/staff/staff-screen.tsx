import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { KioskFrame, KioskQuestion } from '../../frame/index.ts';
import { useIsAt, useKnown, useSend } from '../../visit/visit-context.ts';
import keypad from '../parts/keypad.module.css';
import { Keypad } from '../parts/keypad.tsx';
import { Problem } from '../parts/problem.tsx';
import { HealthScreen } from './health-screen.tsx';
import styles from './staff.module.css';

/** Longest PIN that the shell takes. */
const MAX_DIGITS = 32;

/** Over everything: the PIN first, then the figures and what staff may do. */
export function StaffScreen() {
  const open = useIsAt('staff.open');
  return open ? <HealthScreen /> : <PinScreen />;
}

function PinScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const format = useFormat();
  const unlock = useKnown((known) => known.unlock);
  const checking = useIsAt('staff.pin.checking');
  const [pin, setPin] = useState('');
  const [missing, setMissing] = useState(false);
  const titleId = useId();
  const locked = unlock?.status === 'locked';
  const submit = () => {
    setMissing(pin === '');
    if (pin === '') return;
    setPin('');
    send({ type: 'STAFF_PIN', pin });
  };
  const type = (digits: string) => {
    setMissing(false);
    setPin(digits.replace(/\D/g, '').slice(0, MAX_DIGITS));
  };
  const problem = missing
    ? t('staff.missing')
    : unlock?.status === 'wrong' && pin === ''
      ? t('staff.wrong', { tries: unlock.triesLeft })
      : undefined;
  const title = locked ? t('staff.locked', { time: format.time(unlock.until) }) : t('staff.pin');
  return (
    <KioskFrame
      title={title}
      utilities={['text', 'contrast', 'listen']}
      question={
        <>
          <KioskQuestion
            key={locked ? 'locked' : 'open'}
            id={titleId}
            title={title}
            hint={t(locked ? 'staff.lockedText' : 'staff.pinHint')}
            keepFocus={!locked}
          />
          {problem !== undefined && <Problem>{problem}</Problem>}
          {!locked && <PinField value={pin} describedBy={titleId} onType={type} onEnter={submit} />}
        </>
      }
      action={
        locked ? (
          <Button size="l" fullWidth onPress={() => send({ type: 'STAFF_LEAVE' })}>
            {t('staff.leave')}
          </Button>
        ) : (
          <Button size="l" fullWidth isPending={checking} pendingLabel={t('busy')} onPress={submit}>
            {t('staff.open')}
          </Button>
        )
      }
      {...(locked ? {} : { back: () => send({ type: 'STAFF_LEAVE' }) })}
    >
      {!locked && (
        <Keypad
          onDigit={(digit) => type(pin + digit)}
          onDelete={() => type(pin.slice(0, -1))}
          onClear={() => type('')}
        />
      )}
    </KioskFrame>
  );
}

interface PinFieldProps {
  readonly value: string;
  /** `id` of the screen's heading: the focus passes it by. */
  readonly describedBy: string;
  readonly onType: (text: string) => void;
  readonly onEnter: () => void;
}

/** Takes the focus when it appears: anyone who came by the chord types at once. */
function PinField({ value, describedBy, onType, onEnter }: PinFieldProps) {
  const t = useMessages('kiosk');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.pin}>
      <label className={keypad.name} htmlFor={id}>
        {t('staff.pinLabel')}
      </label>
      <input
        ref={field}
        id={id}
        className={`${keypad.field} ${styles.input}`}
        type="password"
        inputMode="none"
        autoComplete="off"
        dir="ltr"
        value={value}
        aria-describedby={describedBy}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          // Not the Enter that the mark was held by, which is still down.
          if (event.key === 'Enter' && !event.repeat) onEnter();
        }}
      />
      <span className={keypad.name} role="status">
        {t('staff.digits', { count: value.length })}
      </span>
    </div>
  );
}
