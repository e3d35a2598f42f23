import { Stack } from '../../design/basic/layout/stack.tsx';
import { StatusLine } from '../../design/basic/status/status-line.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { Dialog } from '../../design/controls/overlays/dialog.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { HelpState } from '../../platform/contract/kiosk-contract.ts';
import { useHelp, useKiosk } from '../base/kiosk-context.ts';

/** Asks the desk for a person, and says no more than is known of it. */
export function HelpPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages('frame');
  const kiosk = useKiosk();
  const help = useHelp();
  const call = () => kiosk.callForHelp('help');
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('help.title')}
      actions={
        <>
          {(help === 'none' || help === 'not-told') && (
            <Button size="l" onPress={call}>
              {t(help === 'none' ? 'help.call' : 'help.again')}
            </Button>
          )}
          <Button variant="secondary" size="l" onPress={onClose}>
            {t('help.back')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {help === 'none' && <Text>{t('help.text')}</Text>}
        <HelpLine help={help} />
      </Stack>
    </Dialog>
  );
}

/** "The desk has been told" only once it is on the desk's screen. */
export function HelpLine({ help }: { readonly help: HelpState }) {
  const t = useMessages('frame');
  return (
    <div role="status">
      {help === 'asking' && <StatusLine status="quiet">{t('help.asking')}</StatusLine>}
      {help === 'shown' && (
        <Stack gap={2}>
          <StatusLine status="waiting">{t('help.shown')}</StatusLine>
          <Text>{t('help.shownText')}</Text>
        </Stack>
      )}
      {help === 'answered' && <StatusLine status="sent">{t('help.answered')}</StatusLine>}
      {help === 'not-told' && (
        <Stack gap={2}>
          <StatusLine status="attention">{t('help.not-told')}</StatusLine>
          <Text>{t('help.notToldText')}</Text>
        </Stack>
      )}
    </div>
  );
}
