import { classes } from '../../../base/classes.ts';
import { Rule } from '../../../design/basic/index.ts';
import { InstallSteps } from '../../../shell/install/install-steps.tsx';
import { AreaNames } from './area-names.tsx';
import { Clinicians } from './clinicians.tsx';
import { Faq } from './faq.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Part } from './part.tsx';
import styles from './rest.module.css';

/** How it works, who reads, where, and what people ask first. */
export function CounterRest() {
  return (
    <>
      <div className={classes(styles.band, styles.counter)}>
        <Part of="how" className={styles.bandInner}>
          <HowItWorks across />
        </Part>
      </div>
      <Part of="people" className={styles.counter}>
        <div className={styles.people}>
          <Clinicians />
        </div>
      </Part>
      <div className={classes(styles.halves, styles.counter)}>
        <Part of="questions">
          <Faq />
        </Part>
        <Part of="areas">
          <AreaNames />
        </Part>
      </div>
      <div className={styles.counter}>
        <Rule look="brand" />
      </div>
      <InstallSteps />
    </>
  );
}
