import { useState } from 'react';
import { Icon, NativeButton } from '../design/basic/index.ts';
import { type MessageKey, useMessages } from '../i18n/index.ts';
import type { Delivery } from '../platform/contract.ts';
import styles from './offline-banner.module.css';
import {
  useConnection,
  useDeliveries,
  usePack,
  usePlatform,
  useStorageReport,
} from './platform-provider.tsx';
import { type BannerState, bannerState } from './waiting.ts';

const reasons: Readonly<Record<NonNullable<Delivery['why']>, MessageKey<'shell'>>> = {
  offline: 'banner.why.offline',
  'server-busy': 'banner.why.busy',
  'server-older': 'banner.why.serverOlder',
  'update-needed': 'banner.why.update',
  'sign-in-needed': 'banner.why.signIn',
  conflict: 'banner.why.conflict',
  'not-understood': 'banner.why.notUnderstood',
};

/** What is waiting on this device, and why, on every screen of the vendor. */
export function OfflineBanner() {
  const state = bannerState(useConnection(), useDeliveries(), useStorageReport());
  return <div aria-live="polite">{state && <Banner state={state} />}</div>;
}

function Banner({ state }: { readonly state: BannerState }) {
  const t = useMessages('shell');
  const { name } = usePack();
  const platform = usePlatform();
  const [trying, setTrying] = useState(false);
  const offline = state.connection === 'offline';
  const tryNow = async () => {
    setTrying(true);
    try {
      await (await platform).deliveries.sendNow();
    } finally {
      setTrying(false);
    }
  };
  return (
    <div className={styles.banner}>
      <div className={styles.inner}>
        <Icon name={offline ? 'offline' : 'clock'} size={20} className={styles.icon} />
        <p className={styles.words}>
          {state.waiting > 0 && <strong>{t('banner.waiting', { name, count: state.waiting })} </strong>}
          {offline &&
            t(
              state.keepsNothing
                ? 'banner.offline.memory'
                : state.waiting > 0
                  ? 'banner.offline.goes'
                  : 'banner.offline',
            )}
          {!offline && state.stuck !== undefined && t(reasons[state.stuck], { name })}
        </p>
        {state.waiting > 0 && !offline && (
          <NativeButton variant="quiet" disabled={trying} onClick={() => void tryNow()}>
            {t('banner.tryNow')}
          </NativeButton>
        )}
      </div>
    </div>
  );
}
