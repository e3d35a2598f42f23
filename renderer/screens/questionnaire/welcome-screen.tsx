import type { FormEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Icon } from '../../design/basic/icon.tsx';
import { Heading, Notice, Page, Stack, Text } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/button.tsx';
import { ControlsProvider } from '../../design/controls/controls-provider.tsx';
import type { IntakeRun } from '../../flow/intake-run.ts';
import { useMessages } from '../../i18n/index.ts';
import { UrgentHelp } from '../../safety/urgent-help.tsx';
import { usePack } from '../../app/platform-provider.tsx';
import { ConsentPage } from './consent-page.tsx';
import { ContactPage } from './contact-page.tsx';
import { DevicePage } from './device-page.tsx';
import { NotSavedNotice } from './not-saved-notice.tsx';
import { PlacePage } from './place-page.tsx';
import { useRunHolder } from './run-context.tsx';
import { RunGate } from './run-gate.tsx';
import runner from './runner.module.css';
import { SaveLine } from './save-line.tsx';
import styles from './screens.module.css';
import { useDetails, usePosition } from './use-store.ts';
import { WhoPage } from './who-page.tsx';

/** The few pages before the questions: who, how to reach them, where, whose device, what they agree to. */
export function WelcomeScreen() {
  return <RunGate route="welcome">{(run) => <Welcome run={run} />}</RunGate>;
}

function Welcome({ run }: { readonly run: IntakeRun }) {
  switch (usePosition(run)) {
    case 'intake.welcome.contact':
      return <ContactPage run={run} />;
    case 'intake.welcome.place':
      return <PlacePage run={run} />;
    case 'intake.welcome.device':
      return <DevicePage run={run} />;
    case 'intake.consent':
      return <ConsentPage run={run} />;
    default:
      return <WhoPage run={run} />;
  }
}

export const WELCOME_PAGES = 5;

export interface WelcomePageProps {
  readonly run: IntakeRun;
  readonly number: number;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  readonly onSubmit: () => void;
  readonly actionLabel?: string;
  /** Below the action, as text. */
  readonly secondary?: ReactNode;
}

/** One page of welcome: one matter, one action. */
export function WelcomePage({ run, number, title, lead, children, onSubmit, actionLabel, secondary }: WelcomePageProps) {
  const t = useMessages('flow');
  const { region } = usePack();
  const { reason } = useRunHolder();
  const { place } = useDetails(run);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const header = (
    <header className={styles.barFrame}>
      <div className={styles.bar}>
        <Button variant="quiet" onPress={run.back} aria-label={t('runner.back')}>
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
          <form noValidate onSubmit={submit} className={styles.form}>
            {children}
            <div className={styles.actions}>
              <Button type="submit" size="l" fullWidth>
                {actionLabel ?? t('runner.continue')}
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
