import { useState } from 'react';
import { conceptOf } from '../../../../sync/domain/discovery/concepts.ts';
import type { VendorDetails } from '../../../../sync/domain/discovery/discovery-index.ts';
import { mayBeNamed } from '../../../../sync/domain/discovery/may-be-named.ts';
import { serviceGate } from '../../../../sync/domain/eligibility/service-area.ts';
import { isWithin, placeName } from '../../../../sync/domain/places/places.ts';
import { Heading, NativeButton, Skeleton, Stack, Text, TextLink } from '../../../design/basic/index.ts';
import { useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import type { Catalogue } from '../../../shell/discovery/open-catalogue.ts';
import { useDetails } from '../../../shell/discovery/use-details.ts';
import { VendorSign } from '../../../shell/discovery/vendor-sign.tsx';
import styles from './places.module.css';
import { Unreachable } from './unreachable.tsx';

const SHOWN = 20;

export interface ServingProps {
  readonly catalogue: Catalogue;
  readonly place: string;
}

/** Who cares for people in this place, and how: by form or by live visit, by mail or at a pharmacy. */
export function Serving({ catalogue, place }: ServingProps) {
  const t = useMessages('places');
  const { language } = useLanguage();
  const [shown, setShown] = useState(SHOWN);
  const vendors = catalogue.discovery.vendorsFor({ place });
  const read = useDetails(catalogue, vendors.slice(0, shown));
  const name = placeName(place, language);
  const details = read.status === 'ready' ? read.details : undefined;
  const by = (gate: 'async' | 'live') =>
    details?.filter((vendor) => serviceGate(vendor.serviceAreas, place) === gate) ?? [];
  return (
    <Stack gap={5}>
      <div role="status">
        <Heading level={2} size="l">
          {t('serving', { count: vendors.length, place: name })}
        </Heading>
      </div>
      {vendors.length === 0 && (
        <>
          <Text>{t('none.text')}</Text>
          <TextLink href="/discovery" standalone>
            {t('none.search')}
          </TextLink>
        </>
      )}
      {vendors.length > 0 && read.status === 'loading' && <Skeleton lines={4} />}
      {read.status === 'failed' && <Unreachable onRetry={read.retry} />}
      {(['async', 'live'] as const).map(
        (gate) =>
          by(gate).length > 0 && (
            <Stack as="section" gap={3} key={gate} aria-labelledby={`by-${gate}`}>
              <div>
                <Heading level={3} size="m" id={`by-${gate}`}>
                  {t(gate)}
                </Heading>
                <Text size="xs" tone="soft">
                  {t(`${gate}.text`)}
                </Text>
              </div>
              <ul className={styles.vendors}>
                {by(gate).map((vendor) => (
                  <ServingVendor key={vendor.slug} vendor={vendor} place={place} />
                ))}
              </ul>
            </Stack>
          ),
      )}
      {vendors.length > shown && (
        <div>
          <NativeButton variant="secondary" onClick={() => setShown(shown + SHOWN)}>
            {t('more')}
          </NativeButton>
        </div>
      )}
    </Stack>
  );
}

function ServingVendor({ vendor, place }: { readonly vendor: VendorDetails; readonly place: string }) {
  const t = useMessages('places');
  const format = useFormat();
  const { language } = useLanguage();
  const name = placeName(place, language);
  const treated = [...new Set(vendor.forms.flatMap(({ conditions }) => conditions))].flatMap(
    (id) => conceptOf(id)?.name[language] ?? [],
  );
  const sold = vendor.products.filter(
    (product) => mayBeNamed(product, place) && !product.notIn?.some((area) => isWithin(place, area)),
  );
  const has = (way: 'mail' | 'pickup') => sold.some(({ fulfillment }) => fulfillment.includes(way));
  const isNear = vendor.pickupIn.includes(place);
  return (
    <li className={styles.vendor}>
      <VendorSign vendor={vendor} />
      <div className={styles.words}>
        <a href={`/connect/${vendor.slug}/`}>{vendor.name}</a>
        {treated.length > 0 && <span>{t('treats', { list: format.list(treated) })}</span>}
        {has('mail') && <span>{t('mail', { place: name })}</span>}
        {has('pickup') && <span>{t(isNear ? 'pickup' : 'pickup.elsewhere', { place: name })}</span>}
      </div>
    </li>
  );
}
