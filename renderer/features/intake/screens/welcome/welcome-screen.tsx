import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { usePosition } from '../../flow/run/use-run.ts';
import { RunGate } from '../gate/run-gate.tsx';
import { AboutPage } from './about-page.tsx';
import { ConsentPage } from './consent-page.tsx';
import { PlacePage } from './place-page.tsx';

/** The pages beside the questions: who and how to reach them, where they are, what they agree to. */
export function WelcomeScreen() {
  return <RunGate route="welcome">{(run) => <Welcome run={run} />}</RunGate>;
}

function Welcome({ run }: { readonly run: IntakeRun }) {
  const position = usePosition(run);
  switch (position) {
    case 'intake.place':
      return <PlacePage run={run} />;
    case 'intake.consent':
      return <ConsentPage run={run} />;
    default:
      return <AboutPage run={run} />;
  }
}
