import { type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { PublishedQuestionnaire } from '../../../sync/domain/intake/offered-questionnaire.ts';
import type { PatientDetails } from '../../../sync/protocol/operations/payloads/parts.ts';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import {
  ConsultationScreen,
  FlowFrameProvider,
  type FlowRoute,
  type IntakeRun,
  RunHolderProvider,
  usePanel,
  useRunHolder,
  WelcomeScreen,
} from '../../features/intake/parts.ts';
import { useMessages } from '../../i18n/index.ts';
import type { Delivery, DraftContent } from '../../platform/contract/contract.ts';
import { useKiosk } from '../base/kiosk-context.ts';
import { KioskFrame } from '../frame/kiosk-frame.tsx';
import { KioskQuestion } from '../frame/kiosk-question.tsx';
import { kioskFlowFrame } from './kiosk-flow-frame.tsx';
import { RunSettingsContext } from './run-settings.ts';

export interface KioskRunProps {
  readonly offered: PublishedQuestionnaire;
  /** A paused intake to go on with. Without it a new one begins. */
  readonly draft?: DraftContent | undefined;
  /** What check-in knows already: nobody types it twice (WCAG 3.3.7). */
  readonly known?: Partial<Pick<PatientDetails, 'birthDate' | 'givenName' | 'familyName'>> | undefined;
  /** Where the clinic is: a place of the vendor's service areas (`US-CA`). By default the first that is served at a distance. */
  readonly place?: string | undefined;
  /** `UtilityButton`s, on every screen of the run: pause, go on on a phone. They may use `useRunHolder`. */
  readonly menu?: ReactNode;
  /** The answers are sealed and in the outbox. */
  readonly onFinished: (delivery: Delivery | undefined) => void;
  /** Back from the first page, or it couldn't be opened: to the list of forms. */
  readonly onLeft: () => void;
}

/** One form from its first page to its sealed answers, within a `KioskShell` and the vendor's `PlatformProvider`. */
export function KioskRun(props: KioskRunProps) {
  const { offered, onLeft, menu } = props;
  const { serviceAreas } = usePack();
  const place =
    props.place ??
    serviceAreas.find(({ modality }) => modality === 'async')?.place ??
    serviceAreas[0]?.place ??
    '';
  const [route, setRoute] = useState<FlowRoute>('welcome');
  const go = useCallback((to: FlowRoute) => (to === 'landing' ? onLeft() : setRoute(to)), [onLeft]);
  const settings = useMemo(() => ({ place, menu }), [place, menu]);
  return (
    <FlowFrameProvider value={kioskFlowFrame}>
      <RunSettingsContext value={settings}>
        <RunHolderProvider offered={offered} onGo={go}>
          <Opening {...props} place={place} route={route} />
        </RunHolderProvider>
      </RunSettingsContext>
    </FlowFrameProvider>
  );
}

interface OpeningProps extends KioskRunProps {
  readonly place: string;
  readonly route: FlowRoute;
}

function Opening({ draft, known, place, route, onFinished, onLeft }: OpeningProps) {
  const { run, begin, goOn } = useRunHolder();
  const [failed, setFailed] = useState(false);
  // Once: the holder's verbs change with each run that it holds.
  const open = useEffectEvent(async () => {
    if (draft) {
      await goOn(draft, 'pinned');
      return;
    }
    const opened = await begin();
    opened.details.update((current) => ({ ...current, patient: { ...current.patient, ...known } }));
    // A clinic's panel stands where it stands and is nobody's own: what is kept of it ends with the session.
    opened.passGate(place, 'shared');
  });
  useEffect(() => {
    let gone = false;
    open().catch(() => !gone && setFailed(true));
    return () => {
      gone = true;
    };
  }, []);
  if (failed) return <Failed onLeft={onLeft} />;
  if (!run || run.position() === 'intake.gate') return <Waiting />;
  return <Open run={run} route={route} onFinished={onFinished} />;
}

function Open({
  run,
  route,
  onFinished,
}: {
  readonly run: IntakeRun;
  readonly route: FlowRoute;
  readonly onFinished: KioskRunProps['onFinished'];
}) {
  const kiosk = useKiosk();
  const panel = usePanel(run);
  const alarmed = panel !== 'clear';
  useEffect(() => {
    if (alarmed) kiosk.callForHelp('crisis');
  }, [alarmed, kiosk]);
  const sent = route === 'success';
  useEffect(() => {
    if (sent) onFinished(run.delivery.get());
  }, [sent, run, onFinished]);
  if (sent) return <Waiting />;
  return (
    <Suspense fallback={<Waiting />}>
      {route === 'welcome' ? <WelcomeScreen /> : <ConsultationScreen />}
    </Suspense>
  );
}

function Waiting() {
  const t = useMessages('frame');
  return <KioskFrame title="" question={<Text>{t('loading')}</Text>} />;
}

function Failed({ onLeft }: { readonly onLeft: () => void }) {
  const t = useMessages('frame');
  return (
    <KioskFrame
      title=""
      question={<KioskQuestion title={t('failed.title')} hint={t('failed.text')} />}
      action={
        <Button size="l" fullWidth onPress={onLeft}>
          {t('back')}
        </Button>
      }
    />
  );
}
