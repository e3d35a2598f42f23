import { lazy, Suspense } from 'react';
import { PendingScreen } from '../../../../shell/pending-screen.tsx';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { usePosition } from '../../flow/run/use-run.ts';
import { RunGate } from '../gate/run-gate.tsx';
import { Runner } from './runner.tsx';

const ReviewScreen = lazy(async () => ({
  default: (await import('../review/review-screen.tsx')).ReviewScreen,
}));
const ReconfirmScreen = lazy(async () => ({
  default: (await import('../gate/reconfirm-screen.tsx')).ReconfirmScreen,
}));

export function ConsultationScreen() {
  return <RunGate route="consultation">{(run) => <Consultation run={run} />}</RunGate>;
}

function Consultation({ run }: { readonly run: IntakeRun }) {
  const position = usePosition(run);
  if (position === 'intake.answering') return <Runner run={run} />;
  if (position === 'intake.reconfirming') return <ReconfirmScreen run={run} />;
  return (
    <Suspense fallback={<PendingScreen />}>
      <ReviewScreen run={run} />
    </Suspense>
  );
}
