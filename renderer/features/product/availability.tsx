import type { Product } from '../../../sync/domain/catalog/product.ts';
import { placeName } from '../../../sync/domain/places/places.ts';
import { isSoldIn } from '../../../sync/domain/shop/cart-problems.ts';
import { Disclosure, Notice, Stack, Text, TextLink } from '../../design/basic/index.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { LocalizedText, useFormat, useLanguage, useMessages } from '../../i18n/index.ts';
import { listOf } from '../../i18n/plain-words.ts';

/** The places where it is sold, those after a live visit apart. */
export function Availability({ product }: { readonly product: Product }) {
  const t = useMessages('product');
  const format = useFormat();
  const { language } = useLanguage();
  const { serviceAreas } = usePack();
  const placesBy = (wanted: 'async' | 'live') =>
    serviceAreas
      .filter(({ place, modality }) => modality === wanted && isSoldIn(product, place))
      .map(({ place }) => placeName(place, language));
  // What needs no prescription needs no visit either.
  const isPrescribed = product.kind === 'rx';
  const open = isPrescribed ? placesBy('async') : [...placesBy('async'), ...placesBy('live')];
  const live = isPrescribed ? placesBy('live') : [];
  return (
    <Disclosure summary={t('where')}>
      <Stack gap={2}>
        <Text>{listOf(format, open)}</Text>
        {live.length > 0 && <Text>{t('whereLive', { places: listOf(format, live) })}</Text>}
      </Stack>
    </Disclosure>
  );
}

/** In place of a price: that it isn't sold any more, and what is. */
export function Discontinued({
  of: { on, instead = [] },
}: {
  readonly of: NonNullable<Product['discontinued']>;
}) {
  const t = useMessages('product');
  const format = useFormat();
  const { slug, products = [] } = usePack();
  const others = products.filter((one) => instead.includes(one.slug));
  return (
    <Notice tone="warning" title={t('gone')}>
      <p>{t('goneText', { date: format.calendarDate(on) })}</p>
      {others.length > 0 && (
        <>
          <p>{t('instead')}</p>
          {others.map((one) => (
            <TextLink
              key={one.slug}
              to="/connect/$vendor/product/$product"
              params={{ vendor: slug, product: one.slug }}
              standalone
            >
              <LocalizedText text={one.name} />
            </TextLink>
          ))}
        </>
      )}
    </Notice>
  );
}
