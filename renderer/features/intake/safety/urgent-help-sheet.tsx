import { Stack, Text } from '../../../design/basic/index.ts';
import { Sheet } from '../../../design/controls/overlays/dialog.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { HelpNote } from '../../../shell/emergency/help-lines.tsx';
import { HelpLines } from './help-lines.tsx';

export function UrgentHelpSheet({
  place,
  onClose,
}: {
  readonly place: string;
  readonly onClose: () => void;
}) {
  const t = useMessages('safety');
  return (
    <Sheet isOpen onOpenChange={onClose} title={t('help.title')}>
      <Stack gap={4}>
        <Text>{t('help.text')}</Text>
        <HelpLines place={place} kinds={['emergency', 'crisis', 'advice']} />
        <HelpNote place={place} />
      </Stack>
    </Sheet>
  );
}
