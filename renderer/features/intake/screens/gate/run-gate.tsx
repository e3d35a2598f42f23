import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { PublishedQuestionnaire } from '../../../../../sync/domain/intake/offered-questionnaire.ts';
import { formOf } from '../../../../../sync/protocol/operations/about.ts';
import { useDeliveries } from '../../../../device/provider/platform-provider.tsx';
import type { DraftContent, Platform } from '../../../../platform/contract/contract.ts';
import { PendingScreen } from '../../../../shell/pending-screen.tsx';
import {
  earliestUnmet,
  type FlowRoute,
  type RedirectReason,
  routeOf,
} from '../../flow/machine/flow-position.ts';
import { useFlowFrame } from '../../flow/run/flow-frame.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { isUnwanted } from '../../flow/run/run-slot.ts';
import { useDetails, usePanel, usePosition } from '../../flow/run/use-run.ts';
import { useRunHolder } from '../run/run-holder.tsx';
import { latestDraft } from './drafts-here.ts';

// Only a shared device needs it, and it brings the dialog's code.
const IdleGuard = lazy(async () => ({ default: (await import('./idle-guard.tsx')).IdleGuard }));
const SafetyScreen = lazy(async () => ({
  default: (await import('../../safety/safety-screen.tsx')).SafetyScreen,
}));
const StopScreen = lazy(async () => ({ default: (await import('./stop-screen.tsx')).StopScreen }));
const ExpiredScreen = lazy(async () => ({ default: (await import('./expired-screen.tsx')).ExpiredScreen }));

export interface RunGateProps {
  readonly route: 'welcome' | 'consultation';
  readonly children: (run: IntakeRun) => ReactNode;
}

/**
 * Lets a screen of the flow be shown once its run is open and has come that far; otherwise it leads to the earliest step that is
 * still to do. What outranks the form (panel, stop, an expired draft) is shown in its place.
 */
export function RunGate({ route, children }: RunGateProps) {
  const { run } = useRunHolder();
  // Who has left is on their way to another page: their draft is not looked for behind them.
  const [hadRun, setHadRun] = useState(run !== undefined);
  if (run && !hadRun) setHadRun(true);
  if (!run) return hadRun ? <PendingScreen /> : <FindRun />;
  return (
    <OpenRun run={run} route={route}>
      {children}
    </OpenRun>
  );
}

/** Why there is nothing to go on with here. */
class NotFoundHere extends Error {
  readonly reason: RedirectReason | undefined;
  constructor(reason?: RedirectReason) {
    super('No draft');
    this.reason = reason;
  }
}

/** One's own draft of the form, as it was left. */
async function ownDraft({ drafts }: Platform, offered: PublishedQuestionnaire): Promise<DraftContent> {
  const draft = latestDraft(await drafts.list(), offered.slug);
  if (!draft) throw new NotFoundHere('gate');
  if (draft.owner === 'shared') throw new NotFoundHere('locked');
  // Another version of the form needs a choice, which the landing page asks for.
  if (draft.formHash !== offered.formHash) throw new NotFoundHere();
  const opened = await drafts.open(draft.draftId);
  if (opened.status !== 'open') throw new NotFoundHere();
  return opened.content;
}

/** A deep link, or a reload: one's own draft opens where it was, before the store has been probed. */
function FindRun() {
  const { offered, find, go } = useRunHolder();
  // Once: the holder's verbs change with what it holds, and with the language.
  const look = useEffectEvent(async (signal: AbortSignal) => {
    try {
      await find((platform) => ownDraft(platform, offered), signal);
    } catch (error) {
      if (!isUnwanted(error)) go('landing', error instanceof NotFoundHere ? error.reason : undefined);
    }
  });
  useEffect(() => {
    const gone = new AbortController();
    void look(gone.signal);
    return () => gone.abort();
  }, []);
  return <PendingScreen />;
}

function OpenRun({ run, route, children }: RunGateProps & { readonly run: IntakeRun }) {
  const { offered, go } = useRunHolder();
  // Its host has a clock of its own, over every screen.
  const frame = useFlowFrame();
  const position = usePosition(run);
  const panel = usePanel(run);
  const details = useDetails(run);
  const deliveries = useDeliveries();
  const target = targetOf(position, route);
  const redirect = earliestUnmet(route, {
    position,
    sent: (deliveries ?? []).some((delivery) => formOf(delivery) === offered.slug),
    locked: false,
  });
  useEffect(() => {
    if (redirect && target === route) go(redirect.to, redirect.reason);
    else if (target !== route) go(target);
  }, [redirect, target, route, go]);

  const screen = () => {
    if (panel !== 'clear') return <SafetyScreen run={run} />;
    if (position === 'hardStop') return <StopScreen run={run} />;
    if (position === 'expired') return <ExpiredScreen run={run} />;
    if (redirect || target !== route) return <PendingScreen />;
    return children(run);
  };
  return (
    <Suspense fallback={<PendingScreen />}>
      {screen()}
      {/* It locks with a date of birth. */}
      {!frame && details.owner === 'shared' && details.patient.birthDate !== undefined && (
        <Suspense fallback={null}>
          <IdleGuard />
        </Suspense>
      )}
    </Suspense>
  );
}

/** A stop keeps the address it came from; everything else has one of its own. */
function targetOf(position: string, route: FlowRoute): FlowRoute {
  return position === 'hardStop' || position === 'expired' || position === 'abandoned'
    ? route
    : routeOf(position);
}
