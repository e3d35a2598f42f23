import { classes } from '../../../base/classes.ts';
import { Heading, Rule } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { InstallSteps } from '../../../shell/install/install-steps.tsx';
import { AreaNames } from './area-names.tsx';
import { Clinicians } from './clinicians.tsx';
import { Faq } from './faq.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './rest.module.css';

/** How it works, who reads, where, and what people ask first: as the articles of a magazine. */
export function OpenerRest() {
  const t = useMessages('shell');
  return (
    <>
      <section className={classes(styles.part, styles.opener)} aria-labelledby="how">
        <Rule look="brand" />
        <Heading level={2} size="xl" id="how">
          {t('home.how')}
        </Heading>
        <HowItWorks across />
      </section>
      <section className={classes(styles.part, styles.opener)} aria-labelledby="people">
        <Rule look="brand" />
        <Heading level={2} size="xl" id="people">
          {t('home.people')}
        </Heading>
        <div className={styles.plates}>
          <Clinicians />
        </div>
      </section>
      <div className={classes(styles.halves, styles.opener)}>
        <section className={styles.part} aria-labelledby="questions">
          <Rule look="brand" />
          <Heading level={2} id="questions">
            {t('home.questions')}
          </Heading>
          <Faq />
        </section>
        <section className={styles.part} aria-labelledby="areas">
          <Rule look="brand" />
          <Heading level={2} id="areas">
            {t('home.areas')}
          </Heading>
          <AreaNames />
        </section>
      </div>
      <InstallSteps />
    </>
  );
}
