import { lazy } from 'react';
import { OptionalPart } from '../../../../base/optional-part.tsx';
import { Heading, Stack, Text } from '../../../../design/basic/index.ts';
import { useMessages } from '../../../../i18n/index.ts';

const UnlockPanel = lazy(async () => ({
  default: (await import('../../../../device/unlock-panel.tsx')).UnlockPanel,
}));

/** The patient's lock is on: a draft can be neither opened nor begun before it is open. */
export function LockedDrafts() {
  const t = useMessages('welcome');
  return (
    <Stack as="section" gap={4} aria-labelledby="locked-drafts">
      <Stack gap={2}>
        <Heading level={2} size="l" id="locked-drafts">
          {t('draft.locked')}
        </Heading>
        <Text tone="soft">{t('draft.lockedText')}</Text>
      </Stack>
      <OptionalPart>
        <UnlockPanel />
      </OptionalPart>
    </Stack>
  );
}
