import { useEffect, useRef } from 'react';
import { Heading, Stack, Text } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/buttons/button.tsx';
import { useMessages } from '../../i18n/index.ts';

/** The answers are here, and the desk doesn't know that their patient is in the room: said before the form goes on. */
export function UntoldStep({ onGoOn }: { readonly onGoOn: () => void }) {
  const t = useMessages('hand-off');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap={6}>
      <Stack gap={3}>
        <Heading level={1} size="xl" ref={heading}>
          {t('untold.title')}
        </Heading>
        <Text tone="soft">{t('untold.text')}</Text>
      </Stack>
      <Button size="l" fullWidth onPress={onGoOn}>
        {t('untold.goOn')}
      </Button>
    </Stack>
  );
}
