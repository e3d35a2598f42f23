import { useEffect, useRef } from 'react';
import { Heading, Notice, Page, Stack, Text } from '../../../../design/basic/index.ts';
import { Icon } from '../../../../design/basic/text/icon.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { ControlsProvider } from '../../../../design/controls/fields/controls-provider.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { useFlowFrame, type WelcomeParts } from '../../flow/run/flow-frame.ts';
import { useDetails } from '../../flow/run/use-run.ts';
import { UrgentHelp } from '../../safety/urgent-help.tsx';
import { NotSavedNotice } from '../parts/not-saved-notice.tsx';
import runner from '../parts/runner.module.css';
import { SaveLine } from '../parts/save-line.tsx';
import styles from '../parts/screens.module.css';
import { useForward, useRunHolder } from '../run/run-holder.tsx';

export const WELCOME_PAGES = 5;

/** One page of welcome: one matter, one action. */
export function WelcomePage(props: WelcomeParts) {
  const frame = useFlowFrame();
  return frame ? <frame.Welcome {...props} /> : <PhoneWelcome {...props} />;
}

function PhoneWelcome({
  run,
  number,
  title,
  lead,
  children,
  onSubmit,
  actionLabel,
  secondary,
}: WelcomeParts) {
  const t = useMessages('welcome');
  const flow = useMessages('flow');
  const { region } = usePack();
  const { reason, back } = useRunHolder();
  useForward(onSubmit);
  const { place } = useDetails(run);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const header = (
    <header className={styles.barFrame}>
      <div className={styles.bar}>
        <Button variant="quiet" onPress={back} aria-label={flow('runner.back')}>
          <Icon name="arrow-back" size={24} />
        </Button>
        <span className={styles.pages}>{t('welcome.page', { number, total: WELCOME_PAGES })}</span>
        <SaveLine run={run} />
      </div>
    </header>
  );
  return (
    <ControlsProvider>
      <Page header={header}>
        <Stack gap={5}>
          <NotSavedNotice run={run} />
          {(reason === 'details' || reason === 'consents') && (
            <Notice live="status">
              <Text>{t(reason === 'details' ? 'why.details' : 'why.consents')}</Text>
            </Notice>
          )}
          <Stack gap={3}>
            <Heading level={1} size="l" ref={heading}>
              {title}
            </Heading>
            {lead !== undefined && <Text tone="soft">{lead}</Text>}
          </Stack>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void onSubmit();
            }}
            className={styles.form}
          >
            {children}
            <div className={styles.actions}>
              <Button type="submit" size="l" fullWidth>
                {actionLabel ?? flow('runner.continue')}
              </Button>
              {secondary}
            </div>
          </form>
          <footer className={runner.foot}>
            <UrgentHelp place={place?.code ?? region} />
          </footer>
        </Stack>
      </Page>
    </ControlsProvider>
  );
}
