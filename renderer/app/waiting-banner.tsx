import { useState } from 'react';
import { Icon, NativeButton } from '../design/basic/index.ts';
import { type MessageKey, useMessages } from '../i18n/index.ts';
import type { Delivery } from '../platform/contract.ts';
import { usePack, usePlatform } from './platform-provider.tsx';
import type { BannerState } from './waiting.ts';
import styles from './waiting-banner.module.css';

const reasons: Readonly<Record<NonNullable<Delivery['why']>, MessageKey<'shell'>>> = {
  offline: 'banner.why.offline',
  'server-busy': 'banner.why.busy',
  'server-older': 'banner.why.serverOlder',
  'update-needed': 'banner.why.update',
  'sign-in-needed': 'banner.why.signIn',
  conflict: 'banner.why.conflict',
  'not-understood': 'banner.why.notUnderstood',
};

/** How many wait and why, in words. */
export function WaitingBanner({ state }: { readonly state: BannerState }) {
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
