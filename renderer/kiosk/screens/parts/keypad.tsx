import { Button } from 'react-aria-components/Button';
import { Icon } from '../../../design/basic/text/icon.tsx';
import { useMessages } from '../../../i18n/index.ts';
import styles from './keypad.module.css';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

export interface KeypadProps {
  readonly onDigit: (digit: string) => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** 3 by 4, each key 132: digits are as on a telephone, in every language. */
export function Keypad({ onDigit, onDelete, onClear }: KeypadProps) {
  const t = useMessages('kiosk');
  return (
    <fieldset className={styles.keypad} aria-label={t('birth.keypad')} dir="ltr" data-whole>
      {DIGITS.map((digit) => (
        <Button key={digit} className={styles.key ?? ''} onPress={() => onDigit(digit)}>
          {digit}
        </Button>
      ))}
      <Button className={styles.word ?? ''} onPress={onClear}>
        <span dir="auto">{t('key.clear')}</span>
      </Button>
      <Button className={styles.key ?? ''} onPress={() => onDigit('0')}>
        0
      </Button>
      <Button className={styles.word ?? ''} onPress={onDelete} aria-label={t('key.delete')}>
        <Icon name="arrow-back" size={32} className={styles.delete} />
        <span dir="auto">{t('key.delete')}</span>
      </Button>
    </fieldset>
  );
}
