import { createContext, type ReactNode, use, useId } from 'react';
import { Stack } from '../../design/basic/layout/stack.tsx';
import { Notice } from '../../design/basic/status/notice.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { ProgressSegments } from '../../design/controls/fields/progress-segments.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import {
  type FlowFrame,
  type IntakeRun,
  NotSavedNotice,
  type RunnerParts,
  SaveLine,
  type ScreenParts,
  type SplitParts,
  UrgentHelp,
  useDetails,
  useRunHolder,
  type WelcomeParts,
} from '../../features/intake/parts.ts';
import { useMessages } from '../../i18n/index.ts';
import { useLargeText } from '../base/use-large-text.ts';
import { ControlsArea, FootArea, KioskBody, QuestionArea } from '../frame/kiosk-frame.tsx';
import { KioskQuestion } from '../frame/kiosk-question.tsx';
import { KioskAnswers } from './kiosk-answers.tsx';
import { KioskDocument } from './kiosk-document.tsx';
import styles from './kiosk-flow-frame.module.css';
import { KioskPlace } from './kiosk-place.tsx';
import { Nearby } from './nearby.tsx';
import { useRunSettings } from './run-settings.ts';

interface Surroundings {
  readonly before: ReactNode;
  readonly aside: ReactNode;
}
const SurroundingsContext = createContext<Surroundings>({ before: null, aside: null });

/** Skip, and numbers to call; with large letters what else leads away from a form, too. */
function Aside({ run, children }: { readonly run: IntakeRun; readonly children?: ReactNode }) {
  const { region } = usePack();
  const { place } = useDetails(run);
  const { menu } = useRunSettings();
  const large = useLargeText();
  return (
    <div className={styles.aside}>
      {children}
      {large && menu}
      <UrgentHelp place={place?.code ?? region} />
    </div>
  );
}

function Runner({ run, sections, onBack, children, action, aside }: RunnerParts) {
  const { menu } = useRunSettings();
  const section = sections.find(({ current }) => current)?.title ?? '';
  return (
    <KioskBody
      title={section}
      menu={menu}
      head={
        <>
          <div className={styles.progress}>
            <ProgressSegments sections={sections} />
          </div>
          <SaveLine run={run} />
        </>
      }
    >
      <SurroundingsContext
        value={{ before: <NotSavedNotice run={run} />, aside: <Aside run={run}>{aside}</Aside> }}
      >
        {children}
      </SurroundingsContext>
      <FootArea back={onBack}>{action}</FootArea>
    </KioskBody>
  );
}

function Split({ question, children, long }: SplitParts) {
  const { before, aside } = use(SurroundingsContext);
  return (
    <>
      <QuestionArea isBrief={long}>{question}</QuestionArea>
      <ControlsArea aside={aside}>
        <div className={styles.column}>
          {before}
          {children}
        </div>
      </ControlsArea>
    </>
  );
}

function Welcome(props: WelcomeParts) {
  const { run, sections, title, lead, children, onSubmit, actionLabel, secondary, onBack = run.back } = props;
  const t = useMessages('welcome');
  const flow = useMessages('flow');
  const { menu } = useRunSettings();
  const { reason } = useRunHolder();
  const form = useId();
  return (
    <KioskBody
      title={title}
      menu={menu}
      head={
        <>
          <div className={styles.progress}>
            <ProgressSegments sections={sections} />
          </div>
          <SaveLine run={run} />
        </>
      }
    >
      <QuestionArea isBrief={props.long}>
        <KioskQuestion key={title} title={title} {...(lead === undefined ? {} : { hint: lead })} />
      </QuestionArea>
      <ControlsArea key={title} aside={<Aside run={run}>{secondary}</Aside>}>
        <div className={styles.column}>
          <NotSavedNotice run={run} />
          {(reason === 'details' || reason === 'consents') && (
            <Notice live="status">
              <Text>{t(reason === 'details' ? 'why.details' : 'why.consents')}</Text>
            </Notice>
          )}
          <form
            id={form}
            noValidate
            autoComplete="off"
            className={styles.column}
            onSubmit={(event) => {
              event.preventDefault();
              void onSubmit();
            }}
          >
            {children}
          </form>
        </div>
      </ControlsArea>
      <FootArea back={onBack}>
        <Button type="submit" form={form} size="l" fullWidth>
          {actionLabel ?? flow('runner.continue')}
        </Button>
      </FootArea>
    </KioskBody>
  );
}

function Screen({ question, children, action }: ScreenParts) {
  return (
    <KioskBody title="">
      <QuestionArea>{question}</QuestionArea>
      <ControlsArea>
        <Stack gap={5}>{children}</Stack>
      </ControlsArea>
      <FootArea>{action}</FootArea>
    </KioskBody>
  );
}

/** The screens of a form as the kiosk frames them. */
export const kioskFlowFrame: FlowFrame = {
  Runner,
  Welcome,
  Split,
  Screen,
  Answers: KioskAnswers,
  Place: KioskPlace,
  Document: KioskDocument,
  Nearby,
};
