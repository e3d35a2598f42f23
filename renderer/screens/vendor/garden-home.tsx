import { usePack } from '../../app/platform-provider.tsx';
import { Art, Heading, Rule, Text } from '../../design/basic/index.ts';
import { useLocalized, useMessages } from '../../i18n/index.ts';
import { Areas } from './areas.tsx';
import { Clinicians } from './clinicians.tsx';
import { Faq } from './faq.tsx';
import { FirstStep } from './first-step.tsx';
import { FormList } from './form-list.tsx';
import styles from './garden-home.module.css';
import { HowItWorks } from './how-it-works.tsx';
import { InstallPlace } from './install-place.tsx';
import { OpeningNotice } from './opening-notice.tsx';
import { UnfinishedList } from './unfinished-list.tsx';

/** Picture beside the words, then bands of colour. */
export function GardenHome() {
  const t = useMessages('shell');
  const read = useLocalized();
  const { brand, tagline, description } = usePack();
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.words}>
          <Heading level={1} size="xxl">
            {read(tagline)}
          </Heading>
          <Text size="m">{read(description)}</Text>
          <OpeningNotice />
          <FirstStep />
        </div>
        <div className={styles.picture}>
          <Art src={brand.art.home} width={480} height={560} priority />
        </div>
      </section>
      <div className={styles.unfinished}>
        <UnfinishedList />
      </div>
      <section className={styles.forms} aria-labelledby="forms">
        <Heading level={2} id="forms">
          {t('home.forms')}
        </Heading>
        <FormList />
      </section>
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
        <Areas />
      </section>
      <section className={styles.pair} aria-labelledby="questions">
        <Heading level={2} id="questions">
          {t('home.questions')}
        </Heading>
        <Faq />
      </section>
      <InstallPlace />
    </>
  );
}
