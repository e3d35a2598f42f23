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
export function GardenRest() {
  return (
    <>
      <div className={classes(styles.band, styles.garden)}>
        <Part of="how" className={styles.bandInner}>
          <HowItWorks across />
        </Part>
      </div>
      <Part of="people" className={styles.garden}>
        <Clinicians />
      </Part>
      <div className={styles.garden}>
        <Rule look="brand" />
      </div>
      <Part of="areas" className={styles.garden}>
        <div>
          <AreaNames />
        </div>
      </Part>
      <Part of="questions" className={styles.garden}>
        <Faq />
      </Part>
      <InstallSteps />
    </>
  );
}
