import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PublishedQuestionnaire } from '../../../sync/domain/intake/offered-questionnaire.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import type { Platform } from '../../platform/contract/contract.ts';
import { NotFoundScreen } from '../../shell/not-found/not-found-screen.tsx';
import { EmbeddedProvider } from '../../shell/page/embedded.ts';
import { PendingScreen } from '../../shell/pending-screen.tsx';
import { type FlowRoute, RunHolderProvider } from '../intake/in-place.ts';
import styles from './embed.module.css';
import { watchHeight } from './frame/frame-height.ts';
import { type Looked, lookUp, withReference } from './frame/references.ts';
import { type HostUse, useHost } from './frame/use-host.ts';
import { KeptFoot, KeptNotice, type Opened } from './kept-line.tsx';
import { OpenedElsewhere, ReceivedBefore, TakenMeanwhile } from './outcomes.tsx';
import { Progress } from './progress.tsx';

const LandingScreen = lazy(async () => ({
  default: (await import('../intake/screens/landing/landing-screen.tsx')).LandingScreen,
}));
const WelcomeScreen = lazy(async () => ({
  default: (await import('../intake/screens/welcome/welcome-screen.tsx')).WelcomeScreen,
}));
const ConsultationScreen = lazy(async () => ({
  default: (await import('../intake/screens/consultation/consultation-screen.tsx')).ConsultationScreen,
}));
const SuccessScreen = lazy(async () => ({
  default: (await import('../intake/screens/sent/success-screen.tsx')).SuccessScreen,
}));
const screens: Readonly<Record<FlowRoute, typeof LandingScreen>> = {
  landing: LandingScreen,
  welcome: WelcomeScreen,
  consultation: ConsultationScreen,
  success: SuccessScreen,
};

/** No worker keeps what the form leads to: it is here before the network may be gone. */
const loadNext = () =>
  void Promise.allSettled([
    import('../intake/screens/welcome/welcome-screen.tsx'),
    import('../intake/screens/review/review-screen.tsx'),
    import('../intake/screens/sent/success-screen.tsx'),
    import('../intake/screens/gate/stop-screen.tsx'),
    import('../intake/screens/gate/expired-screen.tsx'),
  ]);

/** One form of a vendor in a partner's page: from its landing to its receipt in place, without addresses. */
export function EmbedScreen() {
  const { questionnaire } = useParams({ from: '/embed/$vendor/questionnaire/$questionnaire/consultation' });
  const { questionnaires } = usePack();
  const offered = questionnaires.find(({ slug }) => slug === questionnaire);
  return offered ? <EmbeddedForm offered={offered} /> : <NotFoundScreen />;
}

/** What the server says of the partner's id, once there is one; said to the page, too, where it can't be used. */
function useReference({ host, channel }: HostUse, questionnaire: string) {
  const { slug } = usePack();
  const [looked, setLooked] = useState<Looked>();
  const externalId = host?.externalId;
  const partner = host?.origin;
  const token = host?.token;
  useEffect(() => {
    if (externalId === undefined || partner === undefined) return;
    let gone = false;
    void lookUp(slug, { partner, externalId, questionnaire, token }).then((found) => {
      if (gone) return;
      setLooked(found);
      if (found === 'refused') channel.say({ type: 'refused', code: 'EXTERNAL_ID_REFUSED' });
      if (found === 'unsigned') channel.say({ type: 'refused', code: 'PARTNER_TOKEN_REFUSED' });
      if (found === 'received') channel.say({ type: 'refused', code: 'EXTERNAL_ID_TAKEN' });
    });
    return () => {
      gone = true;
    };
  }, [slug, partner, externalId, questionnaire, token, channel]);
  const reference =
    externalId === undefined || partner === undefined || looked === 'refused' || looked === 'unsigned'
      ? undefined
      : { partner, externalId, ...(token !== undefined && { token }) };
  return { looked, reference };
}

function EmbeddedForm({ offered }: { readonly offered: PublishedQuestionnaire }) {
  const use = useHost();
  const { channel } = use;
  const { looked, reference } = useReference(use, offered.slug);
  const [route, setRoute] = useState<FlowRoute>('landing');
  const [isTaken, setTaken] = useState(false);
  const [openedAt, setOpenedAt] = useState<Opened>();
  const frame = useRef<HTMLDivElement>(null);
  const isHeard = use.host !== undefined;
  useEffect(() => {
    if (!isHeard || !frame.current) return;
    return watchHeight(frame.current, (height) => channel.say({ type: 'resize', height }));
  }, [channel, isHeard]);
  const latest = useRef(reference);
  useEffect(() => {
    latest.current = reference;
  }, [reference]);
  const through = useCallback(
    (platform: Platform) =>
      withReference(platform, {
        reference: () => latest.current,
        onTaken() {
          setTaken(true);
          channel.say({ type: 'refused', code: 'EXTERNAL_ID_TAKEN' });
        },
      }),
    [channel],
  );
  const Screen = screens[route];
  const opened = useMemo(
    () =>
      openedAt === undefined ? undefined : (
        <OpenedElsewhere opened={openedAt} onBack={() => setOpenedAt(undefined)} />
      ),
    [openedAt],
  );
  const onOpened = (found: Opened) => {
    setOpenedAt(found);
    if (!found.isBlocked) channel.say({ type: 'close' });
  };
  return (
    <EmbeddedProvider value={true}>
      <div ref={frame} className={styles.frame}>
        <RunHolderProvider offered={offered} onGo={setRoute} through={through} loadNext={loadNext}>
          <Progress channel={channel} route={route} externalId={reference?.externalId} />
          <KeptNotice />
          {opened ??
            (isTaken ? (
              <TakenMeanwhile onBack={() => setTaken(false)} />
            ) : looked === 'received' && route === 'landing' ? (
              <ReceivedBefore />
            ) : (
              <Suspense fallback={<PendingScreen />}>
                <Screen />
              </Suspense>
            ))}
          <KeptFoot onOpened={onOpened} isSent={route === 'success'} />
        </RunHolderProvider>
      </div>
    </EmbeddedProvider>
  );
}
