import { InstallSteps } from '../../app/install-steps.tsx';
import { Heading, Rule } from '../../design/basic/index.ts';
import { useMessages } from '../../i18n/index.ts';
import { AreaNames } from './area-names.tsx';
import { Clinicians } from './clinicians.tsx';
import { Faq } from './faq.tsx';
import styles from './garden-home.module.css';
import { HowItWorks } from './how-it-works.tsx';

/** How it works, who reads, where, and what people ask first. */
export function GardenRest() {
  const t = useMessages('shell');
  return (
    <>
      <div className={styles.band}>
        <section className={styles.bandInner} aria-labelledby="how">
          <Heading level={2} id="how">
            {t('home.how')}
          </Heading>
          <HowItWorks across />
        </section>
      </div>
      <section className={styles.pair} aria-labelledby="people">
        <Heading level={2} id="people">
          {t('home.people')}
        </Heading>
        <Clinicians />
      </section>
      <div className={styles.rule}>
        <Rule look="brand" />
      </div>
      <section className={styles.pair} aria-labelledby="areas">
        <Heading level={2} id="areas">
          {t('home.areas')}
        </Heading>
        <div>
          <AreaNames />
        </div>
      </section>
      <section className={styles.pair} aria-labelledby="questions">
        <Heading level={2} id="questions">
          {t('home.questions')}
        </Heading>
        <Faq />
      </section>
      <InstallSteps />
    </>
  );
}
