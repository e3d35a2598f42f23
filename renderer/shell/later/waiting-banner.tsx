import { useState } from 'react';
import { useNow } from '../../base/use-now.ts';
import { Icon, NativeButton } from '../../design/basic/index.ts';
import {
  useConnection,
  useDeliveries,
  usePack,
  usePlatform,
  useStorageReport,
} from '../../device/provider/platform-provider.tsx';
import { SaveCopy } from '../../device/save-copy.tsx';
import { type BannerState, bannerState } from '../../device/waiting.ts';
import { type MessageKey, useFormat, useMessages } from '../../i18n/index.ts';
import type { Delivery } from '../../platform/contract/contract.ts';
import styles from './waiting-banner.module.css';

const reasons: Readonly<Record<NonNullable<Delivery['why']>, MessageKey<'shell'>>> = {
  offline: 'banner.why.offline',
  'server-busy': 'banner.why.busy',
  'server-older': 'banner.why.serverOlder',
  'update-needed': 'banner.why.update',
  'sign-in-needed': 'banner.why.signIn',
  conflict: 'banner.why.conflict',
  'not-understood': 'banner.why.notUnderstood',
  photos: 'banner.why.photos',
  'no-key': 'banner.why.noKey',
};

/** How many wait and why, in words; and what can be done about it. */
export function WaitingBanner() {
  const state = bannerState(useConnection(), useDeliveries(), useStorageReport(), useNow());
  return state && <Banner state={state} />;
}

function Banner({ state }: { readonly state: BannerState }) {
  const t = useMessages('shell');
  const format = useFormat();
  const { name } = usePack();
  const platform = usePlatform();
  const [trying, setTrying] = useState(false);
  const [tried, setTried] = useState<Date>();
  const offline = state.connection === 'offline';
  const sendNow = async () => {
    setTrying(true);
    try {
      await (await platform).deliveries.sendNow();
    } finally {
      setTrying(false);
      setTried(new Date());
    }
  };
  const sentences = [
    offline &&
      t(
        state.keepsNothing
          ? 'banner.offline.memory'
          : state.waiting > 0
            ? 'banner.offline.goes'
            : 'banner.offline',
      ),
    !offline && state.why !== undefined && t(reasons[state.why], { name }),
    state.upload !== undefined &&
      t('delivery.upload', { percent: format.number(state.upload, { style: 'percent' }) }),
    state.long && t('banner.long'),
    tried !== undefined && !trying && state.waiting > 0 && t('banner.tried', { time: format.time(tried) }),
  ].filter((sentence) => sentence !== false);
  return (
    <div className={styles.banner}>
      <div className={styles.inner}>
        <Icon name={offline ? 'offline' : 'clock'} size={20} className={styles.icon} />
        <div className={styles.body}>
          <p className={styles.words}>
            {state.waiting > 0 && <strong>{t('banner.waiting', { name, count: state.waiting })} </strong>}
            {sentences.join(' ')}
          </p>
          {state.waiting > 0 && (
            <div className={styles.actions}>
              {!offline && (
                <NativeButton variant="quiet" disabled={trying} onClick={() => void sendNow()}>
                  {t(trying ? 'banner.sending' : 'banner.sendNow')}
                </NativeButton>
              )}
              <SaveCopy sessions={state.sessions} variant={state.long ? 'secondary' : 'quiet'} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
