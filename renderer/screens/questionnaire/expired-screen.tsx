import { useEffect, useRef } from 'react';
import { usePack } from '../../app/platform-provider.tsx';
import { VendorPage } from '../../app/vendor-page.tsx';
import { Heading, Stack, Text } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/button.tsx';
import { useFlowFrame } from '../../flow/flow-frame.ts';
import type { IntakeRun } from '../../flow/intake-run.ts';
import { useMessages } from '../../i18n/index.ts';
import { useRunHolder } from './run-holder.tsx';

/** A draft that has outlived its time: it is asked about, never deleted unasked. */
export function ExpiredScreen({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('flow');
  const { settings } = usePack();
  const { forget, go } = useRunHolder();
  const frame = useFlowFrame();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const discard = async () => {
    await run.discard();
    forget();
    go('landing');
  };
  const question = (
    <>
      <Heading level={1} size="l" ref={heading}>
        {t('expired.title')}
      </Heading>
      <Text size="m">{t('expired.text', { days: settings.draftDays })}</Text>
    </>
  );
  const keep = (
    <Button size="l" fullWidth onPress={run.keepExpired}>
      {t('expired.keep')}
    </Button>
  );
  const drop = (
    <Button variant="secondary" size="l" fullWidth onPress={() => void discard()}>
      {t('expired.discard')}
    </Button>
  );
  if (frame) {
    return (
      <frame.Screen question={question} action={keep}>
        {drop}
      </frame.Screen>
    );
  }
  return (
    <VendorPage>
      <Stack gap={5}>
        {question}
        <Stack gap={3}>
          {keep}
          {drop}
        </Stack>
      </Stack>
    </VendorPage>
  );
}
