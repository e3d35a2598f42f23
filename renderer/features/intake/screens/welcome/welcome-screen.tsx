import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { usePosition } from '../../flow/run/use-run.ts';
import { RunGate } from '../gate/run-gate.tsx';
import { ConsentPage } from './consent-page.tsx';
import { ContactPage } from './contact-page.tsx';
import { DevicePage } from './device-page.tsx';
import { PlacePage } from './place-page.tsx';
import { WhoPage } from './who-page.tsx';

/** The few pages before the questions: who, how to reach them, where, whose device, what they agree to. */
export function WelcomeScreen() {
  return <RunGate route="welcome">{(run) => <Welcome run={run} />}</RunGate>;
}

function Welcome({ run }: { readonly run: IntakeRun }) {
  const position = usePosition(run);
  switch (position) {
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
