import { Heading, Rule } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { InstallSteps } from '../../../shell/install/install-steps.tsx';
import { AreaNames } from './area-names.tsx';
import { Clinicians } from './clinicians.tsx';
import { Faq } from './faq.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './rest.module.css';

/** How it works, who reads, where, and what people ask first. */
export function DuskRest() {
  const t = useMessages('shell');
  return (
    <>
      <section className={styles.part} aria-labelledby="how">
        <Heading level={2} id="how">
          {t('home.how')}
        </Heading>
        <HowItWorks />
      </section>
      <Rule look="brand" />
      <section className={styles.part} aria-labelledby="people">
        <Heading level={2} id="people">
          {t('home.people')}
        </Heading>
        <Clinicians />
      </section>
      <section className={styles.part} aria-labelledby="areas">
        <Heading level={2} id="areas">
          {t('home.areas')}
        </Heading>
        <AreaNames />
      </section>
      <section className={styles.part} aria-labelledby="questions">
        <Heading level={2} id="questions">
          {t('home.questions')}
        </Heading>
        <Faq />
      </section>
      <InstallSteps />
    </>
  );
}
