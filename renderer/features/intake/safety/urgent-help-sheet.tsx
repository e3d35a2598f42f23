import { placeName } from '../../../../sync/domain/places/places.ts';
import { Stack, Text } from '../../../design/basic/index.ts';
import { Sheet } from '../../../design/controls/overlays/dialog.tsx';
import { useLanguage, useMessages } from '../../../i18n/index.ts';
import { HelpLines } from './help-lines.tsx';

export function UrgentHelpSheet({
  place,
  onClose,
}: {
  readonly place: string;
  readonly onClose: () => void;
}) {
  const t = useMessages('safety');
  const { language } = useLanguage();
  return (
    <Sheet isOpen onOpenChange={onClose} title={t('help.title')}>
      <Stack gap={4}>
        <Text>{t('help.text')}</Text>
        <HelpLines
          place={place}
          label={t('panel.lines', { place: placeName(place, language) })}
          kinds={['emergency', 'crisis', 'advice']}
        />
        <Text size="xs" tone="soft">
          {t('panel.place', { place: placeName(place, language) })} {t('panel.noSignal')}
        </Text>
      </Stack>
    </Sheet>
  );
}
