import { Button } from '../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { useSend } from '../../visit/visit-context.ts';
import styles from './screens.module.css';

export interface OtherWaysProps {
  /** The way that the screen itself is. */
  readonly without?: 'code' | 'walk-in';
}

/** "I have a code" and "I don't have an appointment": a screen's `aside`, and so right above the action at every step of check-in. */
export function OtherWays({ without }: OtherWaysProps) {
  const t = useMessages('kiosk');
  const send = useSend();
  return (
    <div className={styles.ways} data-wide>
      {without !== 'code' && (
        <Button variant="secondary" onPress={() => send({ type: 'HAVE_CODE' })}>
          {t('ways.code')}
        </Button>
      )}
      {without !== 'walk-in' && (
        <Button variant="secondary" onPress={() => send({ type: 'NO_APPOINTMENT' })}>
          {t('ways.walkIn')}
        </Button>
      )}
    </div>
  );
}
