import { classes } from '../../base/classes.ts';
import { Art } from '../../design/basic/text/art.tsx';
import { Heading } from '../../design/basic/text/heading.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LocalizedText } from '../../i18n/index.ts';
import { FirstStep } from './first-step.tsx';
import { FormSection } from './form-list.tsx';
import styles from './home.module.css';
import type { HomeLayout } from './layout-of.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { RestPlace } from './rest-place.tsx';
import { UnfinishedPlace } from './unfinished/unfinished-place.tsx';

type Shop = Exclude<HomeLayout, 'dusk'>;

/** Width and height of the picture, in CSS px: the place that is kept for it. A service has none. */
const pictures: Readonly<Partial<Record<Shop, readonly [number, number]>>> = {
  garden: [480, 560],
  counter: [560, 480],
  opener: [720, 600],
};

/** What all homes but one have in common; the stylesheet makes a page of its own of each. */
export function ShopHome({ layout }: { readonly layout: Shop }) {
  const { brand, tagline, description } = usePack();
  const picture = pictures[layout];
  return (
    <div className={styles[layout]}>
      <section className={classes(styles.hero, styles[`${layout}Hero`])}>
        <div className={styles.words}>
          <Heading level={1} size="xxl">
            <LocalizedText text={tagline} />
          </Heading>
          <Text size="m">
            <LocalizedText text={description} />
          </Text>
          <OpeningNotice />
          <FirstStep />
        </div>
        {picture && (
          <div className={styles.picture}>
            <Art src={brand.art.home} width={picture[0]} height={picture[1]} priority />
          </div>
        )}
      </section>
      <UnfinishedPlace />
      <FormSection className={styles.forms} tiles={layout === 'counter'} />
      <RestPlace layout={layout} />
    </div>
  );
}
