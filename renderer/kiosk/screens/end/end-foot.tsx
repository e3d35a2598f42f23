import { Button } from '../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { useSend } from '../../visit/visit-context.ts';
import screens from '../parts/screens.module.css';
import styles from './end.module.css';
import { EndBar, type EndBarProps } from './end-bar.tsx';

interface EndFootProps extends EndBarProps {
  readonly onMore: () => void;
}

/** Under a screen that clears itself: the time that is left, more of it, and its end at once. */
export function EndFoot({ seconds, of, onMore }: EndFootProps) {
  const t = useMessages('kiosk');
  const send = useSend();
  return (
    <div className={styles.foot}>
      <EndBar seconds={seconds} of={of} />
      <div className={screens.pair}>
        <Button size="l" variant="secondary" onPress={onMore}>
          {t('done.more')}
        </Button>
        <Button size="l" onPress={() => send({ type: 'FINISH' })}>
          {t('done.finish')}
        </Button>
      </div>
    </div>
  );
}
