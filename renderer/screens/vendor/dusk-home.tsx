import { usePack } from '../../app/platform-provider.tsx';
import { Art, Heading, Rule, Text } from '../../design/basic/index.ts';
import { useLocalized, useMessages } from '../../i18n/index.ts';
import { Areas } from './areas.tsx';
import { Clinicians } from './clinicians.tsx';
import styles from './dusk-home.module.css';
import { Faq } from './faq.tsx';
import { FirstStep } from './first-step.tsx';
import { FormList } from './form-list.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { InstallPlace } from './install-place.tsx';
import { OpeningNotice } from './opening-notice.tsx';
import { UnfinishedList } from './unfinished-list.tsx';

/** Words in a wide quiet space, the picture as a horizon below them, everything else down one column. */
export function DuskHome() {
  const t = useMessages('shell');
  const read = useLocalized();
  const { brand, tagline, description } = usePack();
  return (
    <>
      <section className={styles.hero}>
        <Heading level={1} size="xxl" className={styles.tagline}>
          {read(tagline)}
        </Heading>
        <div className={styles.beside}>
          <Text size="m" tone="soft">
            {read(description)}
          </Text>
          <OpeningNotice />
          <FirstStep />
        </div>
      </section>
      <div className={styles.horizon}>
        <Art src={brand.art.home} width={1600} height={560} priority />
      </div>
      <div className={styles.column}>
        <UnfinishedList />
        <section className={styles.part} aria-labelledby="forms">
          <Heading level={2} id="forms">
            {t('home.forms')}
          </Heading>
          <FormList />
        </section>
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
          <Areas />
        </section>
        <section className={styles.part} aria-labelledby="questions">
          <Heading level={2} id="questions">
            {t('home.questions')}
          </Heading>
          <Faq />
        </section>
        <InstallPlace />
      </div>
    </>
  );
}
