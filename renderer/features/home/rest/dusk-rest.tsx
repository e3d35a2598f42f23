import { Rule } from '../../../design/basic/index.ts';
import { InstallSteps } from '../../../shell/install/install-steps.tsx';
import { AreaNames } from './area-names.tsx';
import { Clinicians } from './clinicians.tsx';
import { Faq } from './faq.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Part } from './part.tsx';

/** How it works, who reads, where, and what people ask first. */
export function DuskRest() {
  return (
    <>
      <Part of="how">
        <HowItWorks />
      </Part>
      <Rule look="brand" />
      <Part of="people">
        <Clinicians />
      </Part>
      <Part of="areas">
        <AreaNames />
      </Part>
      <Part of="questions">
        <Faq />
      </Part>
      <InstallSteps />
    </>
  );
}
