import { Heading, NativeButton, Notice, Stack, Text } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { Finding } from './find-position.ts';
import { PlaceChoices } from './place-choices.tsx';

interface FoundPlaceProps {
  readonly finding: Exclude<Finding, { readonly kind: 'sure' }>;
  readonly onChoose: (place: string) => void;
  /** None of these. */
  readonly onOther: () => void;
}

/** What the device's location left open: asked, and never guessed. */
export function FoundPlace({ finding, onChoose, onOther }: FoundPlaceProps) {
  const t = useMessages('places');
  if (finding.kind !== 'ask')
    return (
      <Notice tone="warning" live="status" title={t(finding.kind)}>
        {t(`${finding.kind}.text`)}
      </Notice>
    );
  return (
    <Stack gap={3}>
      <div role="status">
        <Heading level={2} size="m">
          {t(`ask.${finding.because}`)}
        </Heading>
        <Text tone="soft">{t('ask.text')}</Text>
      </div>
      <PlaceChoices places={finding.places} onChoose={onChoose}>
        <NativeButton variant="quiet" onClick={onOther}>
          {t('ask.other')}
        </NativeButton>
      </PlaceChoices>
    </Stack>
  );
}
