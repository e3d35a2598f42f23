import { useEffect, useState } from 'react';
import { VisuallyHidden } from '../../design/basic/text/visually-hidden.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { useMessages } from '../../i18n/index.ts';
import styles from './sign-in.module.css';

const WAIT_MS = 60_000;
const SECOND_MS = 1_000;

/** A new code, a minute after the last one. The seconds are for the eye: a screen reader hears once how long it takes. */
export function Resend({ sentAt, onPress }: { readonly sentAt: number; readonly onPress: () => void }) {
  const t = useMessages('account');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const left = Math.ceil((sentAt + WAIT_MS - now) / SECOND_MS);
  if (left > 0) {
    return (
      <p className={styles.wait}>
        <span aria-hidden="true">{t('code.wait', { seconds: Math.min(left, WAIT_MS / SECOND_MS) })}</span>
        <VisuallyHidden>{t('code.waitSpoken')}</VisuallyHidden>
      </p>
    );
  }
  return (
    <Button variant="quiet" onPress={onPress}>
      {t('code.again')}
    </Button>
  );
}
