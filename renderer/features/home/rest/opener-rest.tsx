import { classes } from '../../../base/classes.ts';
import { InstallSteps } from '../../../shell/install/install-steps.tsx';
import { AreaNames } from './area-names.tsx';
import { Clinicians } from './clinicians.tsx';
import { Faq } from './faq.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Part } from './part.tsx';
import styles from './rest.module.css';

/** How it works, who reads, where, and what people ask first: as the articles of a magazine. */
export function OpenerRest() {
  return (
    <>
      <Part of="how" className={styles.opener} size="xl" ruled>
        <HowItWorks across />
      </Part>
      <Part of="people" className={styles.opener} size="xl" ruled>
        <div className={styles.plates}>
          <Clinicians />
        </div>
      </Part>
      <div className={classes(styles.halves, styles.opener)}>
        <Part of="questions" ruled>
          <Faq />
        </Part>
        <Part of="areas" ruled>
          <AreaNames />
        </Part>
      </div>
      <InstallSteps />
    </>
  );
}
