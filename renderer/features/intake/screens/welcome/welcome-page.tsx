import { useEffect, useId, useRef } from 'react';
import { Stack } from '../../../../design/basic/layout/stack.tsx';
import { Notice } from '../../../../design/basic/status/notice.tsx';
import { Heading } from '../../../../design/basic/text/heading.tsx';
import { Text } from '../../../../design/basic/text/text.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { useFlowFrame, type WelcomeParts } from '../../flow/run/flow-frame.ts';
import { useFlow } from '../../flow/run/use-run.ts';
import styles from '../parts/screens.module.css';
import { RunnerFrame } from '../question/runner-frame.tsx';
import { useSections } from '../question/use-sections.ts';
import { useForward, useRunHolder } from '../run/run-holder.tsx';

type PageParts = Omit<WelcomeParts, 'sections'>;

/** A page beside the questions: one matter, one action. */
export function WelcomePage(props: PageParts) {
  const frame = useFlowFrame();
  const unbegun = useFlow(props.run, (context) => context.step === null);
  const sections = useSections(props.run, unbegun ? 'start' : 'review');
  return frame ? (
    <frame.Welcome {...props} sections={sections} />
  ) : (
    <PhoneWelcome {...props} sections={sections} canLeave={!unbegun} />
  );
}

function PhoneWelcome({
  run,
  sections,
  title,
  lead,
  children,
  onSubmit,
  actionLabel,
  secondary,
  canLeave,
}: WelcomeParts & { readonly canLeave: boolean }) {
  const t = useMessages('welcome');
  const flow = useMessages('flow');
  const { reason, back } = useRunHolder();
  const form = useId();
  useForward(onSubmit);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <RunnerFrame
      run={run}
      sections={sections}
      onBack={back}
      onEnter={() => void onSubmit()}
      enterLabel={actionLabel}
      canLeave={canLeave}
      pinned={false}
      action={
        <Button type="submit" form={form} size="l" fullWidth>
          {actionLabel ?? flow('runner.continue')}
        </Button>
      }
      aside={secondary}
    >
      <Stack gap={5}>
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
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void onSubmit();
          }}
          className={styles.form}
        >
          {children}
        </form>
      </Stack>
    </RunnerFrame>
  );
}
