import { Suspense } from 'react';
import { optional } from '../../app/optional.ts';
import { usePack } from '../../app/platform-provider.tsx';
import { Art } from '../../design/basic/art.tsx';
import { Heading } from '../../design/basic/heading.tsx';
import { Text } from '../../design/basic/text.tsx';
import { useLocalized, useMessages } from '../../i18n/index.ts';
import { FirstStep } from './first-step.tsx';
import { FormList } from './form-list.tsx';
import styles from './garden-home.module.css';
import { OpeningNotice } from './opening-notice.tsx';
import { UnfinishedPlace } from './unfinished-place.tsx';

// Below the fold: everything that can wait for the paint.
const Rest = optional(async () => (await import('./garden-rest.tsx')).GardenRest);

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
        <UnfinishedPlace />
      </div>
      <section className={styles.forms} aria-labelledby="forms">
        <Heading level={2} id="forms">
          {t('home.forms')}
        </Heading>
        <FormList />
      </section>
      <Suspense fallback={<div className={styles.rest} />}>
        <Rest />
      </Suspense>
    </>
  );
}
