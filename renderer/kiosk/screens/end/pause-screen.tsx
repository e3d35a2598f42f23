import { Button } from '../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { KioskFrame, KioskQuestion } from '../../frame/index.ts';
import { useIsAt, useSend, useVisit } from '../../visit/visit-context.ts';
import { BusyScreen } from '../parts/busy-screen.tsx';
import { Problem } from '../parts/problem.tsx';
import styles from '../parts/screens.module.css';

/** Over the form: what pausing means, before it is done. */
export function PauseScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const { name } = useVisit().pack;
  const working = useIsAt('over.pause.pausing');
  const failed = useIsAt('over.pause.failed');
  if (working) return <BusyScreen title={t('pause.working')} />;
  return (
    <KioskFrame
      title={t('pause.title')}
      question={
        <>
          <KioskQuestion title={t('pause.title')} hint={t('pause.hint', { vendor: name })} />
          {failed && <Problem>{t('pause.failed')}</Problem>}
        </>
      }
      action={
        <div className={styles.pair}>
          <Button size="l" variant="secondary" onPress={() => send({ type: 'GO_ON' })}>
            {t('pause.no')}
          </Button>
          <Button size="l" onPress={() => send({ type: 'PAUSE' })}>
            {t(failed ? 'pause.again' : 'pause.yes')}
          </Button>
        </div>
      }
    />
  );
}
