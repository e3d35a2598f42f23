import { classes } from '../../../base/classes.ts';
import { Heading } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { InstallSteps } from '../../../shell/install/install-steps.tsx';
import { AreaNames } from './area-names.tsx';
import { Clinicians } from './clinicians.tsx';
import { Faq } from './faq.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './rest.module.css';

/** How it works, what people ask first, who reads and where: one below the other, at a width that is read with ease. */
export function ServiceRest() {
  const t = useMessages('shell');
  return (
    <>
      <section className={classes(styles.part, styles.service)} aria-labelledby="how">
        <Heading level={2} id="how">
          {t('home.how')}
        </Heading>
        <HowItWorks />
      </section>
      <section className={classes(styles.part, styles.service)} aria-labelledby="questions">
        <Heading level={2} id="questions">
          {t('home.questions')}
        </Heading>
        <Faq />
      </section>
      <section className={classes(styles.part, styles.service)} aria-labelledby="people">
        <Heading level={2} id="people">
          {t('home.people')}
        </Heading>
        <Clinicians />
      </section>
      <section className={classes(styles.part, styles.service)} aria-labelledby="areas">
        <Heading level={2} id="areas">
          {t('home.areas')}
        </Heading>
        <AreaNames />
      </section>
      <InstallSteps />
    </>
  );
}
