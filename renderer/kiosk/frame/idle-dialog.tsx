import { useEffect, useState } from 'react';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { Dialog } from '../../design/controls/overlays/dialog.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { IdleWarning } from '../../platform/contract/kiosk-contract.ts';
import { useKiosk } from '../base/kiosk-context.ts';
import { useSpeech } from '../comfort/speech-context.ts';
import { sentence } from '../comfort/spoken.ts';

/** Seconds between two times that the time left is said aloud. */
const SPOKEN_EVERY = 10;

/**
 * Asks who is there before the shell wipes the session; the shell counts, this shows. What is behind is blurred: the person who answers may be
 * somebody else. One large action, and with every way to answer: touch, Enter, a keypad.
 */
export function IdleDialog() {
  const kiosk = useKiosk();
  const [warning, setWarning] = useState<IdleWarning>();
  useEffect(() => kiosk.watchIdle(setWarning), [kiosk]);
  useEffect(() => {
    if (!warning) return;
    document.documentElement.dataset.idle = '';
    return () => {
      delete document.documentElement.dataset.idle;
    };
  }, [warning]);
  return warning && <Asking warning={warning} onMore={() => kiosk.extend()} />;
}

function Asking({ warning, onMore }: { readonly warning: IdleWarning; readonly onMore: () => void }) {
  const t = useMessages('frame');
  const { say } = useSpeech();
  const { secondsLeft, extensionsLeft, held } = warning;
  const text = held ? t('idle.held') : t('idle.text', { seconds: secondsLeft });
  const last = extensionsLeft === 0 && !held;
  // By tens: said each second, nobody could follow.
  const spoken = held ? 'held' : Math.ceil(secondsLeft / SPOKEN_EVERY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said when the tens change, with the words as they then are.
  useEffect(() => {
    say(sentence([t('idle.title'), text, last ? t('idle.last') : t('idle.more')]));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- said when the tens change, with the words as they then are.
  }, [spoken]);
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={onMore}
      title={t('idle.title')}
      actions={
        !last && (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- one key has to be enough for anyone who needs more time.
          <Button size="l" fullWidth autoFocus onPress={onMore}>
            {t('idle.more')}
          </Button>
        )
      }
    >
      <Text size="m" tabular>
        {text}
      </Text>
      {last && <Text>{t('idle.last')}</Text>}
    </Dialog>
  );
}
