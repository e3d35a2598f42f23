import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { serviceGate } from '../../../sync/domain/eligibility/service-area.ts';
import { isKnownPlace, placeName } from '../../../sync/domain/places/places.ts';
import { useIsHydrated } from '../../base/use-is-hydrated.ts';
import {
  ButtonLink,
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
import { forgetUnfinished, readUnfinished, type Unfinished } from '../../device/unfinished.ts';
import { useMessages } from '../../i18n/index.ts';
import { useLanguage } from '../../i18n/messages-provider.tsx';
import type { VendorListing } from '../../shell/bootstrap/bootstrap.ts';
import { useBootstrap } from '../../shell/bootstrap/bootstrap-context.ts';
import type { VendorList } from '../../shell/bootstrap/vendor-list.ts';
import { tabs } from '../../shell/discovery/tabs.ts';
import { forgetVendor, lastVendor } from '../../shell/frame/last-vendor.ts';
import { useInstall } from '../../shell/install/install-provider.ts';
import { PlatformFooter } from '../../shell/platform/platform-footer.tsx';
import { PlatformHeader } from '../../shell/platform/platform-header.tsx';
import { FindClinic } from './find-clinic.tsx';
import styles from './platform-home.module.css';
import { useListings, useVendorList } from './use-vendor-list.ts';
import { VendorPoster } from './vendor-poster.tsx';

const ScanDialog = lazy(async () => ({
  default: (await import('./scan/scan-dialog.tsx')).ScanDialog,
}));

/** The platform's entry: pick a clinic, or go on with the one that was opened last. */
export function PlatformHome() {
  const t = useMessages('shell');
  const own = useMessages('platform');
  const { discovery } = useBootstrap();
  const { way } = useInstall();
  const isHydrated = useIsHydrated();
  const list = useVendorList();
  const [isForgotten, setForgotten] = useState(false);
  const [isScanning, setScanning] = useState(false);

  useEffect(() => {
    const known = lastVendor(deviceSettings());
    // The installed app opens where its owner is at home. Anyone who comes here on purpose (#clinics) wants the list.
    if (known && way === 'installed' && window.location.hash !== '#clinics')
      window.location.replace(`/connect/${known}/`);
  }, [way]);

  // Who was refused for a place needs another clinic that serves it. Nothing of a device is in what the server writes.
  const asked = askedPlace(useRouterState({ select: ({ location }) => location.searchStr }));
  const place = isHydrated ? asked : undefined;
  const isKnown = isHydrated && !isForgotten && place === undefined;
  const unfinished = isKnown ? readUnfinished(deviceSettings()) : {};
  const last = isKnown ? lastVendor(deviceSettings()) : undefined;
  const known = useListings(list, [
    ...new Set([...Object.keys(unfinished), ...(last === undefined ? [] : [last])]),
  ]);
  const others =
    list?.vendors.filter(
      (vendor) => !known.includes(vendor) && (place === undefined || serves(vendor, place)),
    ) ?? [];
  const heading = useRef<HTMLHeadingElement>(null);
  const forget = () => {
    // What was pressed goes with what it forgets.
    heading.current?.focus();
    forgetVendor(deviceSettings());
    forgetUnfinished(deviceSettings());
    setForgotten(true);
  };
  const isMany = discovery !== undefined && list !== undefined && discovery.vendors > list.vendors.length;

  return (
    <Page header={<PlatformHeader />} footer={<PlatformFooter />} width="wide">
      <div className={styles.home}>
        <div className={styles.opening}>
          <Heading level={1} size="xxl" ref={heading}>
            {t('platform.title')}
          </Heading>
          <Text size="m" tone="soft">
            {t('platform.text')}
          </Text>
          <div className={styles.acts} inert={!isHydrated}>
            <ButtonLink href="/discovery">{own('start')}</ButtonLink>
            <NativeButton variant="secondary" onClick={() => setScanning(true)}>
              {own('scan')}
            </NativeButton>
          </div>
        </div>
        <Stack gap={6}>
          {known.length > 0 && <Returning {...{ known, unfinished }} onForget={forget} />}
          {isMany && place === undefined && <FindClinic count={discovery.vendors} />}
          {list ? (
            <Clinics list={list} others={others} hasKnown={known.length > 0} place={place} />
          ) : (
            <Skeleton lines={4} />
          )}
          <WaysToCare />
          <InstallPlatform />
        </Stack>
      </div>
      {isScanning && (
        <Suspense fallback={null}>
          <ScanDialog onClose={() => setScanning(false)} />
        </Suspense>
      )}
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

interface ReturningProps {
  readonly known: readonly VendorListing[];
  /** By vendor. Which forms they are is nobody's business on a shared device. */
  readonly unfinished: Unfinished;
  readonly onForget: () => void;
}

function Returning({ known, unfinished, onForget }: ReturningProps) {
  const t = useMessages('shell');
  const own = useMessages('platform');
  const hasUnfinished = known.some(({ slug }) => unfinished[slug] !== undefined);
  return (
    <Stack as="section" gap={3} aria-labelledby="returning">
      <Heading level={2} size="m" id="returning">
        {hasUnfinished ? own('unfinished') : t('platform.returning')}
      </Heading>
      <ul className={styles.posters}>
        {known.map((vendor) => (
          <VendorPoster
            key={vendor.slug}
            vendor={vendor}
            title={t('platform.goOn', { name: vendor.name })}
            note={
              unfinished[vendor.slug] === undefined
                ? undefined
                : own('unfinished.count', { count: unfinished[vendor.slug] ?? 0 })
            }
          />
        ))}
      </ul>
      <div>
        <NativeButton variant="quiet" onClick={onForget}>
          {t('platform.forget')}
        </NativeButton>
      </div>
    </Stack>
  );
}

type Way = 'search' | 'places' | 'rates' | 'chat' | 'gpt';

/** For those who have no clinic yet. */
function WaysToCare() {
  const t = useMessages('platform');
  const words = useMessages('discovery');
  return (
    <Stack as="section" gap={3} aria-labelledby="care">
      <div>
        <Heading level={2} size="m" id="care">
          {t('care')}
        </Heading>
        <Text tone="soft">{t('care.text')}</Text>
      </div>
      <ul className={styles.ways}>
        {tabs.map(({ path, text }) => (
          <li key={path}>
            <a href={path}>{words(text)}</a>
            <span>{t(`care.${text.slice('tab.'.length) as Way}`)}</span>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function InstallPlatform() {
  const t = useMessages('platform');
  const { way, prompt } = useInstall();
  if (way !== 'prompt' && way !== 'ios-steps') return null;
  return (
    <Stack as="section" gap={3} align="start" aria-labelledby="install">
      <Heading level={2} size="m" id="install">
        {t('install')}
      </Heading>
      <Text>{t('install.text')}</Text>
      {way === 'prompt' ? (
        <NativeButton variant="secondary" onClick={() => void prompt()}>
          {t('install.button')}
        </NativeButton>
      ) : (
        <Text>{t('install.ios')}</Text>
      )}
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
