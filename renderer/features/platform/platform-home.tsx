import { useEffect, useState } from 'react';
import {
  Heading,
  Icon,
  NativeButton,
  Notice,
  Page,
  Rows,
  Skeleton,
  Stack,
  Text,
} from '../../design/basic/index.ts';
import { deviceSettings } from '../../device/provider/device-settings.ts';
import { useMessages } from '../../i18n/index.ts';
import type { VendorListing } from '../../shell/bootstrap/bootstrap.ts';
import { useBootstrap } from '../../shell/bootstrap/bootstrap-context.ts';
import { readVendorList, type VendorList } from '../../shell/bootstrap/vendor-list.ts';
import { forgetVendor, lastVendor } from '../../shell/frame/last-vendor.ts';
import { useInstall } from '../../shell/install/install-provider.ts';
import { PlatformHeader } from '../../shell/platform/platform-header.tsx';
import styles from './platform-home.module.css';
import { VendorRow } from './vendor-row.tsx';

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
    // The installed app opens where its owner is at home. Whoever comes here on purpose (#clinics) wants the list.
    if (known && way === 'installed' && window.location.hash !== '#clinics')
      window.location.replace(`/connect/${known}/`);
    void readVendorList({ inPage: vendors, settings, fetch: window.fetch.bind(window) }).then((read) => {
      if (current) setList(read);
    });
    return () => {
      current = false;
    };
  }, [vendors, way]);

  const known = list?.vendors.find((vendor) => vendor.slug === last);
  const others = list?.vendors.filter((vendor) => vendor !== known) ?? [];
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
            <Clinics list={list} others={others} hasKnown={known !== undefined} />
          ) : (
            <Skeleton lines={4} />
          )}
        </Stack>
      </div>
    </Page>
  );
}

function Returning({ vendor, onForget }: { readonly vendor: VendorListing; readonly onForget: () => void }) {
  const t = useMessages('shell');
  return (
    <Stack as="section" gap={3} aria-labelledby="returning">
      <Heading level={2} size="m" id="returning">
        {t('platform.returning')}
      </Heading>
      <Rows>
        <VendorRow vendor={vendor} title={t('platform.goOn', { name: vendor.name })} />
      </Rows>
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
}

function Clinics({ list, others, hasKnown }: ClinicsProps) {
  const t = useMessages('shell');
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
  if (others.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby="clinics">
      <Heading level={2} size="m" id="clinics">
        {t(hasKnown ? 'platform.others' : 'platform.clinics')}
      </Heading>
      {list.source === 'kept' && (
        <Text size="xs" tone="soft">
          <Icon name="offline" size={16} /> {t('platform.kept')}
        </Text>
      )}
      <Rows>
        {others.map((vendor) => (
          <VendorRow key={vendor.slug} vendor={vendor} title={vendor.name} />
        ))}
      </Rows>
    </Stack>
  );
}
