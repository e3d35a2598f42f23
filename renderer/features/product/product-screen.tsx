import { useLoaderData, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedProduct, Product } from '../../../sync/domain/catalog/product.ts';
import { Heading, NativeButton, Notice, Rule, Text, TextLink } from '../../design/basic/index.ts';
import { SideArt } from '../../design/basic/text/side-art.tsx';
import { fetchProduct } from '../../device/catalog/fetch-catalog.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LocalizedText, useLanguage, useMessages } from '../../i18n/index.ts';
import { VendorPage } from '../../shell/frame/vendor-page.tsx';
import { Availability, Discontinued } from './availability.tsx';
import { HowToGet } from './how-to-get.tsx';
import styles from './product.module.css';

/** One product: what it is and does, for whom it isn't, what it costs, and how to get it. */
export function ProductScreen() {
  const { product: slug } = useParams({ strict: false });
  const listed = usePack().products?.find((one) => one.slug === slug);
  return listed && <Page key={listed.url} listed={listed} />;
}

function Page({ listed }: { readonly listed: ListedProduct }) {
  const t = useMessages('product');
  const shell = useMessages('shell');
  const { slug, brand } = usePack();
  const { language } = useLanguage();
  const loaded = useLoaderData({ from: '/connect/$vendor/product/$product' });
  const [product, setProduct] = useState(loaded);
  const [isAsking, setAsking] = useState(false);
  const again = () => {
    setAsking(true);
    fetchProduct(listed.url)
      .then(setProduct)
      .catch(() => undefined)
      .finally(() => setAsking(false));
  };
  return (
    <VendorPage width="wide">
      <article className={styles.product}>
        <header className={styles.head}>
          <TextLink to="/connect/$vendor" params={{ vendor: slug }} standalone>
            {t('back')}
          </TextLink>
          <Heading level={1} size="xl">
            <LocalizedText text={listed.name} />
          </Heading>
          <p className={styles.form}>
            <LocalizedText text={listed.form} /> · {shell(`product.${listed.kind}`)}
          </p>
          <Text size="m">
            <LocalizedText text={listed.summary} />
          </Text>
        </header>
        {product === undefined ? (
          <Notice tone="warning" live="status" title={t('unreachable')}>
            <p>{t('unreachableText')}</p>
            <NativeButton variant="secondary" disabled={isAsking} onClick={again}>
              {shell('error.again')}
            </NativeButton>
          </Notice>
        ) : (
          <>
            <div className={styles.side}>
              {product.discontinued === undefined ? (
                <>
                  <HowToGet product={product} />
                  <Availability product={product} />
                </>
              ) : (
                <Discontinued of={product.discontinued} />
              )}
              <SideArt of={brand.art} />
            </div>
            <div className={styles.details}>
              {product.unreviewed?.some((one) => one === language) && (
                <Notice tone="warning">{shell('legal.unreviewed')}</Notice>
              )}
              <Details product={product} />
            </div>
          </>
        )}
      </article>
    </VendorPage>
  );
}

/** Risks as large as benefits, and in the same order for each. */
function Details({ product }: { readonly product: Product }) {
  const t = useMessages('product');
  const { works, use, benefits, notFor, sideEffects, source } = product;
  return (
    <>
      <Part id="works" title={t('works')}>
        <Text>
          <LocalizedText text={works} />
        </Text>
      </Part>
      <Part id="use" title={t('use')}>
        <Text>
          <LocalizedText text={use} />
        </Text>
      </Part>
      <Part id="benefits" title={t('benefits')}>
        <Text>
          <LocalizedText text={benefits} />
        </Text>
      </Part>
      <Part id="not-for" title={t('notFor')}>
        <ul className={styles.reasons}>
          {notFor.map((reason) => (
            <li key={reason.en}>
              <LocalizedText text={reason} />
            </li>
          ))}
        </ul>
      </Part>
      <Part id="side-effects" title={t('sideEffects')}>
        <Text>
          <LocalizedText text={sideEffects.common} />
        </Text>
        <Notice tone="warning" title={t('serious')}>
          <LocalizedText text={sideEffects.serious} />
        </Notice>
      </Part>
      <Text size="xs" tone="soft">
        {t('source')} <a href={source.url}>{source.title}</a>
      </Text>
    </>
  );
}

export function Part({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Rule />
      <Heading level={2} size="m" id={id}>
        {title}
      </Heading>
      {children}
    </section>
  );
}
