import { InstallSteps } from '../../../shell/install/install-steps.tsx';
import { AreaNames } from './area-names.tsx';
import { Clinicians } from './clinicians.tsx';
import { Faq } from './faq.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Part } from './part.tsx';
import styles from './rest.module.css';

/** How it works, what people ask first, who reads and where: one below the other, at a width that is read with ease. */
export function ServiceRest() {
  return (
    <>
      <Part of="how" className={styles.service}>
        <HowItWorks />
      </Part>
      <Part of="questions" className={styles.service}>
        <Faq />
      </Part>
      <Part of="people" className={styles.service}>
        <Clinicians />
      </Part>
      <Part of="areas" className={styles.service}>
        <AreaNames />
      </Part>
      <InstallSteps />
    </>
  );
}
