import { Suspense, useState } from 'react';
import type { ListedProduct } from '../../../../sync/domain/catalog/product.ts';
import { classes } from '../../../base/classes.ts';
import { optional } from '../../../base/optional.ts';
import { Heading, Icon, Text, TextLink } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { LocalizedText, useFormat, useMessages } from '../../../i18n/index.ts';
import formStyles from '../form-list.module.css';
import styles from './rest.module.css';

/** More than that, and nobody looks through the list. */
const HANDFUL = 5;

const ProductSearch = optional(async () => (await import('../find/product-search.tsx')).ProductSearch);

/** What the vendor sells: over the counter, or after a consultation; nothing where it sells nothing. */
export function ProductList() {
  const t = useMessages('shell');
  const products = usePack().products?.filter(({ discontinued }) => !discontinued) ?? [];
  const [found, setFound] = useState<readonly ListedProduct[]>();
  if (products.length === 0) return null;
  return (
    <section className={classes(styles.part, styles.products)} aria-labelledby="products">
      <Heading level={2} id="products">
        {t('home.products')}
      </Heading>
      {products.length > HANDFUL && (
        <Suspense fallback={null}>
          <ProductSearch products={products} onFound={setFound} />
        </Suspense>
      )}
      <ul className={formStyles.list}>
        {(found ?? products).map((product) => (
          <ProductRow key={product.slug} product={product} />
        ))}
      </ul>
    </section>
  );
}

function ProductRow({ product }: { readonly product: ListedProduct }) {
  const t = useMessages('shell');
  const format = useFormat();
  const { slug, currency } = usePack();
  return (
    <li className={formStyles.row}>
      <div className={formStyles.what}>
        <Heading level={3} size="m">
          <TextLink
            to="/connect/$vendor/product/$product"
            params={{ vendor: slug, product: product.slug }}
            tone="ink"
            className={formStyles.link}
          >
            <LocalizedText text={product.name} />
          </TextLink>
        </Heading>
        <Text tone="soft">
          <LocalizedText text={product.summary} />
        </Text>
      </div>
      <ul className={formStyles.facts}>
        <li className={formStyles.first}>
          {t('product.from', { price: format.money(product.from.amount, currency) })}
        </li>
        <li>{t(`product.${product.kind}`)}</li>
      </ul>
      <Icon name="arrow-forward" size={24} className={formStyles.arrow} />
    </li>
  );
}
