import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { serviceGate } from '../../../sync/domain/eligibility/service-area.ts';
import { isKnownPlace, placeName } from '../../../sync/domain/places/places.ts';
import {
  Heading,
  Icon,
  NativeButton,
  Notice,
  Page,
  Skeleton,
  Stack,
  Text,
  TextLink,
} from '../../design/basic/index.ts';
import { deviceSettings } from '../../device/provider/device-settings.ts';
import { useMessages } from '../../i18n/index.ts';
import { useLanguage } from '../../i18n/messages-provider.tsx';
import type { VendorListing } from '../../shell/bootstrap/bootstrap.ts';
import { useBootstrap } from '../../shell/bootstrap/bootstrap-context.ts';
import { readVendorList, type VendorList } from '../../shell/bootstrap/vendor-list.ts';
import { forgetVendor, lastVendor } from '../../shell/frame/last-vendor.ts';
import { useInstall } from '../../shell/install/install-provider.ts';
import { PlatformHeader } from '../../shell/platform/platform-header.tsx';
import styles from './platform-home.module.css';
import { VendorPoster } from './vendor-poster.tsx';

/** The platform's entry: pick a clinic, or go on with the one that was opened last. */
export function PlatformHome() {
  const t = useMessages('shell');
  const { vendors } = useBootstrap();
  const { way } = useInstall();
  const [list, setList] = useState<VendorList>();
  const [last, setLast] = useState(() => lastVendor(deviceSettings()));

  useEffect(() => {
    const settings = deviceSettings();
    let current = true;
    const known = lastVendor(settings);
    // The installed app opens where its owner is at home. Anyone who comes here on purpose (#clinics) wants the list.
    if (known && way === 'installed' && window.location.hash !== '#clinics')
      window.location.replace(`/connect/${known}/`);
    void readVendorList({ inPage: vendors, settings, fetch: window.fetch.bind(window) }).then((read) => {
      if (current) setList(read);
    });
    return () => {
      current = false;
    };
  }, [vendors, way]);

  // Who was refused for a place needs another clinic that serves it.
  const place = askedPlace(useRouterState({ select: ({ location }) => location.searchStr }));
  const known = place === undefined ? list?.vendors.find((vendor) => vendor.slug === last) : undefined;
  const others =
    list?.vendors.filter((vendor) => vendor !== known && (place === undefined || serves(vendor, place))) ??
    [];
  const forget = () => {
    forgetVendor(deviceSettings());
    setLast(undefined);
  };

  return (
    <Page header={<PlatformHeader />} width="wide">
      <div className={styles.home}>
        <div className={styles.opening}>
          <Heading level={1} size="xxl">
            {t('platform.title')}
          </Heading>
          <Text size="m" tone="soft">
            {t('platform.text')}
          </Text>
        </div>
        <Stack gap={6}>
          {known && <Returning vendor={known} onForget={forget} />}
          {list ? (
            <Clinics list={list} others={others} hasKnown={known !== undefined} place={place} />
          ) : (
            <Skeleton lines={4} />
          )}
        </Stack>
      </div>
    </Page>
  );
}

function askedPlace(search: string): string | undefined {
  const place = new URLSearchParams(search).get('place');
  return place !== null && isKnownPlace(place) ? place : undefined;
}

/** As far as it is known: a list from before may not say it. */
function serves({ serviceAreas }: VendorListing, place: string): boolean {
  return serviceAreas === undefined || ['async', 'live'].includes(serviceGate(serviceAreas, place));
}

function Returning({ vendor, onForget }: { readonly vendor: VendorListing; readonly onForget: () => void }) {
  const t = useMessages('shell');
  return (
    <Stack as="section" gap={3} aria-labelledby="returning">
      <Heading level={2} size="m" id="returning">
        {t('platform.returning')}
      </Heading>
      <ul className={styles.posters}>
        <VendorPoster vendor={vendor} title={t('platform.goOn', { name: vendor.name })} />
      </ul>
      <div>
        <NativeButton variant="quiet" onClick={onForget}>
          {t('platform.forget')}
        </NativeButton>
      </div>
    </Stack>
  );
}

interface ClinicsProps {
  readonly list: VendorList;
  readonly others: readonly VendorListing[];
  readonly hasKnown: boolean;
  /** ISO 3166; only clinics that serve it are among the others. */
  readonly place: string | undefined;
}

function Clinics({ list, others, hasKnown, place }: ClinicsProps) {
  const t = useMessages('shell');
  const { language } = useLanguage();
  const where = place === undefined ? '' : placeName(place, language);
  if (list.source === 'unreachable') {
    return (
      <Notice tone="warning" title={t('platform.unreachable')}>
        {t('platform.unreachable.text')}
      </Notice>
    );
  }
  if (list.vendors.length === 0) {
    return (
      <Notice title={t('platform.none')}>
        <p>{t('platform.none.text')}</p>
        <p>
          <code dir="ltr">npm run vendor -- check vendors/my-clinic</code>
        </p>
      </Notice>
    );
  }
  if (others.length === 0 && place === undefined) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby="clinics">
      <Heading level={2} size="m" id="clinics">
        {place === undefined
          ? t(hasKnown ? 'platform.others' : 'platform.clinics')
          : t(others.length > 0 ? 'platform.serving' : 'platform.servingNone', { place: where })}
      </Heading>
      {list.source === 'kept' && (
        <Text size="xs" tone="soft">
          <Icon name="offline" size={16} /> {t('platform.kept')}
        </Text>
      )}
      {others.length > 0 && (
        <ul className={styles.posters}>
          {others.map((vendor) => (
            <VendorPoster key={vendor.slug} vendor={vendor} title={vendor.name} />
          ))}
        </ul>
      )}
      {place !== undefined && (
        <TextLink href="/#clinics" standalone>
          {t('notFound.platform')}
        </TextLink>
      )}
    </Stack>
  );
}
