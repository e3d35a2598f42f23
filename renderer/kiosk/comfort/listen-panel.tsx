import { Row } from '../../design/basic/layout/stack.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { Dialog } from '../../design/controls/overlays/dialog.tsx';
import { useMessages } from '../../i18n/index.ts';
import { useKioskStatus } from '../base/kiosk-context.ts';
import { RATES, useComfort, VOLUMES } from './comfort-context.ts';
import { Options } from './options.tsx';
import { PanelPages } from './panel-pages.tsx';
import { useSpeech } from './speech-context.ts';

/** While it speaks: how fast, how loud, again, a pause, and off. */
export function ListenPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages('frame');
  const { speech: canSpeak } = useKioskStatus();
  const { comfort, change } = useComfort();
  const { repeat, pause, speaking } = useSpeech();
  const back = (
    <Button size="l" onPress={onClose}>
      {t('help.back')}
    </Button>
  );
  if (!canSpeak) {
    return (
      <Dialog isOpen onOpenChange={onClose} title={t('listen.title')} actions={back}>
        <Text>{t('listen.absent')}</Text>
      </Dialog>
    );
  }
  const stop = () => {
    change({ audio: false, covered: false });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('listen.title')}
      actions={
        <>
          {back}
          <Button variant="secondary" size="l" onPress={stop}>
            {t('listen.stop')}
          </Button>
        </>
      }
    >
      <PanelPages short>
        <Row gap={3}>
          <Button variant="secondary" onPress={repeat}>
            {t('listen.repeat')}
          </Button>
          <Button variant="secondary" onPress={speaking ? pause : repeat}>
            {t(speaking ? 'listen.pause' : 'listen.continue')}
          </Button>
        </Row>
        <Options
          label={t('listen.rate')}
          value={comfort.rate}
          options={RATES}
          words={(rate) => t(`listen.rate.${rate}`)}
          onChange={(rate) => change({ rate })}
        />
        <Options
          label={t('listen.volume')}
          value={comfort.volume}
          options={VOLUMES}
          words={(volume) => t(`listen.volume.${volume}`)}
          onChange={(volume) => change({ volume })}
        />
      </PanelPages>
    </Dialog>
  );
}
