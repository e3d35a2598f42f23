import { Art } from '../../design/basic/text/art.tsx';
import { Heading } from '../../design/basic/text/heading.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LocalizedText } from '../../i18n/index.ts';
import styles from './dusk-home.module.css';
import { FirstStep } from './first-step.tsx';
import { FormSection } from './form-list.tsx';
import { OpeningNotice } from './opening-notice.tsx';
import { RestPlace } from './rest-place.tsx';
import { UnfinishedPlace } from './unfinished/unfinished-place.tsx';

/** Words in a wide quiet space, the picture as a horizon below them, everything else down one column. */
export function DuskHome() {
  const { brand, tagline, description } = usePack();
  return (
    <>
      <section className={styles.hero}>
        <Heading level={1} size="xxl">
          <LocalizedText text={tagline} />
        </Heading>
        <div className={styles.beside}>
          <Text size="m" tone="soft">
            <LocalizedText text={description} />
          </Text>
          <OpeningNotice />
          <FirstStep />
        </div>
      </section>
      <div className={styles.horizon}>
        <Art src={brand.art.home} width={1600} height={560} priority />
      </div>
      <div className={styles.column}>
        <UnfinishedPlace />
        <FormSection className={styles.part} />
        <RestPlace layout="dusk" />
      </div>
    </>
  );
}
