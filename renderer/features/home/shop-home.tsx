import { type ReactNode, Suspense } from 'react';
import { Art } from '../../design/basic/text/art.tsx';
import { Heading } from '../../design/basic/text/heading.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useLocalized } from '../../i18n/index.ts';
import { FirstStep } from './first-step.tsx';
import { FormSection } from './form-list.tsx';
import { OpeningNotice } from './opening-notice.tsx';
import { UnfinishedPlace } from './unfinished/unfinished-place.tsx';

export interface ShopHomeProps {
  /** Classes of the parts: hero, words, picture, forms, rest. */
  readonly styles: Readonly<Record<string, string>>;
  /** Size of the picture, in CSS px: the place that is kept for it. */
  readonly width: number;
  readonly height: number;
  /** Forms as tiles, not as rows. */
  readonly tiles?: boolean | undefined;
  /** What is below the forms, loaded after the paint. */
  readonly children: ReactNode;
}

/** What homes with a picture beside their words have in common; their stylesheets make two pages of it. */
export function ShopHome({ styles, width, height, tiles, children }: ShopHomeProps) {
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
          <Art src={brand.art.home} width={width} height={height} priority />
        </div>
      </section>
      <UnfinishedPlace />
      <FormSection className={styles.forms} tiles={tiles} />
      <Suspense fallback={<div className={styles.rest} />}>{children}</Suspense>
    </>
  );
}
