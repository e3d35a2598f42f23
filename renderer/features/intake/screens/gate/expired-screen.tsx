import { useEffect, useRef } from 'react';
import { Heading, Stack, Text } from '../../../../design/basic/index.ts';
import { SideArt } from '../../../../design/basic/text/side-art.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { VendorPage } from '../../../../shell/frame/vendor-page.tsx';
import { useFlowFrame } from '../../flow/run/flow-frame.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useRunHolder } from '../run/run-holder.tsx';

/** A draft that has outlived its time: it is asked about, never deleted unasked. */
export function ExpiredScreen({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('flow');
  const { brand, settings } = usePack();
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
    <VendorPage art={<SideArt of={brand.art} />}>
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
