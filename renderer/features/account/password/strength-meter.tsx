import { useEffect, useRef, useState } from 'react';
import { MIN_PASSWORD_LENGTH } from '../../../../sync/protocol/api/accounts.ts';
import { classes } from '../../../base/classes.ts';
import { type MessageKey, useMessages } from '../../../i18n/index.ts';
import styles from './password.module.css';
import { createStrengthCheck, type Score, type StrengthCheck } from './strength.ts';

const ASK_AFTER_MS = 200;
const LEVELS = [1, 2, 3, 4] as const;
const words: Readonly<Record<Score, MessageKey<'account'>>> = {
  0: 'strength.weak',
  1: 'strength.weak',
  2: 'strength.fair',
  3: 'strength.good',
  4: 'strength.strong',
};

interface StrengthMeterProps {
  readonly id: string;
  readonly password: string;
  readonly known: readonly string[];
}

/** How hard the password is to guess, in words and as a bar. It only advises: what is refused, the server says. */
export function StrengthMeter({ id, password, known }: StrengthMeterProps) {
  const t = useMessages('account');
  const [score, setScore] = useState<Score>();
  const check = useRef<StrengthCheck>(undefined);
  const tooShort = password.length < MIN_PASSWORD_LENGTH;
  const others = known.join('\n');
  useEffect(() => () => check.current?.stop(), []);
  useEffect(() => {
    if (tooShort) return;
    const timer = setTimeout(() => {
      check.current ??= createStrengthCheck(setScore);
      check.current.ask({ password, known: others.split('\n') });
    }, ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [password, others, tooShort]);
  const level = tooShort || score === undefined ? 0 : Math.max(1, score);
  const text =
    password === ''
      ? t('strength.none')
      : tooShort
        ? t('strength.short', { count: MIN_PASSWORD_LENGTH - password.length })
        : score === undefined
          ? t('strength.none')
          : t(words[score]);
  return (
    <div className={styles.meter}>
      <div className={styles.bar} aria-hidden="true">
        {LEVELS.map((each) => (
          <span key={each} className={classes(styles.part, each <= level && styles[`level${level}`])} />
        ))}
      </div>
      <span id={id} className={styles.word}>
        {text}
      </span>
    </div>
  );
}
